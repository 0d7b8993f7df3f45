// A flame graph on a canvas. `show` sets the scene, and events report user actions.

import { NONE } from '../../model/profile.ts';
import { homeRange, withoutEmptyRows } from '../../model/home-range.ts';
import { extentOf, nodeAt, depthOf, type VisibleRange } from '../../model/tree.ts';
import { Chart, type ChartElements, type ChartEvents, type HomeRange } from '../chart/chart.ts';
import { FlamePainter, rowTop, type FlameScene } from './flame-painter.ts';
import { ROW_HEIGHT } from '../boxes/raster.ts';
import { zoomAt } from '../../model/viewport.ts';

export class FlameChart extends Chart<FlameScene, number> {
  protected readonly painter: FlamePainter;

  constructor(elements: ChartElements, events: ChartEvents<number>) {
    super(elements, events);
    this.painter = new FlamePainter(elements.canvas);
  }

  /** Replaces the scene. A newly zoomed or selected box becomes visible. */
  show(scene: FlameScene): void {
    const { scene: before, followsHome } = this;
    this.scene = scene;
    const { tree, direction } = scene;
    if (before?.tree !== tree) {
      this.hovered = undefined;
      this.isNew = true;
    }
    if (this.width === 0) return;
    if (before && before.tree !== tree && isContinued(before, scene)) {
      this.grow();
      // More of the callees may have arrived.
      if (followsHome && !scene.visibleRange) this.followHome();
      else this.showRange(scene.visibleRange, false);
    } else if (before?.tree !== tree || before.direction !== direction) {
      this.layOut();
      this.goTo(this.rangeIn(scene, before), false);
    } else if (before.zoomed !== scene.zoomed) this.goTo(scene.visibleRange, true);
    // The box under the pointer is already visible.
    else if (before.selected !== scene.selected && scene.selected !== this.hovered) this.reveal(scene);
    else this.updateRange(before, scene);
    this.requestPaint();
  }

  protected override get growsUp(): boolean {
    return this.scene?.direction === 'flame';
  }

  protected get contentHeight(): number {
    if (!this.scene) return this.height;
    const { tree, root } = this.scene;
    return Math.max(this.height, (tree.rows - depthOf(tree, root)) * ROW_HEIGHT);
  }

  protected override onFirstLayout(): void {
    if (this.scene) this.goTo(this.scene.visibleRange, false);
  }

  /** The zoomed box with some of its callers. */
  protected override get home(): HomeRange {
    if (!this.scene) return super.home;
    const range = homeRange(this.scene, this.rowsInView);
    // zoomAt limits the zoom, so the range is not empty for a box without weight.
    return { ...range, ...zoomAt(range, 0.5, 1) };
  }

  private get rowsInView(): number {
    return Math.floor(this.height / ROW_HEIGHT);
  }

  /** The requested range, but not scrolled beyond the last row of a new tree. */
  private rangeIn(scene: FlameScene, before: FlameScene | undefined): VisibleRange | undefined {
    const { visibleRange: range, tree } = scene;
    if (!range || !before || before.tree === tree) return range;
    return { ...range, rowsBefore: withoutEmptyRows(scene, range, this.rowsInView) };
  }

  protected positionOf(scene: FlameScene) {
    const { tree, selected } = scene;
    const top = rowTop(scene, this.contentHeight, depthOf(tree, selected));
    return { ...extentOf(tree, selected), top, covered: 0 };
  }

  protected nodeAtPoint(x: number, y: number): number | undefined {
    if (!this.scene) return undefined;
    const { tree, root } = this.scene;
    const down = y + this.scrollTop;
    const row = Math.floor((this.growsUp ? this.contentHeight - down : down) / ROW_HEIGHT);
    const box = nodeAt(tree, this.positionAt(x) * tree.total[0], depthOf(tree, root) + row);
    return box === NONE ? undefined : box;
  }
}

/** True if a complete tree replaces a partial tree of the same graph; the view must not move in that case. */
function isContinued(before: FlameScene, scene: FlameScene): boolean {
  const [from, to] = [before, scene].map(({ tree, root, zoomed }) => ({
    ...extentOf(tree, zoomed),
    depth: depthOf(tree, zoomed) - depthOf(tree, root),
  }));
  return (
    before.options === scene.options &&
    before.direction === scene.direction &&
    before.tree.func[before.root] === scene.tree.func[scene.root] &&
    from.from === to.from &&
    from.to === to.to &&
    from.depth === to.depth
  );
}
