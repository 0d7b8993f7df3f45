// Stacks in time order on a canvas. `show` sets the scene, and events report user actions.

import { ROW } from './raster.ts';
import type { TimeNodeAt, TimeOrder } from '../model/session.ts';
import { nodeAt, depthOf, chainOf, type VisibleRange } from '../model/tree.ts';
import { Chart, type ChartElements, type Home } from './chart.ts';
import { AXIS, TimePainter, type TimeScene } from './time-painter.ts';
import { HEAD, rowAtHeight, timeRows, topOfRow, type TimeRows } from './time-rows.ts';
import { WHOLE } from '../model/viewport.ts';

export interface TimeEvents {
  /** The box under the pointer, and the pointer's position in the window in CSS pixels. */
  hover(at: TimeNodeAt | undefined, x: number, y: number): void;
  /** A click; undefined outside of all boxes. */
  pick(at: TimeNodeAt | undefined): void;
  /** A double click. */
  pickTwice(): void;
  /** The visible range has changed; undefined for the whole time range. */
  settled(range: VisibleRange | undefined): void;
}

const NOTHING: TimeRows = timeRows([], AXIS);

export class TimeChart extends Chart {
  private readonly events: TimeEvents;
  private readonly painter: TimePainter;
  private scene: TimeScene | undefined;
  private rows = NOTHING;
  private hovered: TimeNodeAt | undefined;
  /** The pointer's position on the canvas; undefined while it is elsewhere. */
  private pointer: { readonly x: number; readonly y: number } | undefined;
  private isNew = false;

  constructor(elements: ChartElements, events: TimeEvents) {
    super(
      elements,
      {
        click: (x, y) => events.pick(this.nodeAtPoint(x, y)),
        doubleClick: () => events.pickTwice(),
        hover: (x, y) => this.hover(x, y),
        leave: () => this.leave(),
      },
      (range) => events.settled(range),
    );
    this.events = events;
    this.painter = new TimePainter(elements.canvas);
  }

  /** Replaces the scene. A newly selected box becomes visible. */
  show(scene: TimeScene): void {
    const before = this.scene;
    this.scene = scene;
    if (before?.order !== scene.order) {
      this.rows = timeRows(scene.order.lanes, AXIS);
      this.hovered = undefined;
      this.isNew = true;
      this.layOut();
      // The visible range stays if the time range is the same.
      if (!before || !isSameTime(before.order, scene.order))
        this.goTo(before ? undefined : scene.visibleRange, false);
      // The new order may have a box under the pointer.
      else if (this.pointer) this.hover(this.pointer.x, this.pointer.y);
      // When the user switches here from a graph, the selected box is scrolled into view, without changing the visible time
      // range.
      const isNewSelection = before ? before.selected.node === 0 : !scene.visibleRange;
      if (isNewSelection && scene.selected.node > 0) this.revealRowOf(scene.selected);
    } else if (!isSameNode(before.selected, scene.selected)) this.reveal(scene.selected);
    else if (before.visibleRange !== scene.visibleRange) this.see(scene.visibleRange, true);
    else if (before.location !== scene.location && !scene.visibleRange && this.isUnsettled)
      this.goTo(undefined, true);
    this.requestPaint();
  }

  protected get home(): Home {
    return { viewport: WHOLE, top: 0 };
  }

  protected rowsBeforeAt(top: number): number {
    return top / ROW;
  }

  protected topWith(rowsBefore: number): number {
    return rowsBefore * ROW;
  }

  /** The box at a position in the window, in CSS pixels. */
  nodeAtClient(clientX: number, clientY: number): TimeNodeAt | undefined {
    const { left, top } = this.corner;
    return this.nodeAtPoint(clientX - left, clientY - top);
  }

  /** The lower left corner of the visible part of the selected box, in the window. */
  positionOfSelected(): { x: number; y: number } {
    if (!this.scene) return this.inWindow(0, 0);
    const { lane, node } = this.scene.selected;
    const { tree } = this.rows.lanes[lane];
    const chain = chainOf(tree, node);
    const down = topOfRow(this.rows, lane, depthOf(tree, node, chain)) + ROW;
    return this.inWindow(this.pixelAt(tree.start[chain] / tree.total[0]), down - this.scrollTop);
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
    // For benchmarks: the user waits from a click until this mark.
    if (this.isNew) performance.mark('pyrograph:picture');
    this.isNew = false;
  }

  private layOut(): void {
    this.elements.spacer.style.height = `${this.contentHeight}px`;
    this.painter.resize(this.width, this.height);
  }

  private revealRowOf({ lane, node }: TimeNodeAt): void {
    const above = node === 0 ? AXIS : AXIS + HEAD;
    this.revealRow(topOfRow(this.rows, lane, depthOf(this.rows.lanes[lane].tree, node)), ROW, above);
  }

  private reveal(at: TimeNodeAt): void {
    this.revealRowOf(at);
    const { lane, node } = at;
    const { tree } = this.rows.lanes[lane];
    const chain = chainOf(tree, node);
    const from = tree.start[chain] / tree.total[0];
    if (node > 0) this.revealPart(from, from + tree.total[chain] / tree.total[0]);
  }

  private hover(x: number, y: number): void {
    this.pointer = { x, y };
    const at = this.nodeAtPoint(x, y);
    const { left, top } = this.corner;
    this.events.hover(at, left + x, top + y);
    if (isSameNode(at, this.hovered)) return;
    this.hovered = at;
    this.requestPaint();
  }

  private leave(): void {
    this.pointer = undefined;
    this.hovered = undefined;
    this.events.hover(undefined, 0, 0);
    this.requestPaint();
  }

  private nodeAtPoint(x: number, y: number): TimeNodeAt | undefined {
    if (y < AXIS) return undefined;
    const row = rowAtHeight(this.rows, y + this.scrollTop);
    if (!row) return undefined;
    const { lane, depth } = row;
    // The name of a scrolled lane stays at the top and covers the boxes below it.
    if (depth === 0 || (y < AXIS + HEAD && topOfRow(this.rows, lane, 0) < this.scrollTop + AXIS))
      return { lane, node: 0 };
    const { tree } = this.rows.lanes[lane];
    const node = nodeAt(tree, this.positionAt(x) * tree.total[0], depth);
    return node > 0 ? { lane, node } : undefined;
  }
}

function isSameNode(a: TimeNodeAt | undefined, b: TimeNodeAt | undefined): boolean {
  return a?.lane === b?.lane && a?.node === b?.node;
}

function isSameTime(a: TimeOrder, b: TimeOrder): boolean {
  return a.from === b.from && a.length === b.length;
}
