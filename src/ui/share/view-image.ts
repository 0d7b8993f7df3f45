// Captures the graphs of the current view as an image.

import { VIEW_ID } from '../primitives/focus.ts';

/** Returns a PNG; undefined if the view has no graph or the browser cannot create so large an image. */
export async function captureViewImage(): Promise<Blob | undefined> {
  const view = document.getElementById(VIEW_ID);
  const graphs = [...(view?.querySelectorAll('canvas') ?? [])].filter(
    ({ width, height }) => width * height > 0,
  );
  if (!view || graphs.length === 0) return undefined;
  const bounds = graphs.map((graph) => graph.getBoundingClientRect());
  const left = Math.min(...bounds.map((box) => box.left));
  const top = Math.min(...bounds.map((box) => box.top));
  const right = Math.max(...bounds.map((box) => box.right));
  const bottom = Math.max(...bounds.map((box) => box.bottom));
  const ratio = graphs[0].width / (bounds[0].width || 1);
  const scaled = (length: number) => Math.round(length * ratio);
  const image = new OffscreenCanvas(scaled(right - left), scaled(bottom - top));
  const context = image.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, image.width, image.height);
  for (const [i, graph] of graphs.entries())
    context.drawImage(graph, scaled(bounds[i].left - left), scaled(bounds[i].top - top));
  return image.convertToBlob({ type: 'image/png' });
}
