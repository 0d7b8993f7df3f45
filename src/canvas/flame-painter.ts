// Paints what is seen of a scene: boxes, the marks on two of them, labels. Knows nothing of pointers or of time.

import { NONE } from '../model/profile.ts';
import { depthOf, parentOf, runOf, type CallTree, type Direction } from '../model/tree.ts';
import { dimmed, type Palette } from './colors.ts';
import { labelOf, type Names } from '../model/labels.ts';
import { paintRows, spreadRows, type Frame, type Labelled } from './raster.ts';
import { TextFit } from './text-fit.ts';
import type { Viewport } from './viewport.ts';

/** Height of a row and of its text, in CSS pixels. */
export const ROW = 18;
const FONT = 12;
const PADDING = 4;
const LABEL_FROM = 26;
const PLACE_FROM = 30;
/** The place beside a name is quieter, but still 4.5 : 1 on every box. */
const PLACE_ALPHA = 0.9;

export interface Scene {
  readonly tree: CallTree;
  /** The first rows of the tree, when those were shown before: nothing moves when the rest comes. */
  readonly grownFrom: CallTree | undefined;
  readonly names: Names;
  readonly palette: Palette;
  readonly direction: Direction;
  /** The box that is the first row; what it stands on is not shown. */
  readonly root: number;
  readonly zoomed: number;
  readonly selected: number;
  /** Is the selected box the one the keyboard is on? Of several graphs only one has it. */
  readonly isCurrent: boolean;
  /** 1 for each function that the search found; undefined without a search. */
  readonly matches: Uint8Array | undefined;
  /** The kinds the legend lights up; empty for all. */
  readonly lit: ReadonlySet<number>;
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
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private fit: TextFit;
  private image: ImageData | undefined;
  private lines = new Uint32Array(0);
  private scene: Scene | undefined;
  /** Colour of each function in this scene, and the boxes below the zoomed one. */
  private colors: Uint32Array = new Uint32Array(0);
  private ancestors: ReadonlySet<number> = new Set();

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no 2D canvas');
    this.context = context;
    this.fit = this.newFit();
  }

  /** Gives the canvas this size in CSS pixels. */
  resize(cssWidth: number, cssHeight: number): void {
    const { canvas } = this;
    const ratio = window.devicePixelRatio;
    const width = Math.max(1, Math.round(cssWidth * ratio));
    const height = Math.max(1, Math.round(cssHeight * ratio));
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${cssWidth}px`;
    canvas.style.height = `${cssHeight}px`;
    this.image = undefined;
    this.fit = this.newFit();
  }

  paint(scene: Scene, sight: Sight): void {
    if (scene !== this.scene) {
      this.scene = scene;
      this.colors = colorsOf(scene);
      this.ancestors = ancestorsOf(scene.tree, scene.zoomed);
    }
    const ratio = this.canvas.width / Math.max(1, sight.width);
    const labelled = this.paintBoxes(scene, sight, ratio);
    this.paintMarks(scene, sight, ratio);
    this.paintLabels(scene, sight, labelled, ratio);
  }

  private paintBoxes(scene: Scene, sight: Sight, ratio: number): Labelled[] {
    const { context, colors, ancestors } = this;
    const { tree, palette } = scene;
    const { width, height } = this.canvas;
    const frame = this.visible(scene, sight);
    const rows = frame.bottom - frame.top;
    if (this.lines.length < width * rows) this.lines = new Uint32Array(width * rows);
    this.lines.fill(palette.background, 0, width * rows);
    const { func } = tree;
    const colorOf = (box: number) => {
      const color = box === 0 ? palette.root : colors[func[box]];
      return ancestors.has(box) ? dimmed(color, palette.background) : color;
    };
    const labelled = paintRows(tree, frame, this.lines, colorOf, LABEL_FROM * ratio);
    this.image ??= context.createImageData(width, height);
    const pixels = new Uint32Array(this.image.data.buffer);
    const yOf = (row: number) =>
      Math.round((rowTop(scene, sight.contentHeight, frame.top + row) - sight.scrollTop) * ratio);
    const size = { width, height, rows, rowHeight: Math.round(ROW * ratio) };
    spreadRows(this.lines, pixels, size, yOf, palette.background);
    context.putImageData(this.image, 0, 0);
    return labelled;
  }

  private visible(scene: Scene, { scrollTop, contentHeight, height, viewport }: Sight): Frame {
    const { tree, direction, root } = scene;
    const first = depthOf(tree, root);
    const near = direction === 'icicle' ? scrollTop : contentHeight - scrollTop - height;
    const top = first + Math.max(0, Math.floor(near / ROW));
    const bottom = Math.max(top, Math.min(tree.rows, first + Math.ceil((near + height) / ROW)));
    return { width: this.canvas.width, top, bottom, viewport };
  }

  private paintLabels(scene: Scene, sight: Sight, labelled: readonly Labelled[], ratio: number): void {
    const { context, fit } = this;
    const { names, palette, tree } = scene;
    context.font = fontOf(ratio);
    context.textBaseline = 'middle';
    context.fillStyle = palette.text;
    const padding = PADDING * ratio;
    for (const { box, depth, left, right } of labelled) {
      const y = (rowTop(scene, sight.contentHeight, depth) - sight.scrollTop + ROW / 2) * ratio;
      const room = right - left - 2 * padding;
      const { name, place } = labelOf(names, tree.func[box]);
      const text = fit.fit(name, room);
      if (text === '') continue;
      context.fillText(text, left + padding, y);
      const used = place === '' || text !== name ? room : fit.width(name) + 2 * padding;
      const behind = room - used > PLACE_FROM * ratio ? fit.fit(place, room - used) : '';
      if (behind === '') continue;
      context.globalAlpha = PLACE_ALPHA;
      context.fillText(behind, left + padding + used, y);
      context.globalAlpha = 1;
    }
  }

  /** The box under the pointer, lighter, and a ring around the selected one. */
  private paintMarks(scene: Scene, sight: Sight, ratio: number): void {
    const { context } = this;
    const { palette, selected, isCurrent } = scene;
    if (sight.hovered !== NONE) {
      const { x, y, width, height } = this.rectOf(scene, sight, sight.hovered, ratio);
      context.fillStyle = palette.hover;
      context.fillRect(x, y, width, height);
    }
    if (!isCurrent) return;
    const { x, y, width, height } = this.rectOf(scene, sight, selected, ratio);
    context.strokeStyle = palette.ring;
    context.lineWidth = 2 * ratio;
    context.strokeRect(x + ratio, y + ratio, Math.max(1, width - 2 * ratio), height - 2 * ratio);
  }

  private rectOf(scene: Scene, sight: Sight, box: number, ratio: number) {
    const { tree } = scene;
    const run = runOf(tree, box);
    const { from, to } = sight.viewport;
    const scale = this.canvas.width / ((to - from) * (tree.total[0] || 1));
    const origin = from * tree.total[0];
    const left = Math.max(-4, (tree.start[run] - origin) * scale);
    const right = Math.min(this.canvas.width + 4, (tree.start[run] + tree.total[run] - origin) * scale);
    const top = rowTop(scene, sight.contentHeight, depthOf(tree, box, run)) - sight.scrollTop;
    return { x: left, y: top * ratio, width: Math.max(0, right - left - 1), height: ROW * ratio - 1 };
  }

  private newFit(): TextFit {
    this.context.font = fontOf(window.devicePixelRatio);
    return new TextFit((text) => this.context.measureText(text).width);
  }
}

function fontOf(ratio: number): string {
  return `${FONT * ratio}px system-ui, sans-serif`;
}

/** The colour of each function in this scene: a search and the legend dim what they do not mean. */
function colorsOf({ palette, matches, lit, names }: Scene): Uint32Array {
  const { kind } = names.funcs;
  return palette.funcs.map((color, func) => {
    if (matches?.[func]) return palette.match;
    const isMeant = !matches && (lit.size === 0 || lit.has(kind[func]));
    return isMeant ? color : dimmed(color, palette.background);
  });
}

function ancestorsOf(tree: CallTree, box: number): Set<number> {
  const ancestors = new Set<number>();
  for (let at = parentOf(tree, box); at !== NONE; at = parentOf(tree, at)) ancestors.add(at);
  return ancestors;
}
