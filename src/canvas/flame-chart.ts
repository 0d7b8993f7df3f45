// A flame graph on a canvas. `show` sets the scene, and events report user actions.

import { NONE } from '../model/profile.ts';
import { extentOf, homeRange, isSameRange, nodeAt, depthOf, type VisibleRange } from '../model/tree.ts';
import { Chart, type ChartElements, type ChartEvents } from './chart.ts';
import { FlamePainter, rowTop, type Scene } from './flame-painter.ts';
import { ROW } from './raster.ts';
import { zoomAt } from '../model/viewport.ts';

export class FlameChart extends Chart<Scene, number> {
  protected readonly painter: FlamePainter;

  constructor(elements: ChartElements, events: ChartEvents<number>) {
    super(elements, events);
    this.painter = new FlamePainter(elements.canvas);
  }

  /** Replaces the scene. A newly zoomed or selected box becomes visible. */
  show(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    const { tree, direction } = scene;
    if (before?.tree !== tree) {
      this.hovered = undefined;
      this.isNew = true;
    }
    if (this.width === 0) return;
    if (before && before.tree !== tree && isContinued(before, scene)) {
      this.grow();
      this.see(scene.visibleRange, false);
    } else if (before?.tree !== tree || before.direction !== direction) {
      this.layOut();
      this.goTo(scene.visibleRange, false);
    } else if (before.zoomed !== scene.zoomed) this.goTo(scene.visibleRange, true);
    // The box under the pointer is already visible.
    else if (before.selected !== scene.selected && scene.selected !== this.hovered) this.reveal(scene);
    else this.follow(before, scene);
    this.requestPaint();
  }

  protected override get growsUp(): boolean {
    return this.scene?.direction === 'flame';
  }

  protected get contentHeight(): number {
    if (!this.scene) return this.height;
    const { tree, root } = this.scene;
    return Math.max(this.height, (tree.rows - depthOf(tree, root)) * ROW);
  }

  protected override appeared(): void {
    if (this.scene) this.goTo(this.scene.visibleRange, false);
  }

  /** The zoomed box with some of its callers. */
  protected override get home(): VisibleRange {
    if (!this.scene) return super.home;
    const range = homeRange(this.scene);
    // zoomAt limits the zoom, so the range is not empty for a box without weight.
    return { ...range, ...zoomAt(range, 0.5, 1) };
  }

  protected placeOf(scene: Scene) {
    const { tree, selected } = scene;
    const top = rowTop(scene, this.contentHeight, depthOf(tree, selected));
    return { ...extentOf(tree, selected), top, covered: 0 };
  }

  protected nodeAtPoint(x: number, y: number): number | undefined {
    if (!this.scene) return undefined;
    const { tree, root } = this.scene;
    const down = y + this.scrollTop;
    const row = Math.floor((this.growsUp ? this.contentHeight - down : down) / ROW);
    const box = nodeAt(tree, this.positionAt(x) * tree.total[0], depthOf(tree, root) + row);
    return box === NONE ? undefined : box;
  }
}

/** True if a complete tree replaces a partial tree of the same graph. The view must not move then. */
function isContinued(before: Scene, scene: Scene): boolean {
  const [from, to] = [homeRange(before), homeRange(scene)];
  return (
    before.options === scene.options &&
    before.direction === scene.direction &&
    before.tree.func[before.root] === scene.tree.func[scene.root] &&
    isSameRange(from, to)
  );
}
