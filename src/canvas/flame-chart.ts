// One flame graph on a canvas: `show` says what to draw, the events say what a person did to it.

import { NONE } from '../model/profile.ts';
import { boxAt, depthOf, runOf } from '../model/tree.ts';
import { Chart, type ChartElements } from './chart.ts';
import { FlamePainter, ROW, rowTop, type Scene } from './flame-painter.ts';
import { zoomAt } from './viewport.ts';

/** Rows of what a zoomed box stands on that stay in sight. */
const ROWS_BEFORE = 3;

export interface ChartEvents {
  /** The box under the pointer (NONE for none) and where the pointer is, in CSS pixels of the window. */
  hover(box: number, x: number, y: number): void;
  /** A click; NONE on the background. */
  pick(box: number): void;
}

export class FlameChart extends Chart {
  private readonly painter: FlamePainter;
  private scene: Scene | undefined;
  private hovered = NONE;
  /** Has this tree not been painted yet? */
  private isNew = false;

  constructor(elements: ChartElements, events: ChartEvents) {
    super(elements, {
      click: (x, y) => events.pick(this.boxAtPoint(x, y)),
      hover: (x, y) => this.hover(x, y, events),
      leave: () => this.leave(events),
    });
    this.painter = new FlamePainter(elements.canvas);
  }

  /** Draws this from now on. A zoomed or selected box that is another than before is brought into sight. */
  show(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    const { tree } = scene;
    const isNewPicture = before?.tree !== tree || before.direction !== scene.direction;
    if (before?.tree !== tree) {
      this.hovered = NONE;
      this.isNew = true;
    }
    if (this.width === 0) return;
    if (isNewPicture) {
      this.layOut(this.isAtEnd());
      this.zoomTo(scene.zoomed, false);
    } else if (before.zoomed !== scene.zoomed) this.zoomTo(scene.zoomed, true);
    else if (before.selected !== scene.selected) this.reveal(scene.selected);
    this.requestPaint();
  }

  /** Shows the zoomed box in full again, whatever the wheel and the pointer did since. */
  refit(): void {
    if (this.scene) this.zoomTo(this.scene.zoomed, true);
  }

  protected get contentHeight(): number {
    return Math.max(this.height, (this.scene?.tree.rows ?? 1) * ROW);
  }

  protected resized(isFirst: boolean, wasAtRoot: boolean): void {
    this.layOut(wasAtRoot);
    if (isFirst && this.scene) this.zoomTo(this.scene.zoomed, false);
  }

  protected paint(): void {
    if (!this.scene) return;
    const { viewport, hovered, width, height, contentHeight, scrollTop } = this;
    this.painter.paint(this.scene, { viewport, hovered, width, height, contentHeight, scrollTop });
    // For whoever measures: the time from a click to here is what a person waits.
    if (this.isNew) performance.mark('pyrograph:picture');
    this.isNew = false;
  }

  private rowTop(depth: number): number {
    return rowTop(this.scene?.direction ?? 'flame', this.contentHeight, depth);
  }

  private layOut(wasAtRoot: boolean): void {
    this.elements.spacer.style.height = `${this.contentHeight}px`;
    this.painter.resize(this.width, this.height);
    if (this.scene?.direction === 'flame' && wasAtRoot) this.scrollTop = this.contentHeight;
  }

  private zoomTo(box: number, animated: boolean): void {
    if (!this.scene) return;
    const { tree, direction } = this.scene;
    const run = runOf(tree, box);
    const all = tree.total[0] || 1;
    // Also of a box without any weight something is seen.
    const to = zoomAt({ from: tree.start[run] / all, to: (tree.start[run] + tree.total[run]) / all }, 0.5, 1);
    const depth = Math.max(0, depthOf(tree, box, run) - ROWS_BEFORE);
    const down = direction === 'icicle' ? this.rowTop(depth) : this.rowTop(depth) + ROW - this.height;
    this.travelTo(to, down, animated);
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

  private hover(x: number, y: number, events: ChartEvents): void {
    const box = this.boxAtPoint(x, y);
    const { left, top } = this.elements.canvas.getBoundingClientRect();
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
    const down = y + this.scrollTop;
    const depth = Math.floor((direction === 'icicle' ? down : this.contentHeight - down) / ROW);
    return boxAt(tree, this.placeAt(x) * tree.total[0], depth);
  }
}
