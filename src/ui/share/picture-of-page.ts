// Captures the graphs of the current view as an image, as displayed.

import { VIEW_ID } from '../primitives/focus-view.ts';

/** A PNG; undefined if the view has no graph, or the image is too large for the browser. */
export async function pictureOfPage(): Promise<Blob | undefined> {
  const view = document.getElementById(VIEW_ID);
  const graphs = [...(view?.querySelectorAll('canvas') ?? [])].filter(
    ({ width, height }) => width * height > 0,
  );
  if (!view || graphs.length === 0) return undefined;
  const places = graphs.map((graph) => graph.getBoundingClientRect());
  const left = Math.min(...places.map((place) => place.left));
  const top = Math.min(...places.map((place) => place.top));
  const right = Math.max(...places.map((place) => place.right));
  const bottom = Math.max(...places.map((place) => place.bottom));
  const ratio = graphs[0].width / (places[0].width || 1);
  const scaled = (length: number) => Math.round(length * ratio);
  const whole = new OffscreenCanvas(scaled(right - left), scaled(bottom - top));
  const pen = whole.getContext('2d');
  if (!pen) return undefined;
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, whole.width, whole.height);
  for (const [i, graph] of graphs.entries())
    pen.drawImage(graph, scaled(places[i].left - left), scaled(places[i].top - top));
  return whole.convertToBlob({ type: 'image/png' });
}
