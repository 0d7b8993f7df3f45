// Stacks in time order on a canvas. `show` sets the scene, and events report user actions.

import type { TimeOrder } from '../../model/session.ts';
import type { TimeNodeAt } from '../../model/tree.ts';
import { depthOf, extentOf, nodeAt } from '../../model/tree.ts';
import { Chart, type ChartElements, type ChartEvents } from '../chart/chart.ts';
import { TimePainter, type TimeScene } from './time-painter.ts';
import { AXIS_HEIGHT, NAME_HEIGHT, rowAtHeight, timeRows, topOfRow } from './time-rows.ts';

export class TimeChart extends Chart<TimeScene, TimeNodeAt> {
  protected readonly painter: TimePainter;
  private rows = timeRows([]);

  constructor(elements: ChartElements, events: ChartEvents<TimeNodeAt>) {
    super(elements, events);
    this.painter = new TimePainter(elements.canvas);
  }

  /** Replaces the scene. A newly selected box becomes visible. */
  show(scene: TimeScene): void {
    const before = this.scene;
    this.scene = scene;
    if (before?.order !== scene.order || before.open !== scene.open)
      this.rows = timeRows(scene.order.lanes, scene.open);
    if (before?.order !== scene.order) {
      this.hovered = undefined;
      this.isNew = true;
      this.layOut();
      // The visible range stays if the time range is the same.
      if (!before || !isSameTime(before.order, scene.order))
        this.goTo(before ? undefined : scene.visibleRange, false);
      else this.updateHover();
      // When the user switches here from another view, the selected box is scrolled into view without changing the visible
      // time range.
      const isNewSelection = before ? before.selected.node === 0 : !scene.visibleRange;
      if (isNewSelection && scene.selected.node > 0) this.revealRow(scene);
    } else if (before.open !== scene.open) {
      // Only lanes below the opened one move.
      this.layOut();
      this.revealRow(scene);
    } else if (!this.isSame(before.selected, scene.selected)) this.reveal(scene);
    else this.updateRange(before, scene);
    this.requestPaint();
  }

  protected get contentHeight(): number {
    return Math.max(this.height, this.rows.height);
  }

  protected override isSame(a: TimeNodeAt | undefined, b: TimeNodeAt | undefined): boolean {
    return a?.lane === b?.lane && a?.node === b?.node;
  }

  protected positionOf({ selected: { lane, node } }: TimeScene) {
    const { tree } = this.rows.lanes[lane];
    const top = topOfRow(this.rows, lane, depthOf(tree, node));
    return { ...extentOf(tree, node), top, covered: node === 0 ? AXIS_HEIGHT : AXIS_HEIGHT + NAME_HEIGHT };
  }

  protected nodeAtPoint(x: number, y: number): TimeNodeAt | undefined {
    if (y < AXIS_HEIGHT) return undefined;
    const row = rowAtHeight(this.rows, y + this.scrollTop);
    if (!row) return undefined;
    const { lane, depth } = row;
    // The name of a scrolled lane stays at the top and covers the boxes below it.
    if (
      depth === 0 ||
      (y < AXIS_HEIGHT + NAME_HEIGHT && topOfRow(this.rows, lane, 0) < this.scrollTop + AXIS_HEIGHT)
    )
      return { lane, node: 0 };
    const { tree } = this.rows.lanes[lane];
    const node = nodeAt(tree, this.positionAt(x) * tree.total[0], depth);
    return node > 0 ? { lane, node } : undefined;
  }
}

function isSameTime(a: TimeOrder, b: TimeOrder): boolean {
  return a.from === b.from && a.length === b.length;
}
