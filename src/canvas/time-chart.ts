// Stacks in the order of time on a canvas: `show` says what to draw, the events say what a person did to it.

import { ROW } from './raster.ts';
import type { TimeOrder } from '../model/session.ts';
import { boxAt, depthOf, runOf, type Seen } from '../model/tree.ts';
import { Chart, type ChartElements, type Home } from './chart.ts';
import { AXIS, TimePainter, type TimeScene } from './time-painter.ts';
import { HEAD, rowAtHeight, timeRows, topOfRow, type Place, type TimeRows } from './time-rows.ts';
import { WHOLE, zoomAt } from './viewport.ts';

export interface TimeEvents {
  /** The box under the pointer and where the pointer is, in CSS pixels of the window. */
  hover(place: Place | undefined, x: number, y: number): void;
  /** A click; undefined beside all boxes. */
  pick(place: Place | undefined): void;
  /** What is seen has changed; undefined for all of it. */
  settled(seen: Seen | undefined): void;
}

const NOTHING: TimeRows = timeRows([], AXIS);

export class TimeChart extends Chart {
  private readonly events: TimeEvents;
  private readonly painter: TimePainter;
  private scene: TimeScene | undefined;
  private rows = NOTHING;
  private hovered: Place | undefined;
  /** Where the pointer is over the canvas; undefined while it is elsewhere. */
  private pointer: { readonly x: number; readonly y: number } | undefined;
  private isNew = false;

  constructor(elements: ChartElements, events: TimeEvents) {
    super(
      elements,
      {
        click: (x, y) => events.pick(this.placeAtPoint(x, y)),
        doubleClick: () => {
          if (this.scene) this.zoomTo(this.scene.selected);
        },
        hover: (x, y) => this.hover(x, y),
        leave: () => this.leave(),
      },
      (seen) => events.settled(seen),
    );
    this.events = events;
    this.painter = new TimePainter(elements.canvas);
  }

  /** Draws this from now on. A selected box that is another than before is brought into sight. */
  show(scene: TimeScene): void {
    const before = this.scene;
    this.scene = scene;
    if (before?.order !== scene.order) {
      this.rows = timeRows(scene.order.lanes, AXIS);
      this.hovered = undefined;
      this.isNew = true;
      this.layOut();
      // Of the same time the same part is seen on.
      if (!before || !isSameTime(before.order, scene.order))
        this.goTo(before ? undefined : scene.seen, false);
      // There may be more than before of what is under the pointer.
      else if (this.pointer) this.hover(this.pointer.x, this.pointer.y);
      // Who comes from a graph is on a box of it, and sees as much of the time as he would.
      const isBrought = before ? before.selected.box === 0 : !scene.seen;
      if (isBrought && scene.selected.box > 0) this.revealRowOf(scene.selected);
    } else if (!isSamePlace(before.selected, scene.selected)) this.reveal(scene.selected);
    else if (before.seen !== scene.seen) this.see(scene.seen, true);
    this.requestPaint();
  }

  /** Shows all of the time again. */
  refit(): void {
    this.travelTo(WHOLE, this.scrollTop, true);
  }

  protected get home(): Home {
    return { viewport: WHOLE, top: 0 };
  }

  protected pastAt(top: number): number {
    return top / ROW;
  }

  protected topWith(past: number): number {
    return past * ROW;
  }

  /** Makes a box fill the width. */
  zoomTo({ lane, box }: Place): void {
    const { tree } = this.rows.lanes[lane];
    const run = runOf(tree, box);
    const from = tree.start[run] / tree.total[0];
    const top = topOfRow(this.rows, lane, depthOf(tree, box, run));
    const isInSight = top >= this.scrollTop + AXIS && top + ROW <= this.scrollTop + this.height;
    this.travelTo(
      zoomAt({ from, to: from + tree.total[run] / tree.total[0] }, 0.5, 1),
      isInSight ? this.scrollTop : top - AXIS - HEAD,
      true,
    );
  }

  /** What is under a place of the window, in CSS pixels. */
  placeUnder(clientX: number, clientY: number): Place | undefined {
    const { left, top } = this.corner;
    return this.placeAtPoint(clientX - left, clientY - top);
  }

  /** Where in the window the selected box is, as far as it is seen: the lower left corner of what is seen of it. */
  placeOfSelected(): { x: number; y: number } {
    if (!this.scene) return this.inWindow(0, 0);
    const { lane, box } = this.scene.selected;
    const { tree } = this.rows.lanes[lane];
    const run = runOf(tree, box);
    const down = topOfRow(this.rows, lane, depthOf(tree, box, run)) + ROW;
    return this.inWindow(this.pixelAt(tree.start[run] / tree.total[0]), down - this.scrollTop);
  }

  protected get contentHeight(): number {
    return Math.max(this.height, this.rows.height);
  }

  protected resized(): void {
    this.layOut();
  }

  protected paint(): void {
    if (!this.scene || this.width === 0) return;
    const { rows, viewport, hovered, width, height, scrollTop } = this;
    this.painter.paint(this.scene, { rows, viewport, hovered, width, height, scrollTop });
    // For whoever measures: the time from a click to here is what a person waits.
    if (this.isNew) performance.mark('pyrograph:picture');
    this.isNew = false;
  }

  private layOut(): void {
    this.elements.spacer.style.height = `${this.contentHeight}px`;
    this.painter.resize(this.width, this.height);
  }

  private revealRowOf({ lane, box }: Place): void {
    const above = box === 0 ? AXIS : AXIS + HEAD;
    this.revealRow(topOfRow(this.rows, lane, depthOf(this.rows.lanes[lane].tree, box)), ROW, above);
  }

  private reveal(place: Place): void {
    this.revealRowOf(place);
    const { lane, box } = place;
    const { tree } = this.rows.lanes[lane];
    const run = runOf(tree, box);
    const from = tree.start[run] / tree.total[0];
    if (box > 0) this.revealPart(from, from + tree.total[run] / tree.total[0]);
  }

  private hover(x: number, y: number): void {
    this.pointer = { x, y };
    const place = this.placeAtPoint(x, y);
    const { left, top } = this.corner;
    this.events.hover(place, left + x, top + y);
    if (isSamePlace(place, this.hovered)) return;
    this.hovered = place;
    this.requestPaint();
  }

  private leave(): void {
    this.pointer = undefined;
    this.hovered = undefined;
    this.events.hover(undefined, 0, 0);
    this.requestPaint();
  }

  private placeAtPoint(x: number, y: number): Place | undefined {
    if (y < AXIS) return undefined;
    const row = rowAtHeight(this.rows, y + this.scrollTop);
    if (!row) return undefined;
    const { lane, depth } = row;
    // The name of a lane covers what is under it while the lane is scrolled.
    if (depth === 0 || (y < AXIS + HEAD && topOfRow(this.rows, lane, 0) < this.scrollTop + AXIS))
      return { lane, box: 0 };
    const { tree } = this.rows.lanes[lane];
    const box = boxAt(tree, this.placeAt(x) * tree.total[0], depth);
    return box > 0 ? { lane, box } : undefined;
  }
}

function isSamePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a?.lane === b?.lane && a?.box === b?.box;
}

function isSameTime(a: TimeOrder, b: TimeOrder): boolean {
  return a.from === b.from && a.length === b.length;
}
