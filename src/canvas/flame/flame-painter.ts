// Paints the visible part of a flame graph: boxes, labels, and the highlights of the hovered and the selected box.

import type { CostShares } from '../../model/costs.ts';
import {
  type InferredWeights,
  depthOf,
  parentOf,
  chainOf,
  type CallTree,
  type Direction,
} from '../../model/tree.ts';
import { labelOf } from '../../text/labels.ts';
import { NONE } from '../../model/profile.ts';
import { treeColors, type TreeColors } from '../colors/box-colors.ts';
import { BoxPainter, type VisibleArea } from '../chart/box-painter.ts';
import type { ChartScene } from '../chart/chart.ts';
import { dim } from '../colors/colors.ts';
import { withHatching } from '../boxes/hatching.ts';
import { paintRows, ROW_HEIGHT, type Frame, type LabeledBox } from '../boxes/raster.ts';
import { Stripes } from '../boxes/stripes.ts';
import type { Rect } from '../chart/surface.ts';

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
export function rowTop({ direction, tree, root }: FlameScene, contentHeight: number, depth: number): number {
  const row = depth - depthOf(tree, root);
  return direction === 'icicle' ? row * ROW_HEIGHT : contentHeight - (row + 1) * ROW_HEIGHT;
}

export class FlamePainter extends BoxPainter<FlameScene, number, readonly LabeledBox[]> {
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
