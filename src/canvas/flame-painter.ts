// Paints what is seen of a scene: boxes, the marks on two of them, labels. Knows nothing of pointers or of time.

import { labelOf } from '../model/labels.ts';
import { NONE } from '../model/profile.ts';
import { depthOf, parentOf, runOf, type CallTree, type Direction, type Seen } from '../model/tree.ts';
import { boxColors, type Lights } from './box-colors.ts';
import { dimmed } from './colors.ts';
import { paintRows, ROW, type Frame, type Labelled } from './raster.ts';
import { isStill, Surface, type Rect } from './surface.ts';
import type { Viewport } from './viewport.ts';

export interface Scene extends Lights {
  readonly tree: CallTree;
  /** The first rows of the tree, when those were shown before: nothing moves when the rest comes. */
  readonly grownFrom: CallTree | undefined;
  readonly direction: Direction;
  /** The box that is the first row; what it stands on is not shown. */
  readonly root: number;
  readonly zoomed: number;
  readonly selected: number;
  /** What of it is to be seen besides; undefined for the zoomed box. */
  readonly seen: Seen | undefined;
  /** Is the selected box the one the keyboard is on? Of several graphs only one has it. */
  readonly isCurrent: boolean;
}

/** Which part of the scene is seen, in CSS pixels. */
export interface Sight {
  readonly viewport: Viewport;
  readonly hovered: number;
  readonly width: number;
  readonly height: number;
  /** Height of all rows, at least that of the canvas, and how far down in them the canvas begins. */
  readonly contentHeight: number;
  readonly scrollTop: number;
}

/** Where the row at this depth begins, in CSS pixels from the top of all rows. */
export function rowTop({ direction, tree, root }: Scene, contentHeight: number, depth: number): number {
  const row = depth - depthOf(tree, root);
  return direction === 'icicle' ? row * ROW : contentHeight - (row + 1) * ROW;
}

export class FlamePainter {
  private readonly surface: Surface;
  private scene: Scene | undefined;
  /** Colour of each function in this scene, and the boxes below the zoomed one. */
  private colors: Uint32Array = new Uint32Array(0);
  private ancestors: ReadonlySet<number> = new Set();
  /** What the canvas shows: a pointer that moves over it changes the boxes alone that it leaves and enters. */
  private painted: { readonly sight: Sight; readonly labelled: readonly Labelled[] } | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.surface = new Surface(canvas);
  }

  /** Gives the canvas this size in CSS pixels. */
  resize(width: number, height: number): void {
    this.painted = undefined;
    this.surface.resize(width, height);
  }

  paint(scene: Scene, sight: Sight): void {
    if (scene !== this.scene) {
      this.scene = scene;
      this.colors = boxColors(scene);
      this.ancestors = ancestorsOf(scene.tree, scene.zoomed);
      this.painted = undefined;
    }
    const known = this.painted && isStill(this.painted.sight, sight) ? this.painted : undefined;
    const labelled = known?.labelled ?? this.paintBoxes(scene, sight);
    this.painted = { sight, labelled };
    const hovered = known && [known.sight.hovered, sight.hovered].filter((box) => box !== NONE);
    this.surface.show(
      () => {
        this.paintMarks(scene, sight);
        this.paintLabels(scene, sight, labelled);
      },
      hovered?.map((box) => this.rectOf(scene, sight, box)),
    );
  }

  private paintBoxes(scene: Scene, sight: Sight): Labelled[] {
    const { surface, colors, ancestors } = this;
    const { tree, palette } = scene;
    const frame = this.visible(scene, sight);
    const rows = frame.bottom - frame.top;
    const lines = surface.linesOf(rows, palette.background);
    const { func } = tree;
    const colorOf = (box: number) => {
      const color = box === 0 ? palette.root : colors[func[box]];
      return ancestors.has(box) ? dimmed(color, palette.background) : color;
    };
    const labelled = paintRows(tree, frame, lines, colorOf, surface.labelFrom);
    const topOf = (row: number) => rowTop(scene, sight.contentHeight, frame.top + row) - sight.scrollTop;
    surface.pixels().fill(palette.background);
    surface.spread(lines, rows, ROW, topOf);
    return labelled;
  }

  private visible(scene: Scene, { scrollTop, contentHeight, height, viewport }: Sight): Frame {
    const { tree, direction, root } = scene;
    const first = depthOf(tree, root);
    const near = direction === 'icicle' ? scrollTop : contentHeight - scrollTop - height;
    const top = first + Math.max(0, Math.floor(near / ROW));
    const bottom = Math.max(top, Math.min(tree.rows, first + Math.ceil((near + height) / ROW)));
    return { width: this.surface.width, top, bottom, viewport };
  }

  private paintLabels(scene: Scene, sight: Sight, labelled: readonly Labelled[]): void {
    const { names, palette, tree } = scene;
    this.surface.writeIn(palette.text);
    for (const { box, depth, left, right } of labelled) {
      const middle = rowTop(scene, sight.contentHeight, depth) - sight.scrollTop + ROW / 2;
      this.surface.label(labelOf(names, tree.func[box]), left, right, middle);
    }
  }

  /** The box under the pointer, lighter, and a ring around the selected one. */
  private paintMarks(scene: Scene, sight: Sight): void {
    const { surface } = this;
    const { palette, selected, isCurrent } = scene;
    if (sight.hovered !== NONE) surface.veil(palette.hover, this.rectOf(scene, sight, sight.hovered));
    if (isCurrent) surface.ring(palette.ring, this.rectOf(scene, sight, selected));
  }

  private rectOf(scene: Scene, sight: Sight, box: number): Rect {
    const { tree } = scene;
    const run = runOf(tree, box);
    const top = rowTop(scene, sight.contentHeight, depthOf(tree, box, run)) - sight.scrollTop;
    return this.surface.rectOf(tree, run, sight.viewport, top, ROW);
  }
}

function ancestorsOf(tree: CallTree, box: number): Set<number> {
  const ancestors = new Set<number>();
  for (let at = parentOf(tree, box); at !== NONE; at = parentOf(tree, at)) ancestors.add(at);
  return ancestors;
}
