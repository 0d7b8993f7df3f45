// One flame graph on a canvas: `show` says what to draw, the events say what a person did to it.

import { NONE } from '../model/profile.ts';
import { boxAt, depthOf, runOf, type Seen } from '../model/tree.ts';
import { Chart, type ChartElements, type Home } from './chart.ts';
import { FlamePainter, rowTop, type Scene } from './flame-painter.ts';
import { ROW } from './raster.ts';
import { WHOLE, zoomAt } from './viewport.ts';

/** Rows of what a zoomed box stands on that stay in sight. */
const ROWS_BEFORE = 3;

export interface ChartEvents {
  /** The box under the pointer (NONE for none) and where the pointer is, in CSS pixels of the window. */
  hover(box: number, x: number, y: number): void;
  /** A click, perhaps with the Alt key held; NONE on the background. */
  pick(box: number, alt: boolean): void;
  /** The second click at one place: the box that the first of them picked. */
  pickTwice(box: number): void;
  /** What is seen has changed; undefined for what the zoomed box shows. */
  settled(seen: Seen | undefined): void;
}

export class FlameChart extends Chart {
  private readonly events: ChartEvents;
  private readonly painter: FlamePainter;
  private scene: Scene | undefined;
  private hovered = NONE;
  /** Where the pointer is over the canvas; undefined while it is elsewhere. */
  private pointer: { readonly x: number; readonly y: number } | undefined;
  /** What the last two clicks picked: after the first the picture moves, so that the second hits another box. */
  private picked: [before: number, last: number] = [NONE, NONE];
  /** Has this tree not been painted yet? */
  private isNew = false;

  constructor(elements: ChartElements, events: ChartEvents) {
    super(
      elements,
      {
        click: (x, y, alt) => {
          const box = this.boxAtPoint(x, y);
          this.picked = [this.picked[1], box];
          events.pick(box, alt);
        },
        doubleClick: () => this.picked[0] !== NONE && events.pickTwice(this.picked[0]),
        hover: (x, y) => this.hover(x, y),
        leave: () => this.leave(),
      },
      (seen) => events.settled(seen),
    );
    this.events = events;
    this.painter = new FlamePainter(elements.canvas);
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
    if (before && before.tree === scene.grownFrom && before.direction === direction) {
      this.grow();
      this.see(scene.seen, false);
    } else if (before?.tree !== tree || before.direction !== direction) {
      this.layOut(this.isAtEnd());
      this.goTo(scene.seen, false);
    } else if (before.zoomed !== scene.zoomed) this.goTo(scene.seen, true);
    // What is under the pointer is in sight.
    else if (before.selected !== scene.selected && scene.selected !== this.hovered)
      this.reveal(scene.selected);
    else if (before.seen !== scene.seen) this.see(scene.seen, true);
    this.requestPaint();
  }

  /** Shows the zoomed box in full again, whatever the wheel and the pointer did since. */
  refit(): void {
    this.goTo(undefined, true);
  }

  /** The box at a place of the window; NONE where there is none. */
  boxAtClient(x: number, y: number): number {
    const { left, top } = this.corner;
    return this.boxAtPoint(x - left, y - top);
  }

  /** Where in the window the focused box is, as far as it is seen: the lower left corner of what is seen of it. */
  placeOfSelected(): { x: number; y: number } {
    if (!this.scene) return this.inWindow(0, 0);
    const { tree, selected } = this.scene;
    const run = runOf(tree, selected);
    const x = this.pixelAt(tree.start[run] / (tree.total[0] || 1));
    return this.inWindow(x, this.rowTop(depthOf(tree, selected, run)) + ROW - this.scrollTop);
  }

  protected get contentHeight(): number {
    if (!this.scene) return this.height;
    const { tree, root } = this.scene;
    return Math.max(this.height, (tree.rows - depthOf(tree, root)) * ROW);
  }

  protected resized(isFirst: boolean, wasAtRoot: boolean): void {
    this.layOut(wasAtRoot);
    if (isFirst && this.scene) this.goTo(this.scene.seen, false);
  }

  protected paint(): void {
    if (!this.scene) return;
    const { viewport, hovered, width, height, contentHeight, scrollTop } = this;
    this.painter.paint(this.scene, { viewport, hovered, width, height, contentHeight, scrollTop });
    // For whoever measures: the time from a click to here is what a person waits.
    if (this.isNew) performance.mark('pyrograph:picture');
    this.isNew = false;
  }

  /** More rows of the same picture: what is seen stays where it is, and so does a zoom on its way. */
  private grow(): void {
    const { spacer } = this.elements;
    const by = this.scene?.direction === 'flame' ? this.contentHeight - spacer.offsetHeight : 0;
    const { scrollTop } = this;
    spacer.style.height = `${this.contentHeight}px`;
    this.scrollTop = scrollTop + by;
    this.shiftTravel(by);
    const { pointer } = this;
    if (pointer) this.hover(pointer.x, pointer.y);
  }

  private rowTop(depth: number): number {
    return this.scene ? rowTop(this.scene, this.contentHeight, depth) : 0;
  }

  private layOut(wasAtRoot: boolean): void {
    this.elements.spacer.style.height = `${this.contentHeight}px`;
    this.painter.resize(this.width, this.height);
    if (this.scene?.direction === 'flame' && wasAtRoot) this.scrollTop = this.contentHeight;
  }

  /** The zoomed box in full, with some of what it stands on. */
  protected get home(): Home {
    if (!this.scene) return { viewport: WHOLE, top: 0 };
    const { tree, direction, root, zoomed } = this.scene;
    const run = runOf(tree, zoomed);
    const all = tree.total[0] || 1;
    const [from, to] = [tree.start[run] / all, (tree.start[run] + tree.total[run]) / all];
    const depth = Math.max(depthOf(tree, root), depthOf(tree, zoomed, run) - ROWS_BEFORE);
    const top = direction === 'icicle' ? this.rowTop(depth) : this.rowTop(depth) + ROW - this.height;
    // Also of a box without any weight something is seen.
    return { viewport: zoomAt({ from, to }, 0.5, 1), top };
  }

  protected pastAt(top: number): number {
    return (this.scene?.direction === 'icicle' ? top : this.contentHeight - this.height - top) / ROW;
  }

  protected topWith(past: number): number {
    const down = past * ROW;
    return this.scene?.direction === 'icicle' ? down : this.contentHeight - this.height - down;
  }

  /** Moves the least that brings a box into sight. */
  private reveal(box: number): void {
    if (!this.scene) return;
    const { tree } = this.scene;
    const run = runOf(tree, box);
    this.revealRow(this.rowTop(depthOf(tree, box, run)), ROW);
    const from = tree.start[run] / tree.total[0];
    this.revealPart(from, from + tree.total[run] / tree.total[0]);
  }

  private hover(x: number, y: number): void {
    this.pointer = { x, y };
    const box = this.boxAtPoint(x, y);
    const { left, top } = this.corner;
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
    const down = y + this.scrollTop;
    const row = Math.floor((direction === 'icicle' ? down : this.contentHeight - down) / ROW);
    return boxAt(tree, this.placeAt(x) * tree.total[0], depthOf(tree, root) + row);
  }
}
