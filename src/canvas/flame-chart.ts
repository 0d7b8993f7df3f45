// One flame graph on a canvas: what is seen of it and how that moves, painted once a frame at most. The canvas stays where it
// is while the element around it scrolls; `show` says what to draw, the events say what a person did to it.
//
//   scroller (overflow: auto)
//   └ spacer (as high as all rows)
//     └ canvas (sticky, as high as the scroller)

import { easeCubicOut } from 'd3';
import { NONE } from '../model/profile.ts';
import { boxAt, depthOf, runOf } from '../model/tree.ts';
import { FlamePainter, ROW, rowTop, type Scene } from './flame-painter.ts';
import { listenToGestures } from './gestures.ts';
import { between, panBy, WHOLE, zoomAt, type Viewport } from './viewport.ts';

/** Rows of what a zoomed box stands on that stay in sight. */
const ROWS_BEFORE = 3;
const ANIMATION = 220;

export interface ChartEvents {
  /** The box under the pointer (NONE for none) and where the pointer is, in CSS pixels of the window. */
  hover(box: number, x: number, y: number): void;
  /** A click, perhaps with the Alt key held; NONE on the background. */
  pick(box: number, alt: boolean): void;
  /** The second click at one place: the box that the first of them picked. */
  pickTwice(box: number): void;
}

export class FlameChart {
  private readonly events: ChartEvents;
  private readonly scroller: HTMLElement;
  private readonly spacer: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly painter: FlamePainter;
  private readonly stop = new AbortController();
  private readonly resized: ResizeObserver;
  private scene: Scene | undefined;
  private viewport: Viewport = WHOLE;
  private hovered = NONE;
  /** Where the pointer is over the canvas; undefined while it is elsewhere. */
  private pointer: { readonly x: number; readonly y: number } | undefined;
  /** What the last two clicks picked: after the first the picture moves, so that the second hits another box. */
  private picked: [before: number, last: number] = [NONE, NONE];
  private animation:
    { from: Viewport; to: Viewport; scrollFrom: number; scrollTo: number; start: number } | undefined;
  private frame = 0;
  /** Has this tree not been painted yet? */
  private isNew = false;
  /** What is seen of the graph, in CSS pixels; 0 until it was measured, which the browser does after each layout. */
  private width = 0;
  private height = 0;

  constructor(
    elements: { scroller: HTMLElement; spacer: HTMLElement; canvas: HTMLCanvasElement },
    events: ChartEvents,
  ) {
    this.events = events;
    this.scroller = elements.scroller;
    this.spacer = elements.spacer;
    this.canvas = elements.canvas;
    this.painter = new FlamePainter(this.canvas);
    this.resized = new ResizeObserver(() => this.resize());
    this.resized.observe(this.scroller);
    this.scroller.addEventListener('scroll', () => this.requestPaint(), { signal: this.stop.signal });
    listenToGestures(this.canvas, this.stop.signal, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (x, factor) => this.moveTo(zoomAt(this.viewport, x / this.width, factor)),
      click: (x, y, alt) => {
        const box = this.boxAtPoint(x, y);
        this.picked = [this.picked[1], box];
        events.pick(box, alt);
      },
      doubleClick: () => this.picked[0] !== NONE && events.pickTwice(this.picked[0]),
      hover: (x, y) => this.hover(x, y),
      leave: () => this.leave(),
    });
  }

  /** Draws this from now on. A zoomed or selected box that is another than before is brought into sight. */
  show(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    const { tree, direction } = scene;
    if (before?.tree !== tree) {
      this.hovered = NONE;
      this.isNew = true;
    }
    if (this.width === 0) return;
    if (before && before.tree === scene.grownFrom && before.direction === direction) this.grow();
    else if (before?.tree !== tree || before.direction !== direction) {
      this.layOut();
      this.zoomTo(scene.zoomed, false);
    } else if (before.zoomed !== scene.zoomed) this.zoomTo(scene.zoomed, true);
    // What is under the pointer is in sight.
    else if (before.selected !== scene.selected && scene.selected !== this.hovered)
      this.reveal(scene.selected);
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

  /** The box at a place of the window; NONE where there is none. */
  boxAtClient(x: number, y: number): number {
    const { left, top } = this.canvas.getBoundingClientRect();
    return this.boxAtPoint(x - left, y - top);
  }

  /** Where in the window the focused box is, as far as it is seen: the lower left corner of what is seen of it. */
  placeOfSelected(): { x: number; y: number } {
    const { left, top } = this.canvas.getBoundingClientRect();
    if (!this.scene) return { x: left, y: top };
    const { tree, selected } = this.scene;
    const run = runOf(tree, selected);
    const { from, to } = this.viewport;
    const x = ((tree.start[run] / (tree.total[0] || 1) - from) / (to - from)) * this.width;
    const y = this.rowTop(depthOf(tree, selected, run)) + ROW - this.scroller.scrollTop;
    return { x: left + within(x, this.width), y: top + within(y, this.height) };
  }

  dispose(): void {
    this.stop.abort();
    this.resized.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** More rows of the same picture: what is seen stays where it is, and so does a zoom on its way. */
  private grow(): void {
    const { scrollTop } = this.scroller;
    const by = this.scene?.direction === 'flame' ? this.contentHeight - this.spacer.offsetHeight : 0;
    this.spacer.style.height = `${this.contentHeight}px`;
    this.scroller.scrollTop = scrollTop + by;
    if (this.animation) {
      this.animation.scrollFrom += by;
      this.animation.scrollTo += by;
    }
    const { pointer } = this;
    if (pointer) this.hover(pointer.x, pointer.y);
  }

  private get contentHeight(): number {
    if (!this.scene) return this.height;
    const { tree, root } = this.scene;
    return Math.max(this.height, (tree.rows - depthOf(tree, root)) * ROW);
  }

  private rowTop(depth: number): number {
    return this.scene ? rowTop(this.scene, this.contentHeight, depth) : 0;
  }

  /** Comes between layout and paint: what is painted here is seen at once. */
  private resize(): void {
    const isFirst = this.width === 0;
    const wasAtRoot = this.isAtRoot();
    this.width = this.scroller.clientWidth;
    this.height = this.scroller.clientHeight;
    this.layOut(wasAtRoot);
    // The first layout of the page takes long enough; the first picture comes in the frame after it.
    if (!isFirst) return this.paint();
    if (this.scene) this.zoomTo(this.scene.zoomed, false);
    this.requestPaint();
  }

  private isAtRoot(): boolean {
    return this.scroller.scrollTop + this.height >= this.spacer.offsetHeight - 1;
  }

  private layOut(wasAtRoot = this.isAtRoot()): void {
    this.spacer.style.height = `${this.contentHeight}px`;
    this.painter.resize(this.width, this.height);
    if (this.scene?.direction === 'flame' && wasAtRoot) this.scroller.scrollTop = this.contentHeight;
  }

  private zoomTo(box: number, animated: boolean): void {
    if (!this.scene) return;
    const { tree, direction, root } = this.scene;
    const run = runOf(tree, box);
    const all = tree.total[0] || 1;
    // Also of a box without any weight something is seen.
    const to = zoomAt({ from: tree.start[run] / all, to: (tree.start[run] + tree.total[run]) / all }, 0.5, 1);
    const depth = Math.max(depthOf(tree, root), depthOf(tree, box, run) - ROWS_BEFORE);
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
    this.animation = undefined;
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

  private hover(x: number, y: number): void {
    this.pointer = { x, y };
    const box = this.boxAtPoint(x, y);
    const { left, top } = this.canvas.getBoundingClientRect();
    this.events.hover(box, left + x, top + y);
    if (box === this.hovered) return;
    this.hovered = box;
    this.requestPaint();
  }

  private leave(): void {
    this.pointer = undefined;
    this.hovered = NONE;
    this.events.hover(NONE, 0, 0);
    this.requestPaint();
  }

  private boxAtPoint(x: number, y: number): number {
    if (!this.scene) return NONE;
    const { tree, direction, root } = this.scene;
    const down = y + this.scroller.scrollTop;
    const row = Math.floor((direction === 'icicle' ? down : this.contentHeight - down) / ROW);
    const depth = depthOf(tree, root) + row;
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
    if (!this.scene) return;
    const { viewport, hovered, width, height, contentHeight } = this;
    const { scrollTop } = this.scroller;
    // The style hints that the graph goes on beyond an edge.
    this.scroller.toggleAttribute('data-more-above', scrollTop > 1);
    this.scroller.toggleAttribute('data-more-below', scrollTop + height < contentHeight - 1);
    this.painter.paint(this.scene, { viewport, hovered, width, height, contentHeight, scrollTop });
    // For whoever measures: the time from a click to here is what a person waits.
    if (this.isNew) performance.mark('pyrograph:picture');
    this.isNew = false;
  }
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
