// Base class of the charts. It manages the visible part of the width, the scroll position and the animation of both, and paints
// at most once per frame. The canvas stays in place while the element around it scrolls.
//
//   scroller (overflow: auto)
//   └ spacer (as high as all rows)
//     └ canvas (sticky, as high as the scroller)

import { listenToGestures } from './gestures.ts';
import { isSameRange, type VisibleRange } from '../model/tree.ts';
import { between, panBy, WHOLE, zoomAt, type Viewport } from '../model/viewport.ts';

const ANIMATION = 220;
/** Milliseconds without movement after which the visible range is reported. */
const SETTLED = 150;
/** Views this close to the default view count as the default view. In CSS pixels. */
const HOME_TOLERANCE = 0.5;

export interface ChartElements {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  readonly canvas: HTMLCanvasElement;
}

/** Pointer events, in CSS pixels from the top left corner of the canvas. */
export interface Pointed {
  hover(x: number, y: number): void;
  click(x: number, y: number, alt: boolean): void;
  /** Called after the second click. */
  doubleClick(): void;
  leave(): void;
}

/** The default view of a chart: the visible part of its width, and its scroll position. */
export interface Home {
  readonly viewport: Viewport;
  readonly top: number;
}

export abstract class Chart {
  protected viewport: Viewport = WHOLE;
  /** The visible size in CSS pixels; 0 before the first layout. */
  protected width = 0;
  protected height = 0;
  protected readonly elements: ChartElements;
  private readonly stop = new AbortController();
  private readonly observer: ResizeObserver;
  private animation:
    { from: Viewport; to: Viewport; scrollFrom: number; scrollTo: number; start: number } | undefined;
  private frame = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private readonly onSettled: (range: VisibleRange | undefined) => void;
  /** The range that was last reported or requested. */
  private known: VisibleRange | undefined;

  /** `settled` receives the visible range after each change; undefined for the default view. */
  constructor(elements: ChartElements, pointed: Pointed, settled: (range: VisibleRange | undefined) => void) {
    this.elements = elements;
    this.onSettled = settled;
    const { scroller, canvas } = elements;
    const { signal } = this.stop;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(scroller);
    scroller.addEventListener('scroll', () => this.requestPaint(), { signal });
    listenToGestures(canvas, signal, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (x, factor) => this.moveTo(zoomAt(this.viewport, x / this.width, factor)),
      ...pointed,
    });
  }

  /** Zooms around the center, for the keyboard. Factors below 1 zoom in. */
  zoomBy(factor: number): void {
    this.moveTo(zoomAt(this.viewport, 0.5, factor));
  }

  dispose(): void {
    this.stop.abort();
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settling);
    // Frees the pixels: megabytes that would otherwise stay in memory as long as anything refers to the removed element.
    this.elements.canvas.width = 0;
  }

  /** The height of all rows in CSS pixels, at least the height of the canvas. */
  protected abstract get contentHeight(): number;

  /** Called when the canvas size changes. `wasAtEnd` is true if the last row was visible before. */
  protected abstract resized(isFirst: boolean, wasAtEnd: boolean): void;

  protected abstract paint(): void;

  protected abstract get home(): Home;

  /** The number of rows scrolled out of view at the root's end, at this scroll position. */
  protected abstract rowsBeforeAt(top: number): number;

  /** The scroll position with this many rows out of view at the root's end. */
  protected abstract topWith(rowsBefore: number): number;

  /** Shows a range unless it is already visible; undefined is the default view. */
  protected see(range: VisibleRange | undefined, animated: boolean): void {
    if (isSameRange(range, this.known)) return;
    this.goTo(range, animated);
  }

  protected goTo(range: VisibleRange | undefined, animated: boolean): void {
    this.known = range;
    const { viewport, top } = range ? { viewport: range, top: this.topWith(range.rowsBefore) } : this.home;
    this.travelTo({ from: viewport.from, to: viewport.to }, top, animated);
  }

  protected get scrollTop(): number {
    return this.elements.scroller.scrollTop;
  }

  protected set scrollTop(top: number) {
    this.elements.scroller.scrollTop = top;
  }

  /** Moves to this part of the width and this scroll position. */
  protected travelTo(to: Viewport, down: number, animated: boolean): void {
    const scrollTo = this.within(down);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!animated || isStill) {
      this.animation = undefined;
      this.viewport = to;
      this.scrollTop = scrollTo;
    } else {
      const { viewport: from, scrollTop: scrollFrom } = this;
      this.animation = { from, to, scrollFrom, scrollTo, start: performance.now() };
    }
    this.requestPaint();
  }

  /** Moves a running animation down by this much. */
  protected shiftTravel(by: number): void {
    if (!this.animation) return;
    this.animation.scrollFrom += by;
    this.animation.scrollTo += by;
  }

  /** The top left corner of the canvas in the window, in CSS pixels. */
  protected get corner(): { left: number; top: number } {
    return this.elements.canvas.getBoundingClientRect();
  }

  /** Converts a position on the canvas to window coordinates, clamped to the visible part. */
  protected inWindow(x: number, y: number): { x: number; y: number } {
    const { left, top } = this.corner;
    return { x: left + within(x, this.width), y: top + within(y, this.height) };
  }

  protected isAtEnd(): boolean {
    return this.scrollTop + this.height >= this.elements.spacer.offsetHeight - 1;
  }

  /** The position under `x`, as a fraction of the total width. */
  protected positionAt(x: number): number {
    const { from, to } = this.viewport;
    return from + ((to - from) * x) / this.width;
  }

  /** Converts a fraction of the total width to CSS pixels from the left edge of the canvas. */
  protected pixelAt(position: number): number {
    const { from, to } = this.viewport;
    return ((position - from) / (to - from)) * this.width;
  }

  /** Scrolls as little as possible to make a row visible. The top `above` pixels of the canvas are covered. */
  protected revealRow(top: number, height: number, above = 0): void {
    this.animation = undefined;
    if (top < this.scrollTop + above) this.scrollTop = top - above;
    else if (top + height > this.scrollTop + this.height) this.scrollTop = top + height - this.height;
  }

  /** Makes a part of the width visible: pans to center it if it is out of view, or zooms in if it is too narrow to see. */
  protected revealPart(from: number, to: number): void {
    const { viewport } = this;
    const width = viewport.to - viewport.from;
    if (to - from < width / 200) {
      const half = Math.max((to - from) * 10, 1e-9);
      this.moveTo(zoomAt({ from: from - half, to: to + half }, 0.5, 1));
    } else if (to <= viewport.from || from >= viewport.to) {
      this.moveTo(panBy(viewport, ((from + to) / 2 - (viewport.from + viewport.to) / 2) / width));
    }
  }

  protected moveTo(viewport: Viewport): void {
    this.animation = undefined;
    this.viewport = viewport;
    this.requestPaint();
  }

  protected requestPaint(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      this.animate(now);
      this.paint();
      this.markEdges();
      this.settle();
    });
  }

  private pan(dx: number, dy: number): void {
    this.scrollTop -= dy;
    this.moveTo(panBy(this.viewport, -dx / this.width));
  }

  /** Runs between layout and paint, so the new picture appears in the same frame. */
  private resize(): void {
    const isFirst = this.width === 0;
    const wasAtEnd = this.isAtEnd();
    this.width = this.elements.scroller.clientWidth;
    this.height = this.elements.scroller.clientHeight;
    this.resized(isFirst, wasAtEnd);
    this.paint();
    this.markEdges();
  }

  /** True if the view has moved and the new range is not reported yet. */
  protected get isUnsettled(): boolean {
    return this.settling !== undefined;
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.settling = undefined;
      if (this.animation || this.width === 0) return;
      const range = this.isHome()
        ? undefined
        : { ...this.viewport, rowsBefore: this.rowsBeforeAt(this.scrollTop) };
      if (isSameRange(range, this.known)) return;
      this.known = range;
      this.onSettled(range);
    }, SETTLED);
  }

  private isHome(): boolean {
    const { from, to } = this.viewport;
    const { viewport, top } = this.home;
    const near = (HOME_TOLERANCE / this.width) * (to - from);
    return (
      Math.abs(from - viewport.from) <= near &&
      Math.abs(to - viewport.to) <= near &&
      Math.abs(this.scrollTop - this.within(top)) < 1
    );
  }

  /** Clamps a scroll position to the valid range. */
  private within(top: number): number {
    return within(top, this.contentHeight - this.height);
  }

  private animate(now: number): void {
    if (!this.animation) return;
    const { from, to, scrollFrom, scrollTo, start } = this.animation;
    const passed = Math.min(1, Math.max(0, (now - start) / ANIMATION));
    // Cubic ease-out. Not imported from d3-ease, because the import would load all of it.
    const t = 1 - (1 - passed) ** 3;
    this.viewport = between(from, to, t);
    this.scrollTop = scrollFrom + (scrollTo - scrollFrom) * t;
    if (t < 1) this.requestPaint();
    else this.animation = undefined;
  }

  /** Sets attributes that tell the stylesheet whether there are more rows beyond an edge. */
  private markEdges(): void {
    const { scroller } = this.elements;
    scroller.toggleAttribute('data-more-above', this.scrollTop > 1);
    scroller.toggleAttribute('data-more-below', this.scrollTop + this.height < this.contentHeight - 1);
  }
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
