// A flame graph on a canvas. `show` sets the scene, and events report user actions.

import { NONE } from '../../model/profile.ts';
import {
  extentOf,
  nodeAt,
  depthOf,
  type VisibleRange,
  type CallTree,
  type InferredWeights,
  parentOf,
  chainOf,
  type Direction,
} from '../../model/tree.ts';
import {
  Chart,
  type ChartElements,
  type ChartEvents,
  type HomeRange,
  type ChartScene,
} from '../chart/chart.ts';
import { ROW_HEIGHT, paintRows, type Frame, type LabeledBox } from '../boxes/raster.ts';
import { zoomAt } from '../../model/viewport.ts';
import type { CostShares } from '../../model/costs.ts';
import { labelOf } from '../../text/labels.ts';
import { treeColors, type TreeColors } from '../colors/box-colors.ts';
import { BoxPainter, type VisibleArea } from '../chart/box-painter.ts';
import { dim } from '../colors/colors.ts';
import { withHatching, Stripes } from '../boxes/stripes.ts';
import type { Rect } from '../chart/surface.ts';

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

/** The part of a graph that its default view depends on. */
interface ZoomedGraph {
  readonly tree: CallTree;
  /** The node in the first row. */
  readonly root: number;
  readonly zoomed: number;
}

/** Number of caller rows that stay visible if not all rows of the zoomed node fit. */
const ROWS_BEFORE_ZOOMED = 3;
/** Rows whose nodes all cover a smaller share of the visible width need not be visible. */
const MIN_SHARE = 0.005;

/**
 * `rowsInView` is the number of complete rows that fit. The root stays visible if the zoomed node, its callers and its callees
 * fit; otherwise, the graph is scrolled until the last row is visible, but at minWidth three callers stay visible.
 */
export function homeRange(graph: ZoomedGraph, rowsInView: number): VisibleRange & { rowsBefore: number } {
  const { tree, root, zoomed } = graph;
  const extent = extentOf(tree, zoomed);
  const callers = depthOf(tree, zoomed) - depthOf(tree, root);
  const hidden = lastRowIn(graph, extent) + 1 - rowsInView;
  return { ...extent, rowsBefore: Math.max(0, Math.min(hidden, callers - ROWS_BEFORE_ZOOMED)) };
}

/** `rowsBefore`, or less if more than half of the rows would be empty. */
export function withoutEmptyRows(
  graph: Pick<ZoomedGraph, 'tree' | 'root'>,
  { from, to, rowsBefore = 0 }: VisibleRange,
  rowsInView: number,
): number {
  const rows = lastRowIn(graph, { from, to }) + 1;
  return rows - rowsBefore < rowsInView / 2 ? Math.max(0, rows - rowsInView) : rowsBefore;
}

/** The last row, counted from the root, with a node that covers a visible share of this part of the width. */
function lastRowIn(
  { tree, root }: Pick<ZoomedGraph, 'tree' | 'root'>,
  { from, to }: Pick<VisibleRange, 'from' | 'to'>,
): number {
  const { chains, first, end, depth, start, total } = tree;
  const [left, right] = [from * total[0], to * total[0]];
  const minWidth = (right - left) * MIN_SHARE;
  let last = 0;
  for (let chain = 0; chain < chains;) {
    const width = Math.min(right, start[chain] + total[chain]) - Math.max(left, start[chain]);
    if (width >= minWidth) {
      last = Math.max(last, depth[chain] + first[chain + 1] - first[chain] - 1);
      chain++;
    } else chain = end[chain];
  }
  return Math.max(0, last - depthOf(tree, root));
}

export interface FlameScene extends ChartScene<number> {
  readonly tree: CallTree;
  readonly costs: CostShares | undefined;
  readonly inferred: InferredWeights | undefined;
  /** The tree's options, compared by identity: the partial and the complete tree have the same object. */
  readonly options: object;
  readonly direction: Direction;
  /** The box in the first row; its callers are not shown. */
  readonly root: number;
  /** The box that fills the width in the default view. */
  readonly zoomed: number;
  /** True if the keyboard acts on the selected box of this graph. If there are several graphs, only one is current. */
  readonly isCurrent: boolean;
}

/** The top of the row at this depth, in CSS pixels from the top of the content. */
function rowTop({ direction, tree, root }: FlameScene, contentHeight: number, depth: number): number {
  const row = depth - depthOf(tree, root);
  return direction === 'icicle' ? row * ROW_HEIGHT : contentHeight - (row + 1) * ROW_HEIGHT;
}

/** Paints the visible boxes, their labels, and the highlights of the hovered and the selected box. */
class FlamePainter extends BoxPainter<FlameScene, number, readonly LabeledBox[]> {
  /** The callers of the zoomed box. */
  private ancestors: ReadonlySet<number> = new Set();
  private treeColors: TreeColors | undefined;

  protected prepare(scene: FlameScene): void {
    this.ancestors = ancestorsOf(scene.tree, scene.zoomed);
    this.treeColors = treeColors(scene, this.colors, scene.costs);
  }

  protected paintBoxes(scene: FlameScene, area: VisibleArea<number>): LabeledBox[] {
    const { surface, ancestors } = this;
    const colors = this.treeColors ?? treeColors(scene, this.colors, scene.costs);
    const { tree, palette, inferred } = scene;
    const frame = this.visible(scene, area);
    const rows = frame.bottom - frame.top;
    const lines = surface.newLines(rows, palette.background);
    const { func } = tree;
    const shown = (box: number, color: number) =>
      ancestors.has(box) && color !== 0 ? dim(color, palette.background) : color;
    const colorOf = (box: number, chain: number) =>
      shown(box, box === 0 ? (colors.root?.fill ?? palette.root) : colors.fill(func[box], chain));
    const stripeOf = (box: number, chain: number) =>
      shown(box, box === 0 ? (colors.root?.stripe ?? 0) : colors.stripe(func[box], chain));
    const shapes =
      colors.marks?.(frame, scene.direction, surface.ratio) ?? new Stripes(stripeOf, surface.ratio);
    const marks = withHatching(shapes, tree, inferred, palette.text, surface.ratio);
    const labeled = paintRows(tree, frame, lines, colorOf, surface.minLabeledWidth, marks);
    const topOf = (depth: number) => rowTop(scene, area.contentHeight, depth) - area.scrollTop;
    surface.pixels().fill(palette.background);
    surface.spreadLines(lines, rows, (row) => topOf(frame.top + row));
    surface.paintMarks(marks, topOf);
    return labeled;
  }

  private visible(
    scene: FlameScene,
    { scrollTop, contentHeight, height, viewport }: VisibleArea<number>,
  ): Frame {
    const { tree, direction, root } = scene;
    const first = depthOf(tree, root);
    const near = direction === 'icicle' ? scrollTop : contentHeight - scrollTop - height;
    const top = first + Math.max(0, Math.floor(near / ROW_HEIGHT));
    const bottom = Math.max(top, Math.min(tree.rows, first + Math.ceil((near + height) / ROW_HEIGHT)));
    return { width: this.surface.width, top, bottom, viewport };
  }

  /** Lightens the hovered box, draws a ring around the selected one, and writes the labels. */
  protected paintOver(scene: FlameScene, area: VisibleArea<number>, labeled: readonly LabeledBox[]): void {
    const { surface } = this;
    const { names, palette, tree, selected, isCurrent } = scene;
    if (area.hovered !== undefined) surface.fillRect(palette.hover, this.rectOf(area.hovered, area, scene));
    if (isCurrent) surface.drawRing(palette.ring, this.rectOf(selected, area, scene));
    surface.setTextStyle(palette.text);
    for (const { box, depth, left, right } of labeled) {
      const middle = rowTop(scene, area.contentHeight, depth) - area.scrollTop + ROW_HEIGHT / 2;
      const func = tree.func[box];
      const label = this.treeColors?.label?.(func, chainOf(tree, box)) ?? labelOf(names, func);
      surface.drawLabel(label, left, right, middle);
    }
  }

  protected rectOf(box: number, area: VisibleArea<number>, scene: FlameScene): Rect {
    const { tree } = scene;
    const chain = chainOf(tree, box);
    const top = rowTop(scene, area.contentHeight, depthOf(tree, box, chain)) - area.scrollTop;
    return this.surface.rectOf(tree, chain, area.viewport, top, this.treeColors?.widthOf?.(chain));
  }
}

function ancestorsOf(tree: CallTree, box: number): Set<number> {
  const ancestors = new Set<number>();
  for (let at = parentOf(tree, box); at !== NONE; at = parentOf(tree, at)) ancestors.add(at);
  return ancestors;
}
