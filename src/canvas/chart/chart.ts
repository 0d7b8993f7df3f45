// Base class of the charts: manages zoom, scrolling, their animation, and hover, and paints at most once per frame. The canvas
// stays in place while the element around it scrolls.
//
//   scroller (overflow: auto)
//   └ spacer (as high as all rows)
//     └ canvas (sticky, as high as the scroller)

import type { BoxPainter } from './box-painter.ts';
import type { BoxColoring } from '../colors/box-colors.ts';
import { listenToGestures } from './gestures.ts';
import { ROW_HEIGHT } from '../boxes/raster.ts';
import { isSameRange, type VisibleRange } from '../../model/tree.ts';
import { interpolate, panBy, FULL_WIDTH, zoomAt, type Viewport } from '../../model/viewport.ts';

/** In milliseconds. */
const ANIMATION_DURATION = 220;
/** Milliseconds without movement after which the visible range is reported. */
const SETTLE_DELAY = 150;
/** A view that differs from the default view by at most this many CSS pixels counts as the default view. */
const HOME_TOLERANCE = 0.5;

export interface ChartElements {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  readonly canvas: HTMLCanvasElement;
}

/** User actions. `node` is undefined if there is no node at the pointer. */
export interface ChartEvents<Node> {
  /** The node under the pointer, and the pointer's position in the window in CSS pixels. */
  hover(node: Node | undefined, x: number, y: number): void;
  click(node: Node | undefined, alt: boolean): void;
  /** A double click. `node` is the node under the first click. */
  doubleClick(node: Node | undefined): void;
  /** The visible range has changed; undefined for the default view. */
  settled(range: VisibleRange | undefined): void;
}

export interface ChartScene<Node> extends BoxColoring {
  readonly selected: Node;
  /** The requested visible range; undefined for the default view. */
  readonly visibleRange: VisibleRange | undefined;
  /** A new object after each navigation command, even if the view stays the same. */
  readonly location: object;
}

interface NodePosition {
  /** Fractions of the total width. */
  readonly from: number;
  readonly to: number;
  /** In CSS pixels from the top of the content. */
  readonly top: number;
  /** The height of the time axis and lane name that cover the top of the canvas, in CSS pixels; 0 without them. */
  readonly covered: number;
}

/** The default view. */
export type HomeRange = VisibleRange & { readonly rowsBefore: number };

export abstract class Chart<Scene extends ChartScene<Node>, Node> {
  protected scene: Scene | undefined;
  protected hovered: Node | undefined;
  /** True until the tree is painted for the first time. */
  protected isNew = false;
  /** The visible size in CSS pixels; 0 before the first layout. */
  protected width = 0;
  protected height = 0;
  protected readonly elements: ChartElements;
  protected abstract readonly painter: BoxPainter<Scene, Node, unknown>;
  private readonly events: ChartEvents<Node>;
  private viewport: Viewport = FULL_WIDTH;
  private readonly stop = new AbortController();
  private readonly observer: ResizeObserver;
  private animation:
    | { from: Viewport; to: Viewport; scrollFrom: number; scrollTo: number; start: number }
    | undefined;
  private frame = 0;
  /** The timer that reports the visible range after a movement; undefined once it has fired. */
  private settleTimer: ReturnType<typeof setTimeout> | undefined;
  private lastRange: VisibleRange | undefined;
  /** The pointer's position on the canvas; undefined while it is elsewhere. */
  private pointer: { readonly x: number; readonly y: number } | undefined;
  /** The nodes under the last two clicks. They may differ within a double click, because the first click moves the graph. */
  private lastClicked: [before: Node | undefined, last: Node | undefined] = [undefined, undefined];

  constructor(elements: ChartElements, events: ChartEvents<Node>) {
    this.elements = elements;
    this.events = events;
    const { scroller, canvas } = elements;
    const { signal } = this.stop;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(scroller);
    scroller.addEventListener('scroll', () => this.requestPaint(), { signal });
    listenToGestures(canvas, signal, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (x, factor) => this.moveTo(zoomAt(this.viewport, x / this.width, factor)),
      click: (x, y, alt) => {
        const node = this.nodeAtPoint(x, y);
        this.lastClicked = [this.lastClicked[1], node];
        events.click(node, alt);
      },
      doubleClick: () => events.doubleClick(this.lastClicked[0]),
      hover: (x, y) => this.hover(x, y),
      leave: () => this.leave(),
    });
  }

  abstract show(scene: Scene): void;

  /** The node at a position in the window, in CSS pixels. */
  nodeAtClient(x: number, y: number): Node | undefined {
    const { left, top } = this.elements.canvas.getBoundingClientRect();
    return this.nodeAtPoint(x - left, y - top);
  }

  /** The lower left corner of the visible part of the selected node, in the window. */
  positionOfSelected(): { readonly x: number; readonly y: number } {
    const corner = this.elements.canvas.getBoundingClientRect();
    if (!this.scene) return corner;
    const { viewport, width, height } = this;
    const { from, top } = this.positionOf(this.scene);
    const x = ((from - viewport.from) / (viewport.to - viewport.from)) * width;
    return {
      x: corner.x + clamp(x, width),
      y: corner.y + clamp(top + ROW_HEIGHT - this.scrollTop, height),
    };
  }

  dispose(): void {
    this.stop.abort();
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settleTimer);
    // Frees the pixels: megabytes that would otherwise stay in memory as long as anything refers to the removed element.
    this.elements.canvas.width = 0;
  }

  /** The height of all rows in CSS pixels, at least the height of the canvas. */
  protected abstract get contentHeight(): number;

  protected abstract nodeAtPoint(x: number, y: number): Node | undefined;

  protected abstract positionOf(scene: Scene): NodePosition;

  /** The default view. */
  protected get home(): HomeRange {
    return { ...FULL_WIDTH, rowsBefore: 0 };
  }

  /** True if the root is at the bottom. */
  protected get growsUp(): boolean {
    return false;
  }

  /** Called when the chart first gets a size. */
  protected onFirstLayout(): void {}

  protected isSame(a: Node | undefined, b: Node | undefined): boolean {
    return a === b;
  }

  /** Shows the scene's range if it has changed. A command that leads to the default view also undoes a movement not reported yet. */
  protected updateRange(before: Scene, { visibleRange, location }: Scene): void {
    if (before.visibleRange !== visibleRange) this.showRange(visibleRange, true);
    else if (before.location !== location && !visibleRange && this.settleTimer !== undefined)
      this.goTo(undefined, true);
  }

  /** Shows a range unless it is already visible; undefined is the default view. */
  protected showRange(range: VisibleRange | undefined, animated: boolean): void {
    if (!isSameRange(range, this.lastRange)) this.goTo(range, animated);
  }

  protected goTo(range: VisibleRange | undefined, animated: boolean): void {
    this.lastRange = range;
    const { from, to, rowsBefore = this.home.rowsBefore } = range ?? this.home;
    const scrollTo = this.clampScroll(this.fromRoot(rowsBefore * ROW_HEIGHT));
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!animated || prefersReducedMotion) {
      this.animation = undefined;
      this.viewport = { from, to };
      this.scrollTop = scrollTo;
    } else {
      const { viewport, scrollTop: scrollFrom } = this;
      this.animation = { from: viewport, to: { from, to }, scrollFrom, scrollTo, start: performance.now() };
    }
    this.requestPaint();
  }

  /** True in the default view and while animating to it. */
  protected get followsHome(): boolean {
    return this.lastRange === undefined && (this.animation !== undefined || this.isHome());
  }

  /** Scrolls to the default view, which depends on the number of rows; redirects a running animation to it. */
  protected followHome(): void {
    const top = this.clampScroll(this.fromRoot(this.home.rowsBefore * ROW_HEIGHT));
    if (this.animation) this.animation.scrollTo = top;
    else this.scrollTop = top;
  }

  protected get scrollTop(): number {
    return this.elements.scroller.scrollTop;
  }

  protected set scrollTop(top: number) {
    this.elements.scroller.scrollTop = top;
  }

  /** The position under `x`, as a fraction of the total width. */
  protected positionAt(x: number): number {
    const { from, to } = this.viewport;
    return from + ((to - from) * x) / this.width;
  }

  /**
   * Makes the selected node visible: zooms in if it is too narrow to see, or pans to center it if it is out of view. Reports the
   * new range immediately, because the next command may start from it.
   */
  protected reveal(scene: Scene): void {
    this.revealRow(scene);
    const { viewport } = this;
    const { from, to } = this.positionOf(scene);
    const width = viewport.to - viewport.from;
    if (to - from < width / 200) {
      const half = Math.max((to - from) * 10, 1e-9);
      this.moveTo(zoomAt({ from: from - half, to: to + half }, 0.5, 1));
    } else if (to <= viewport.from || from >= viewport.to) {
      this.moveTo(panBy(viewport, ((from + to) / 2 - (viewport.from + viewport.to) / 2) / width));
    }
    this.report();
  }

  /** Scrolls as little as possible to make the row of the selected node visible. */
  protected revealRow(scene: Scene): void {
    const { top, covered } = this.positionOf(scene);
    this.animation = undefined;
    if (top < this.scrollTop + covered) this.scrollTop = top - covered;
    else if (top + ROW_HEIGHT > this.scrollTop + this.height) this.scrollTop = top + ROW_HEIGHT - this.height;
  }

  protected requestPaint(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      this.animate(now);
      this.paint();
      this.reportSoon();
    });
  }

  /** Fits the elements to the size of the canvas and the number of rows. Keeps the root visible if it was. */
  protected layOut(wasAtEnd = this.isAtEnd()): void {
    this.elements.spacer.style.height = `${this.contentHeight}px`;
    this.painter.resize(this.width, this.height);
    if (this.growsUp && wasAtEnd) this.scrollTop = this.contentHeight;
  }

  /** Makes room for more rows of the same graph. The visible part stays in place, and a running animation continues. */
  protected grow(): void {
    const { spacer } = this.elements;
    const addedAbove = this.growsUp ? this.contentHeight - spacer.offsetHeight : 0;
    const { scrollTop, animation } = this;
    spacer.style.height = `${this.contentHeight}px`;
    this.scrollTop = scrollTop + addedAbove;
    if (animation) {
      animation.scrollFrom += addedAbove;
      animation.scrollTo += addedAbove;
    }
    this.updateHover();
  }

  /** Updates the hovered node after the scene has changed. */
  protected updateHover(): void {
    if (this.pointer) this.hover(this.pointer.x, this.pointer.y);
  }

  private hover(x: number, y: number): void {
    this.pointer = { x, y };
    const node = this.nodeAtPoint(x, y);
    const { left, top } = this.elements.canvas.getBoundingClientRect();
    this.events.hover(node, left + x, top + y);
    if (this.isSame(node, this.hovered)) return;
    this.hovered = node;
    this.requestPaint();
  }

  private leave(): void {
    this.pointer = undefined;
    this.hovered = undefined;
    this.events.hover(undefined, 0, 0);
    this.requestPaint();
  }

  private moveTo(viewport: Viewport): void {
    this.animation = undefined;
    this.viewport = viewport;
    this.requestPaint();
  }

  private pan(dx: number, dy: number): void {
    this.scrollTop -= dy;
    this.moveTo(panBy(this.viewport, -dx / this.width));
  }

  /** Called between layout and paint, so the new picture appears in the same frame. */
  private resize(): void {
    const isFirst = this.width === 0;
    const wasAtEnd = this.isAtEnd();
    const { followsHome } = this;
    this.width = this.elements.scroller.clientWidth;
    this.height = this.elements.scroller.clientHeight;
    this.layOut(wasAtEnd);
    if (isFirst) this.onFirstLayout();
    else if (followsHome) this.followHome();
    this.paint();
  }

  private paint(): void {
    const { scene, viewport, hovered, width, height, contentHeight, scrollTop } = this;
    if (scene && width > 0) {
      this.painter.paint(scene, { viewport, hovered, width, height, contentHeight, scrollTop });
      // Benchmarks measure the time from a click to this mark.
      if (this.isNew) performance.mark('pyrograph:picture');
      this.isNew = false;
    }
    // Tells the stylesheet whether there are more rows beyond an edge.
    const { scroller } = this.elements;
    scroller.toggleAttribute('data-more-above', scrollTop > 1);
    scroller.toggleAttribute('data-more-below', scrollTop + height < contentHeight - 1);
  }

  private reportSoon(): void {
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => {
      this.settleTimer = undefined;
      this.report();
    }, SETTLE_DELAY);
  }

  /** Reports the visible range if it has changed. */
  private report(): void {
    if (this.animation || this.width === 0) return;
    const rowsBefore = this.fromRoot(this.scrollTop) / ROW_HEIGHT;
    const range = this.isHome() ? undefined : { ...this.viewport, rowsBefore };
    if (isSameRange(range, this.lastRange)) return;
    this.lastRange = range;
    this.events.settled(range);
  }

  private isHome(): boolean {
    const { from, to } = this.viewport;
    const { home } = this;
    const near = (HOME_TOLERANCE / this.width) * (to - from);
    return (
      Math.abs(from - home.from) <= near &&
      Math.abs(to - home.to) <= near &&
      Math.abs(this.scrollTop - this.clampScroll(this.fromRoot(home.rowsBefore * ROW_HEIGHT))) < 1
    );
  }

  private isAtEnd(): boolean {
    return this.scrollTop + this.height >= this.elements.spacer.offsetHeight - 1;
  }

  /** Converts a scroll position to its distance from the end where the root is, or back. */
  private fromRoot(top: number): number {
    return this.growsUp ? this.contentHeight - this.height - top : top;
  }

  private clampScroll(top: number): number {
    return clamp(top, this.contentHeight - this.height);
  }

  private animate(now: number): void {
    if (!this.animation) return;
    const { from, to, scrollFrom, scrollTo, start } = this.animation;
    const passed = Math.min(1, Math.max(0, (now - start) / ANIMATION_DURATION));
    // Cubic ease-out. Not imported from d3-ease, because the import would load all of it.
    const t = 1 - (1 - passed) ** 3;
    this.viewport = interpolate(from, to, t);
    this.scrollTop = scrollFrom + (scrollTo - scrollFrom) * t;
    if (t < 1) this.requestPaint();
    else this.animation = undefined;
  }
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
