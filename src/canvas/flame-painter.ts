// Paints the visible part of a flame graph: boxes, labels, and the highlights of the hovered and the selected box.

import { labelOf } from '../text/labels.ts';
import { NONE } from '../model/profile.ts';
import {
  depthOf,
  parentOf,
  chainOf,
  type CallTree,
  type Direction,
  type VisibleRange,
} from '../model/tree.ts';
import { boxColors, type Lights } from './box-colors.ts';
import { dimmed } from './colors.ts';
import { paintRows, ROW, type Frame, type Labelled } from './raster.ts';
import { isStill, Surface, type Rect } from './surface.ts';
import type { Viewport } from '../model/viewport.ts';

export interface Scene extends Lights {
  readonly tree: CallTree;
  /** Identifies what the tree shows: the same object for the partial and the complete tree. */
  readonly options: object;
  readonly direction: Direction;
  /** The box in the first row; its callers are not shown. */
  readonly root: number;
  readonly zoomed: number;
  readonly selected: number;
  /** The requested visible range; undefined to fit the zoomed box. */
  readonly visibleRange: VisibleRange | undefined;
  /** A new object after each command, even one that leads to the current view. */
  readonly location: object;
  /** True if the keyboard acts on the selected box of this graph. If there are several graphs, only one is current. */
  readonly isCurrent: boolean;
}

/** The visible part of the scene, in CSS pixels. */
export interface VisibleArea {
  readonly viewport: Viewport;
  readonly hovered: number;
  readonly width: number;
  readonly height: number;
  /** The height of all rows (at least the height of the canvas), and the scroll position. */
  readonly contentHeight: number;
  readonly scrollTop: number;
}

/** The top of the row at this depth, in CSS pixels from the top of the content. */
export function rowTop({ direction, tree, root }: Scene, contentHeight: number, depth: number): number {
  const row = depth - depthOf(tree, root);
  return direction === 'icicle' ? row * ROW : contentHeight - (row + 1) * ROW;
}

export class FlamePainter {
  private readonly surface: Surface;
  private scene: Scene | undefined;
  /** The color of each function in this scene, and the callers of the zoomed box. */
  private colors: Uint32Array = new Uint32Array(0);
  private ancestors: ReadonlySet<number> = new Set();
  /** What is painted now. When only the pointer moves, only the boxes that it leaves and enters are repainted. */
  private painted: { readonly area: VisibleArea; readonly labelled: readonly Labelled[] } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.surface = new Surface(canvas);
  }

  /** Sets the size of the canvas in CSS pixels. */
  resize(width: number, height: number): void {
    this.painted = undefined;
    this.surface.resize(width, height);
  }

  paint(scene: Scene, area: VisibleArea): void {
    if (scene !== this.scene) {
      this.scene = scene;
      this.colors = boxColors(scene);
      this.ancestors = ancestorsOf(scene.tree, scene.zoomed);
      this.painted = undefined;
    }
    const known = this.painted && isStill(this.painted.area, area) ? this.painted : undefined;
    const labelled = known?.labelled ?? this.paintBoxes(scene, area);
    this.painted = { area, labelled };
    const hovered = known && [known.area.hovered, area.hovered].filter((box) => box !== NONE);
    this.surface.show(
      () => {
        this.paintMarks(scene, area);
        this.paintLabels(scene, area, labelled);
      },
      hovered?.map((box) => this.rectOf(scene, area, box)),
    );
  }

  private paintBoxes(scene: Scene, area: VisibleArea): Labelled[] {
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
    surface.spread(lines, rows, ROW, topOf);
    return labelled;
  }

  private visible(scene: Scene, { scrollTop, contentHeight, height, viewport }: VisibleArea): Frame {
    const { tree, direction, root } = scene;
    const first = depthOf(tree, root);
    const near = direction === 'icicle' ? scrollTop : contentHeight - scrollTop - height;
    const top = first + Math.max(0, Math.floor(near / ROW));
    const bottom = Math.max(top, Math.min(tree.rows, first + Math.ceil((near + height) / ROW)));
    return { width: this.surface.width, top, bottom, viewport };
  }

  private paintLabels(scene: Scene, area: VisibleArea, labelled: readonly Labelled[]): void {
    const { names, palette, tree } = scene;
    this.surface.writeIn(palette.text);
    for (const { box, depth, left, right } of labelled) {
      const middle = rowTop(scene, area.contentHeight, depth) - area.scrollTop + ROW / 2;
      this.surface.label(labelOf(names, tree.func[box]), left, right, middle);
    }
  }

  /** Lightens the hovered box and draws a ring around the selected one. */
  private paintMarks(scene: Scene, area: VisibleArea): void {
    const { surface } = this;
    const { palette, selected, isCurrent } = scene;
    if (area.hovered !== NONE) surface.veil(palette.hover, this.rectOf(scene, area, area.hovered));
    if (isCurrent) surface.ring(palette.ring, this.rectOf(scene, area, selected));
  }

  private rectOf(scene: Scene, area: VisibleArea, box: number): Rect {
    const { tree } = scene;
    const chain = chainOf(tree, box);
    const top = rowTop(scene, area.contentHeight, depthOf(tree, box, chain)) - area.scrollTop;
    return this.surface.rectOf(tree, chain, area.viewport, top, ROW);
  }
}

function ancestorsOf(tree: CallTree, box: number): Set<number> {
  const ancestors = new Set<number>();
  for (let at = parentOf(tree, box); at !== NONE; at = parentOf(tree, at)) ancestors.add(at);
  return ancestors;
}
