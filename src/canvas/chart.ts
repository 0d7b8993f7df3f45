// What moves on every chart of boxes: which part of the width is seen, how far it is scrolled, and how both go from here to
// there, painted once a frame at most. The canvas stays where it is while the element around it scrolls.
//
//   scroller (overflow: auto)
//   └ spacer (as high as all rows)
//     └ canvas (sticky, as high as the scroller)

import { listenToGestures } from './gestures.ts';
import { isSameSeen, type Seen } from '../model/tree.ts';
import { between, panBy, WHOLE, zoomAt, type Viewport } from './viewport.ts';

const ANIMATION = 220;
/** In milliseconds: when nothing has moved for so long, it is told what is seen. */
const SETTLED = 150;
/** In pixels of the screen. */
const NEARLY = 0.5;

export interface ChartElements {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  readonly canvas: HTMLCanvasElement;
}

/** What the pointer does, in CSS pixels from the canvas's corner. */
export interface Pointed {
  hover(x: number, y: number): void;
  click(x: number, y: number, alt: boolean): void;
  /** Comes after the second click. */
  doubleClick(): void;
  leave(): void;
}

/** Where a chart is of itself: what is seen of its width, and how far down in the rows. */
export interface Home {
  readonly viewport: Viewport;
  readonly top: number;
}

export abstract class Chart {
  protected viewport: Viewport = WHOLE;
  /** What is seen of the graph, in CSS pixels; 0 until it was measured, which the browser does after each layout. */
  protected width = 0;
  protected height = 0;
  protected readonly elements: ChartElements;
  private readonly stop = new AbortController();
  private readonly observer: ResizeObserver;
  private animation:
    { from: Viewport; to: Viewport; scrollFrom: number; scrollTo: number; start: number } | undefined;
  private frame = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private readonly tell: (seen: Seen | undefined) => void;
  /** What was told last that is seen, or was asked for. */
  private told: Seen | undefined;

  /** `settled` is told what is seen whenever that has changed; undefined for what the chart shows of itself. */
  constructor(elements: ChartElements, pointed: Pointed, settled: (seen: Seen | undefined) => void) {
    this.elements = elements;
    this.tell = settled;
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

  /** Zooms about the middle; below 1 is nearer. For the keyboard. */
  zoomBy(factor: number): void {
    this.moveTo(zoomAt(this.viewport, 0.5, factor));
  }

  dispose(): void {
    this.stop.abort();
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settling);
    // Megabytes, which would stay for as long as anything refers to a part of the page that is gone.
    this.elements.canvas.width = 0;
  }

  /** Of all rows, at least that of the canvas, in CSS pixels. */
  protected abstract get contentHeight(): number;

  /** The canvas has another size, or the first one. Was the end of the rows in sight before? */
  protected abstract resized(isFirst: boolean, wasAtEnd: boolean): void;

  protected abstract paint(): void;

  protected abstract get home(): Home;

  /** How many of the rows that come first are out of sight at this place down in them. */
  protected abstract pastAt(top: number): number;

  /** The place down in the rows at which so many are out of sight. */
  protected abstract topWith(past: number): number;

  /** Shows what is asked for where that is another than what is seen; undefined for what the chart shows of itself. */
  protected see(seen: Seen | undefined, animated: boolean): void {
    if (isSameSeen(seen, this.told)) return;
    this.goTo(seen, animated);
  }

  protected goTo(seen: Seen | undefined, animated: boolean): void {
    this.told = seen;
    const { viewport, top } = seen ? { viewport: seen, top: this.topWith(seen.past) } : this.home;
    this.travelTo({ from: viewport.from, to: viewport.to }, top, animated);
  }

  protected get scrollTop(): number {
    return this.elements.scroller.scrollTop;
  }

  protected set scrollTop(top: number) {
    this.elements.scroller.scrollTop = top;
  }

  /** To this part of the width and this place down in the rows, at once or as one sees it go. */
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

  /** What is on its way goes as far down more. */
  protected shiftTravel(by: number): void {
    if (!this.animation) return;
    this.animation.scrollFrom += by;
    this.animation.scrollTo += by;
  }

  /** The canvas's, in CSS pixels of the window. */
  protected get corner(): { left: number; top: number } {
    return this.elements.canvas.getBoundingClientRect();
  }

  /** A place of the canvas in CSS pixels of the window; what is out of sight, at the edge nearest to it. */
  protected inWindow(x: number, y: number): { x: number; y: number } {
    const { left, top } = this.corner;
    return { x: left + within(x, this.width), y: top + within(y, this.height) };
  }

  protected isAtEnd(): boolean {
    return this.scrollTop + this.height >= this.elements.spacer.offsetHeight - 1;
  }

  /** The place under `x`, as a share of the whole width. */
  protected placeAt(x: number): number {
    const { from, to } = this.viewport;
    return from + ((to - from) * x) / this.width;
  }

  /** Where a share of the whole width lies, in CSS pixels from the canvas's left edge. */
  protected pixelAt(place: number): number {
    const { from, to } = this.viewport;
    return ((place - from) / (to - from)) * this.width;
  }

  /** Scrolls the least that brings a row into sight; `above` is covered at the upper edge. */
  protected revealRow(top: number, height: number, above = 0): void {
    this.animation = undefined;
    if (top < this.scrollTop + above) this.scrollTop = top - above;
    else if (top + height > this.scrollTop + this.height) this.scrollTop = top + height - this.height;
  }

  /** Moves the least that brings a part of the width into sight, nearer where it is too narrow to be seen. */
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
      this.tellEdges();
      this.settle();
    });
  }

  private pan(dx: number, dy: number): void {
    this.scrollTop -= dy;
    this.moveTo(panBy(this.viewport, -dx / this.width));
  }

  /** Comes between layout and paint: what is painted here is seen at once. */
  private resize(): void {
    const isFirst = this.width === 0;
    const wasAtEnd = this.isAtEnd();
    this.width = this.elements.scroller.clientWidth;
    this.height = this.elements.scroller.clientHeight;
    this.resized(isFirst, wasAtEnd);
    this.paint();
    this.tellEdges();
  }

  private settle(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      if (this.animation || this.width === 0) return;
      const seen = this.isHome() ? undefined : { ...this.viewport, past: this.pastAt(this.scrollTop) };
      if (isSameSeen(seen, this.told)) return;
      this.told = seen;
      this.tell(seen);
    }, SETTLED);
  }

  private isHome(): boolean {
    const { from, to } = this.viewport;
    const { viewport, top } = this.home;
    const near = (NEARLY / this.width) * (to - from);
    return (
      Math.abs(from - viewport.from) <= near &&
      Math.abs(to - viewport.to) <= near &&
      Math.abs(this.scrollTop - this.within(top)) < 1
    );
  }

  /** The nearest place down in the rows that can be gone to. */
  private within(top: number): number {
    return within(top, this.contentHeight - this.height);
  }

  private animate(now: number): void {
    if (!this.animation) return;
    const { from, to, scrollFrom, scrollTo, start } = this.animation;
    const passed = Math.min(1, Math.max(0, (now - start) / ANIMATION));
    // Slower and slower. Of d3, which has this too, the page would load all that eases.
    const t = 1 - (1 - passed) ** 3;
    this.viewport = between(from, to, t);
    this.scrollTop = scrollFrom + (scrollTo - scrollFrom) * t;
    if (t < 1) this.requestPaint();
    else this.animation = undefined;
  }

  /** The style hints that the graph goes on beyond an edge. */
  private tellEdges(): void {
    const { scroller } = this.elements;
    scroller.toggleAttribute('data-more-above', this.scrollTop > 1);
    scroller.toggleAttribute('data-more-below', this.scrollTop + this.height < this.contentHeight - 1);
  }
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
