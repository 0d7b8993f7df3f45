// Paints the visible lanes of the timeline. Each bar stacks the function families; a full-height bar means that the thread was
// busy the whole time.

import { FAMILIES } from '../model/kinds.ts';
import type { Lane } from '../model/session.ts';
import { dim, pixelOf, familyColors, THEMES, type Theme } from './colors.ts';
import { rebin, type BarLayout } from './rebin.ts';
import { Surface } from './surface.ts';

const FAMILY_COUNT = FAMILIES.length;

export interface PaintedLane {
  readonly columns: Lane['columns'];
  /** The top of the lane's graph, in CSS pixels from the top of the canvas. */
  readonly top: number;
  readonly height: number;
  /** True if the thread is not selected. */
  readonly isDimmed: boolean;
}

export class TimelinePainter {
  private readonly surface: Surface;
  private weights = new Float64Array(0);

  constructor(canvas: HTMLCanvasElement) {
    this.surface = new Surface(canvas);
  }

  /** Sets the size of the canvas in CSS pixels. Returns its width in device pixels. */
  resize(width: number, height: number): number {
    this.surface.resize(width, height);
    return this.surface.width;
  }

  paint(lanes: readonly PaintedLane[], bars: BarLayout, theme: Theme): void {
    const { width } = this.surface;
    const image = this.surface.pixels();
    const background = pixelOf(THEMES[theme].background);
    image.fill(background);
    const full = familyColors(theme).map(pixelOf);
    const faint = full.map((color) => dim(color, background));
    const count = Math.ceil(width / bars.pixels);
    if (this.weights.length < count * FAMILY_COUNT) this.weights = new Float64Array(count * FAMILY_COUNT);
    for (const lane of lanes) {
      rebin(lane.columns, count, this.weights, bars.interval);
      this.paintLane(image, lane, { count, full: bars.full }, lane.isDimmed ? faint : full);
    }
    this.surface.show();
  }

  private paintLane(
    image: Uint32Array,
    { top, height }: PaintedLane,
    { count, full }: { readonly count: number; readonly full: number },
    colors: number[],
  ): void {
    const { weights } = this;
    const { width, height: imageHeight, ratio } = this.surface;
    const bottom = Math.round((top + height) * ratio);
    const room = bottom - Math.round(top * ratio);
    for (let bar = 0; bar < count; bar++) {
      let all = 0;
      for (let family = 0; family < FAMILY_COUNT; family++) all += weights[bar * FAMILY_COUNT + family];
      if (!(all > 0)) continue;
      const left = Math.round((bar * width) / count);
      const right = Math.round(((bar + 1) * width) / count);
      // A bar with any weight is at least one pixel high.
      const barHeight = Math.max(1, Math.min(room, Math.round((all / full) * room)));
      let sum = 0;
      let from = bottom;
      for (let family = 0; family < FAMILY_COUNT; family++) {
        sum += weights[bar * FAMILY_COUNT + family];
        const to = bottom - Math.round((sum / all) * barHeight);
        for (let y = Math.min(from, imageHeight) - 1; y >= Math.max(0, to); y--)
          image.fill(colors[family], y * width + left, y * width + right);
        from = to;
      }
    }
  }
}
