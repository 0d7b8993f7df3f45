// Paints the visible part of a flame graph: boxes, labels, and the highlights of the hovered and the selected box.

import { labelOf } from '../text/labels.ts';
import { NONE } from '../model/profile.ts';
import { depthOf, parentOf, chainOf, type CallTree, type Direction } from '../model/tree.ts';
import { BoxPainter, type VisibleArea } from './box-painter.ts';
import type { ChartScene } from './chart.ts';
import { dimmed } from './colors.ts';
import { paintRows, ROW, type Frame, type Labelled } from './raster.ts';
import type { Rect } from './surface.ts';

export interface Scene extends ChartScene<number> {
  readonly tree: CallTree;
  /** Identifies what the tree shows: the same object for the partial and the complete tree. */
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
export function rowTop({ direction, tree, root }: Scene, contentHeight: number, depth: number): number {
  const row = depth - depthOf(tree, root);
  return direction === 'icicle' ? row * ROW : contentHeight - (row + 1) * ROW;
}

export class FlamePainter extends BoxPainter<Scene, number, readonly Labelled[]> {
  /** The callers of the zoomed box. */
  private ancestors: ReadonlySet<number> = new Set();

  protected prepare({ tree, zoomed }: Scene): void {
    this.ancestors = ancestorsOf(tree, zoomed);
  }

  protected paintBoxes(scene: Scene, area: VisibleArea<number>): Labelled[] {
    const { surface, colors, ancestors } = this;
    const { tree, palette } = scene;
    const frame = this.visible(scene, area);
    const rows = frame.bottom - frame.top;
    const lines = surface.linesOf(rows, palette.background);
    const { func } = tree;
    const colorOf = (box: number) => {
      const color = box === 0 ? palette.root : colors[func[box]];
      return ancestors.has(box) ? dimmed(color, palette.background) : color;
    };
    const labelled = paintRows(tree, frame, lines, colorOf, surface.labelFrom);
    const topOf = (row: number) => rowTop(scene, area.contentHeight, frame.top + row) - area.scrollTop;
    surface.pixels().fill(palette.background);
    surface.spread(lines, rows, topOf);
    return labelled;
  }

  private visible(scene: Scene, { scrollTop, contentHeight, height, viewport }: VisibleArea<number>): Frame {
    const { tree, direction, root } = scene;
    const first = depthOf(tree, root);
    const near = direction === 'icicle' ? scrollTop : contentHeight - scrollTop - height;
    const top = first + Math.max(0, Math.floor(near / ROW));
    const bottom = Math.max(top, Math.min(tree.rows, first + Math.ceil((near + height) / ROW)));
    return { width: this.surface.width, top, bottom, viewport };
  }

  /** Lightens the hovered box, draws a ring around the selected one, and writes the labels. */
  protected paintOver(scene: Scene, area: VisibleArea<number>, labelled: readonly Labelled[]): void {
    const { surface } = this;
    const { names, palette, tree, selected, isCurrent } = scene;
    if (area.hovered !== undefined) surface.veil(palette.hover, this.rectOf(area.hovered, area, scene));
    if (isCurrent) surface.ring(palette.ring, this.rectOf(selected, area, scene));
    surface.writeIn(palette.text);
    for (const { box, depth, left, right } of labelled) {
      const middle = rowTop(scene, area.contentHeight, depth) - area.scrollTop + ROW / 2;
      surface.label(labelOf(names, tree.func[box]), left, right, middle);
    }
  }

  protected rectOf(box: number, area: VisibleArea<number>, scene: Scene): Rect {
    const { tree } = scene;
    const chain = chainOf(tree, box);
    const top = rowTop(scene, area.contentHeight, depthOf(tree, box, chain)) - area.scrollTop;
    return this.surface.rectOf(tree, chain, area.viewport, top);
  }
}

function ancestorsOf(tree: CallTree, box: number): Set<number> {
  const ancestors = new Set<number>();
  for (let at = parentOf(tree, box); at !== NONE; at = parentOf(tree, at)) ancestors.add(at);
  return ancestors;
}
