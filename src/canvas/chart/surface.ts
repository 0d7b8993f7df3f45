// A canvas for charts at screen resolution. Boxes are written as pixels first; labels and highlights are drawn over them.

import type { CallTree } from '../../model/tree.ts';
import type { Label } from '../../text/labels.ts';
import { ROW_HEIGHT, spreadRows } from '../boxes/raster.ts';
import type { BoxMarks } from '../boxes/stripes.ts';
import { FONT_SIZE, PADDING, PLACE_OPACITY, TextFit } from '../boxes/text-fit.ts';
import type { Viewport } from '../../model/viewport.ts';

export class Surface {
  readonly context: CanvasRenderingContext2D;
  /** Device pixels per CSS pixel. */
  ratio = 1;
  private readonly canvas: HTMLCanvasElement;
  private fit: TextFit;
  private image: ImageData | undefined;
  private lineBuffer = new Uint32Array(0);
  /** The part of the canvas that is being drawn; undefined for the whole canvas. */
  private area: Rect | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser does not support 2D canvas');
    this.context = context;
    this.fit = this.createFit();
  }

  /** In device pixels. */
  get width(): number {
    return this.canvas.width;
  }

  get height(): number {
    return this.canvas.height;
  }

  /** Boxes at least this wide get a label. In device pixels. */
  get minLabeledWidth(): number {
    return this.fit.minLabeledWidth(this.ratio);
  }

  /** The width of a label that shows the complete name, in CSS pixels. */
  labelWidth(name: string): number {
    return Math.ceil(this.fit.width(name) / this.ratio) + 2 * PADDING;
  }

  resize(cssWidth: number, cssHeight: number): void {
    const { canvas } = this;
    this.ratio = window.devicePixelRatio;
    const width = Math.max(1, Math.round(cssWidth * this.ratio));
    const height = Math.max(1, Math.round(cssHeight * this.ratio));
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${cssWidth}px`;
    canvas.style.height = `${cssHeight}px`;
    this.image = undefined;
    this.fit = this.createFit();
  }

  /** Returns one line of background pixels per row. The next call reuses the memory. */
  newLines(rows: number, background: number): Uint32Array {
    const length = this.width * rows;
    if (this.lineBuffer.length < length) this.lineBuffer = new Uint32Array(length);
    return this.lineBuffer.fill(background, 0, length);
  }

  /** The pixel buffer that `show` copies to the canvas. */
  pixels(): Uint32Array {
    this.image ??= this.context.createImageData(this.width, this.height);
    return new Uint32Array(this.image.data.buffer);
  }

  /** Repeats each line over the height of its row. `topOf` returns the top of a row in CSS pixels. */
  spreadLines(lines: Uint32Array, rows: number, topOf: (row: number) => number): void {
    const { width, height, ratio } = this;
    const size = { width, height, rows, rowHeight: Math.round(ROW_HEIGHT * ratio) };
    spreadRows(lines, this.pixels(), size, (row) => Math.round(topOf(row) * ratio));
  }

  /** Paints marks over the rows. `topOf` returns the top of the row at a depth in CSS pixels. */
  paintMarks(marks: BoxMarks, topOf: (depth: number) => number): void {
    const { width, height, ratio } = this;
    const size = { width, height, rowHeight: Math.round(ROW_HEIGHT * ratio) };
    marks.paint(this.pixels(), size, (depth) => Math.round(topOf(depth) * ratio));
  }

  /** Copies the pixels to the canvas and draws over them; only in `parts`, if given. */
  show(draw = () => {}, parts?: readonly Rect[]): void {
    if (!this.image) return;
    if (parts) for (const part of parts) this.showWithin(part, this.image, draw);
    else {
      this.context.putImageData(this.image, 0, 0);
      draw();
    }
  }

  setTextStyle(color: string): void {
    this.context.font = fontOf(this.ratio);
    this.context.textBaseline = 'middle';
    this.context.fillStyle = color;
  }

  /** Draws a name and as much of its place as fits. `left` and `right` are in device pixels, the vertical `middle` in CSS pixels. */
  drawLabel(label: Label, left: number, right: number, middle: number): void {
    const { context, ratio } = this;
    const y = middle * ratio;
    const half = (ROW_HEIGHT / 2) * ratio;
    if (this.area && !overlap(this.area, { x: left, y: y - half, width: right - left, height: 2 * half }))
      return;
    const { name, nameAt, place, placeAt } = this.fit.fitLabel(label, right - left, ratio);
    if (name === '') return;
    context.fillText(name, left + nameAt, y);
    if (place === '') return;
    context.globalAlpha = PLACE_OPACITY;
    context.fillText(place, left + placeAt, y);
    context.globalAlpha = 1;
  }

  /** Draws a ring just inside a box. `box` is in device pixels. */
  drawRing(color: string, box: Rect): void {
    const { context, ratio } = this;
    context.strokeStyle = color;
    context.lineWidth = 2 * ratio;
    const { x, y, width, height } = box;
    context.strokeRect(x + ratio, y + ratio, Math.max(1, width - 2 * ratio), height - 2 * ratio);
  }

  fillRect(color: string, { x, y, width, height }: Rect): void {
    this.context.fillStyle = color;
    this.context.fillRect(x, y, width, height);
  }

  /** The rectangle of a box in this chain, in device pixels, clipped slightly outside the canvas. `top` is in CSS pixels. */
  rectOf(
    tree: CallTree,
    chain: number,
    { from, to }: Viewport,
    top: number,
    weight = tree.total[chain],
  ): Rect {
    const { width, ratio } = this;
    const scale = width / ((to - from) * (tree.total[0] || 1));
    const start = tree.start[chain] - from * tree.total[0];
    const left = Math.max(-4, start * scale);
    const right = Math.min(width + 4, (start + weight) * scale);
    return { x: left, y: top * ratio, width: Math.max(0, right - left - 1), height: ROW_HEIGHT * ratio - 1 };
  }

  /** Rounds the part outward to whole pixels, so that the result matches a full repaint. */
  private showWithin(part: Rect, image: ImageData, draw: () => void): void {
    const x = Math.max(0, Math.floor(part.x));
    const y = Math.max(0, Math.floor(part.y));
    const width = Math.min(this.width, Math.ceil(part.x + part.width)) - x;
    const height = Math.min(this.height, Math.ceil(part.y + part.height)) - y;
    if (width <= 0 || height <= 0) return;
    const { context } = this;
    context.putImageData(image, 0, 0, x, y, width, height);
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    this.area = { x, y, width, height };
    draw();
    this.area = undefined;
    context.restore();
  }

  private createFit(): TextFit {
    this.context.font = fontOf(window.devicePixelRatio);
    return new TextFit((text) => this.context.measureText(text).width);
  }
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function fontOf(ratio: number): string {
  return `${FONT_SIZE * ratio}px system-ui, sans-serif`;
}
