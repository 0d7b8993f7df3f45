// One flame graph on a canvas: what is seen of it, animated, painted once a frame at most. The canvas stays where it
// is while the element around it scrolls; `show` says what to draw, the events say what a person did to it.
//
//   scroller (overflow: auto)
//   └ spacer (as high as all rows)
//     └ canvas (sticky, as high as the scroller)

import { easeCubicOut } from 'd3';
import { NONE } from '../model/profile.ts';
import { boxAt, depthOf, parentOf, runOf, type CallTree } from '../model/tree.ts';
import { dimmed, type Palette } from './colors.ts';
import { listenToGestures } from './gestures.ts';
import { labelOf, type Names } from './labels.ts';
import { paintRows, spreadRows, type Frame, type Labelled } from './raster.ts';
import { TextFit } from './text-fit.ts';
import { between, panBy, WHOLE, zoomAt, type Viewport } from './viewport.ts';

/** Height of a row and of its text, in CSS pixels. */
export const ROW = 18;
const FONT = 12;
const PADDING = 4;
const LABEL_FROM = 26;
/** Rows of what a zoomed box stands on that stay in sight. */
const ROWS_BEFORE = 3;
const ANIMATION = 220;

export interface Scene {
  readonly tree: CallTree;
  readonly names: Names;
  readonly palette: Palette;
  /** Root below (flame) or above (icicle). */
  readonly direction: 'flame' | 'icicle';
  readonly zoomed: number;
  readonly selected: number;
  /** 1 for each function that the search found; undefined without a search. */
  readonly matches: Uint8Array | undefined;
  /** The kinds the legend lights up; empty for all. */
  readonly lit: ReadonlySet<number>;
}

export interface ChartEvents {
  /** The box under the pointer (NONE for none) and where the pointer is, in CSS pixels of the window. */
  hover(box: number, x: number, y: number): void;
  /** A click; NONE on the background. */
  pick(box: number): void;
}

export class FlameChart {
  private readonly scroller: HTMLElement;
  private readonly spacer: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly stop = new AbortController();
  private readonly resized: ResizeObserver;
  private scene: Scene | undefined;
  private viewport: Viewport = WHOLE;
  private hovered = NONE;
  /** Colour of each function in this scene. */
  private colors: Uint32Array = new Uint32Array(0);
  private ancestors: ReadonlySet<number> = new Set();
  private fit: TextFit;
  private image: ImageData | undefined;
  private lines = new Uint32Array(0);
  private animation:
    { from: Viewport; to: Viewport; scrollFrom: number; scrollTo: number; start: number } | undefined;
  private frame = 0;
  /** Has this tree not been painted yet? */
  private isNew = false;

  constructor(
    elements: { scroller: HTMLElement; spacer: HTMLElement; canvas: HTMLCanvasElement },
    events: ChartEvents,
  ) {
    this.scroller = elements.scroller;
    this.spacer = elements.spacer;
    this.canvas = elements.canvas;
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser gives no 2D canvas');
    this.context = context;
    this.fit = this.newFit();
    this.resized = new ResizeObserver(() => this.resize());
    this.resized.observe(this.scroller);
    this.scroller.addEventListener('scroll', () => this.requestPaint(), { signal: this.stop.signal });
    listenToGestures(this.canvas, this.stop.signal, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (x, factor) => this.moveTo(zoomAt(this.viewport, x / this.width, factor)),
      click: (x, y) => events.pick(this.boxAtPoint(x, y)),
      hover: (x, y) => this.hover(x, y, events),
      leave: () => this.leave(events),
    });
  }

  /** Draws this from now on. A zoomed or selected box that is another than before is brought into sight. */
  show(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    this.colors = colorsOf(scene);
    const { tree } = scene;
    const isNewPicture = before?.tree !== tree || before.direction !== scene.direction;
    if (isNewPicture || before.zoomed !== scene.zoomed) this.ancestors = ancestorsOf(tree, scene.zoomed);
    if (before?.tree !== tree) {
      this.hovered = NONE;
      this.isNew = true;
    }
    if (isNewPicture) {
      this.layOut();
      this.zoomTo(scene.zoomed, false);
    } else if (before.zoomed !== scene.zoomed) this.zoomTo(scene.zoomed, true);
    else if (before.selected !== scene.selected) this.reveal(scene.selected);
    this.requestPaint();
  }

  /** Zooms about the middle; below 1 is nearer. For the keyboard. */
  zoomBy(factor: number): void {
    this.moveTo(zoomAt(this.viewport, 0.5, factor));
  }

  /** Shows the zoomed box in full again, whatever the wheel and the pointer did since. */
  refit(): void {
    if (this.scene) this.zoomTo(this.scene.zoomed, true);
  }

  dispose(): void {
    this.stop.abort();
    this.resized.disconnect();
    cancelAnimationFrame(this.frame);
  }

  private get width(): number {
    return this.scroller.clientWidth;
  }

  private get height(): number {
    return this.scroller.clientHeight;
  }

  private get contentHeight(): number {
    return Math.max(this.height, (this.scene?.tree.rows ?? 1) * ROW);
  }

  /** Where a row begins, in CSS pixels from the top of all rows. */
  private rowTop(depth: number): number {
    return this.scene?.direction === 'icicle' ? depth * ROW : this.contentHeight - (depth + 1) * ROW;
  }

  private resize(): void {
    this.layOut();
    this.requestPaint();
  }

  private layOut(): void {
    const ratio = window.devicePixelRatio;
    const wasAtRoot = this.scroller.scrollTop + this.height >= this.spacer.offsetHeight - 1;
    this.spacer.style.height = `${this.contentHeight}px`;
    const width = Math.max(1, Math.round(this.width * ratio));
    const height = Math.max(1, Math.round(this.height * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.width = `${this.width}px`;
      this.canvas.style.height = `${this.height}px`;
      this.image = undefined;
      this.fit = this.newFit();
    }
    if (this.scene?.direction === 'flame' && wasAtRoot) this.scroller.scrollTop = this.contentHeight;
  }

  private newFit(): TextFit {
    this.context.font = fontOf(window.devicePixelRatio);
    return new TextFit((text) => this.context.measureText(text).width);
  }

  private zoomTo(box: number, animated: boolean): void {
    if (!this.scene) return;
    const { tree, direction } = this.scene;
    const run = runOf(tree, box);
    const all = tree.total[0] || 1;
    const to = { from: tree.start[run] / all, to: (tree.start[run] + tree.total[run]) / all };
    const depth = Math.max(0, depthOf(tree, box, run) - ROWS_BEFORE);
    const wanted = direction === 'icicle' ? this.rowTop(depth) : this.rowTop(depth) + ROW - this.height;
    const scrollTo = Math.max(0, Math.min(this.contentHeight - this.height, wanted));
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!animated || isStill) {
      this.animation = undefined;
      this.viewport = to;
      this.scroller.scrollTop = scrollTo;
    } else {
      const scrollFrom = this.scroller.scrollTop;
      this.animation = { from: this.viewport, to, scrollFrom, scrollTo, start: performance.now() };
    }
    this.requestPaint();
  }

  /** Moves the least that brings a box into sight. */
  private reveal(box: number): void {
    if (!this.scene) return;
    const { tree } = this.scene;
    const run = runOf(tree, box);
    const top = this.rowTop(depthOf(tree, box, run));
    const { scrollTop } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + ROW > scrollTop + this.height) this.scroller.scrollTop = top + ROW - this.height;
    const from = tree.start[run] / tree.total[0];
    const to = from + tree.total[run] / tree.total[0];
    const { viewport } = this;
    const width = viewport.to - viewport.from;
    if (to - from < width / 200) {
      // Too narrow to be seen: closer, the box in the middle.
      const half = Math.max((to - from) * 10, 1e-9);
      this.viewport = zoomAt({ from: from - half, to: to + half }, 0.5, 1);
    } else if (to <= viewport.from || from >= viewport.to) {
      this.viewport = panBy(viewport, ((from + to) / 2 - (viewport.from + viewport.to) / 2) / width);
    }
  }

  private moveTo(viewport: Viewport): void {
    this.animation = undefined;
    this.viewport = viewport;
    this.requestPaint();
  }

  private pan(dx: number, dy: number): void {
    this.scroller.scrollTop -= dy;
    this.moveTo(panBy(this.viewport, -dx / this.width));
  }

  private hover(x: number, y: number, events: ChartEvents): void {
    const box = this.boxAtPoint(x, y);
    const { left, top } = this.canvas.getBoundingClientRect();
    events.hover(box, left + x, top + y);
    if (box === this.hovered) return;
    this.hovered = box;
    this.requestPaint();
  }

  private leave(events: ChartEvents): void {
    this.hovered = NONE;
    events.hover(NONE, 0, 0);
    this.requestPaint();
  }

  private boxAtPoint(x: number, y: number): number {
    if (!this.scene) return NONE;
    const { tree, direction } = this.scene;
    const down = y + this.scroller.scrollTop;
    const depth = Math.floor((direction === 'icicle' ? down : this.contentHeight - down) / ROW);
    const { from, to } = this.viewport;
    return boxAt(tree, (from + ((to - from) * x) / this.width) * tree.total[0], depth);
  }

  private requestPaint(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      this.animate(now);
      this.paint();
    });
  }

  private animate(now: number): void {
    if (!this.animation) return;
    const { from, to, scrollFrom, scrollTo, start } = this.animation;
    const t = easeCubicOut(Math.min(1, Math.max(0, (now - start) / ANIMATION)));
    this.viewport = between(from, to, t);
    this.scroller.scrollTop = scrollFrom + (scrollTo - scrollFrom) * t;
    if (t < 1) this.requestPaint();
    else this.animation = undefined;
  }

  private paint(): void {
    const { scene, canvas, context, colors, ancestors } = this;
    if (!scene) return;
    const { tree, palette } = scene;
    const ratio = canvas.width / Math.max(1, this.width);
    const frame = this.visible();
    const rows = frame.bottom - frame.top;
    const { width, height } = canvas;
    if (this.lines.length < width * rows) this.lines = new Uint32Array(width * rows);
    this.lines.fill(palette.background, 0, width * rows);
    const { func } = tree;
    const colorOf = (box: number) => {
      const color = box === 0 ? palette.root : colors[func[box]];
      return ancestors.has(box) ? dimmed(color, palette.background) : color;
    };
    const labelled = paintRows(tree, frame, this.lines, colorOf, LABEL_FROM * ratio);
    this.image ??= context.createImageData(width, height);
    const pixels = new Uint32Array(this.image.data.buffer);
    const yOf = (row: number) => Math.round((this.rowTop(frame.top + row) - this.scroller.scrollTop) * ratio);
    spreadRows(
      this.lines,
      pixels,
      { width, height, rows, rowHeight: Math.round(ROW * ratio) },
      yOf,
      palette.background,
    );
    context.putImageData(this.image, 0, 0);
    this.paintMarks(scene, ratio);
    this.paintLabels(scene, labelled, ratio);
    // For whoever measures: the time from a click to here is what a person waits.
    if (this.isNew) performance.mark('pyrograph:picture');
    this.isNew = false;
  }

  private visible(): Frame {
    const { scrollTop } = this.scroller;
    const near =
      this.scene?.direction === 'icicle' ? scrollTop : this.contentHeight - scrollTop - this.height;
    const rows = this.scene?.tree.rows ?? 0;
    const top = Math.max(0, Math.floor(near / ROW));
    const bottom = Math.max(top, Math.min(rows, Math.ceil((near + this.height) / ROW)));
    return { width: this.canvas.width, top, bottom, viewport: this.viewport };
  }

  private paintLabels({ names, palette, tree }: Scene, labelled: readonly Labelled[], ratio: number): void {
    const { context, fit } = this;
    context.font = fontOf(ratio);
    context.textBaseline = 'middle';
    context.fillStyle = palette.text;
    const padding = PADDING * ratio;
    for (const { box, depth, left, right } of labelled) {
      const y = (this.rowTop(depth) - this.scroller.scrollTop + ROW / 2) * ratio;
      const room = right - left - 2 * padding;
      const { name, place } = labelOf(names, tree.func[box]);
      const text = fit.fit(name, room);
      if (text === '') continue;
      context.fillText(text, left + padding, y);
      const used = place === '' || text !== name ? room : fit.width(name) + 2 * padding;
      const behind = room - used > 30 * ratio ? fit.fit(place, room - used) : '';
      if (behind === '') continue;
      context.globalAlpha = 0.75;
      context.fillText(behind, left + padding + used, y);
      context.globalAlpha = 1;
    }
  }

  /** The box under the pointer, lighter, and a ring around the selected one. */
  private paintMarks({ tree, selected, palette }: Scene, ratio: number): void {
    const { context } = this;
    if (this.hovered !== NONE) {
      const { x, y, width, height } = this.rectOf(tree, this.hovered, ratio);
      context.fillStyle = palette.hover;
      context.fillRect(x, y, width, height);
    }
    const { x, y, width, height } = this.rectOf(tree, selected, ratio);
    context.strokeStyle = palette.ring;
    context.lineWidth = 2 * ratio;
    context.strokeRect(x + ratio, y + ratio, Math.max(1, width - 2 * ratio), height - 2 * ratio);
  }

  private rectOf(tree: CallTree, box: number, ratio: number) {
    const run = runOf(tree, box);
    const { from, to } = this.viewport;
    const scale = this.canvas.width / ((to - from) * (tree.total[0] || 1));
    const left = Math.max(-4, (tree.start[run] - from * tree.total[0]) * scale);
    const right = Math.min(
      this.canvas.width + 4,
      (tree.start[run] + tree.total[run] - from * tree.total[0]) * scale,
    );
    const y = (this.rowTop(depthOf(tree, box, run)) - this.scroller.scrollTop) * ratio;
    return { x: left, y, width: Math.max(0, right - left - 1), height: ROW * ratio - 1 };
  }
}

function fontOf(ratio: number): string {
  return `${FONT * ratio}px system-ui, sans-serif`;
}

/** The colour of each function in this scene: a search and the legend dim what they do not mean. */
function colorsOf({ palette, matches, lit, names }: Scene): Uint32Array {
  const { kind } = names.funcs;
  return palette.funcs.map((color, func) => {
    if (matches?.[func]) return palette.match;
    const isMeant = !matches && (lit.size === 0 || lit.has(kind[func]));
    return isMeant ? color : dimmed(color, palette.background);
  });
}

function ancestorsOf(tree: CallTree, box: number): Set<number> {
  const ancestors = new Set<number>();
  for (let at = parentOf(tree, box); at !== NONE; at = parentOf(tree, at)) ancestors.add(at);
  return ancestors;
}
