// The lanes of the timeline, on a canvas that stays in place while the element around it scrolls. Only visible lanes are
// painted, at most once per frame.
//
//   scroller (overflow: auto)
//   └ listbox (as high as all lanes)
//     └ canvas (sticky, as high as their visible part)

import type { Lane } from '../../model/session.ts';
import { type Theme, dim, pixelOf, THEMES } from '../colors/colors.ts';
import { barLayoutOf, exactLayoutOf, type BarLayout, rebin } from '../boxes/rebin.ts';
import { rowsBetween, type TimelineRows } from './timeline-rows.ts';
import { Surface } from '../chart/surface.ts';

export interface TimelineScene {
  readonly lanes: readonly Lane[];
  readonly rows: TimelineRows;
  /** The selected lanes; undefined for all. */
  readonly chosen: ReadonlySet<number> | undefined;
  readonly style: BandStyle;
  readonly theme: Theme;
}

export class TimelineChart {
  private readonly painter: TimelinePainter;
  private readonly scroller: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly stop = new AbortController();
  private readonly printing = matchMedia('print');
  private scene: TimelineScene | undefined;
  private bars: { of: readonly Lane[]; width: number; bars: BarLayout } | undefined;
  private frame = 0;
  private width = 0;
  private height = 0;

  constructor(scroller: HTMLElement, canvas: HTMLCanvasElement) {
    this.scroller = scroller;
    this.canvas = canvas;
    this.painter = new TimelinePainter(canvas);
    scroller.addEventListener('scroll', () => this.requestPaint(), { signal: this.stop.signal });
  }

  show(scene: TimelineScene): void {
    this.scene = scene;
    this.requestPaint();
  }

  /**
   * Sets the visible size in CSS pixels. Called between layout and paint, so the new picture appears in the same frame. Not on paper,
   * where what is painted now would be missing: the style sheet stretches the picture of the screen.
   */
  resize(width: number, height: number): void {
    if (this.printing.matches) return;
    this.width = width;
    this.height = height;
    this.paint();
  }

  /** Scrolls as little as possible to make a lane visible. For the first lane, also shows the heading above it. */
  reveal(lane: number): void {
    if (!this.scene) return;
    const { rows, ofLane } = this.scene.rows;
    const { top, height } = rows[ofLane[lane]];
    const { scroller } = this;
    if (top < scroller.scrollTop) scroller.scrollTop = lane === 0 ? 0 : top;
    else if (top + height > scroller.scrollTop + this.height) scroller.scrollTop = top + height - this.height;
  }

  dispose(): void {
    this.stop.abort();
    cancelAnimationFrame(this.frame);
    // Frees the pixels, as in chart.ts.
    this.canvas.width = 0;
  }

  private requestPaint(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  private paint(): void {
    if (!this.scene || this.width <= 0 || this.height <= 0) return;
    const { lanes, rows, chosen, style, theme } = this.scene;
    const layoutOf = style.codeBands === undefined ? barLayoutOf : exactLayoutOf;
    const width = this.painter.resize(this.width, this.height);
    if (this.bars?.of !== lanes || this.bars.width !== width)
      this.bars = { of: lanes, width, bars: layoutOf(lanes, width) };
    const { scrollTop } = this.scroller;
    const painted: PaintedLane[] = [];
    for (const { lane, isHeading, top, height } of rowsBetween(rows, scrollTop, scrollTop + this.height)) {
      if (isHeading) continue;
      const { columns, bands } = lanes[lane];
      const isDimmed = chosen !== undefined && !chosen.has(lane);
      painted.push({
        columns,
        bands,
        top: top - scrollTop + rows.barTop,
        height: height - rows.barTop - 1,
        isDimmed,
      });
    }
    this.painter.paint(painted, this.bars.bars, style, theme);
  }
}

interface PaintedLane extends Pick<Lane, 'columns' | 'bands'> {
  /** The top of the lane's graph, in CSS pixels from the top of the canvas. */
  readonly top: number;
  readonly height: number;
  /** True if the thread is not selected. */
  readonly isDimmed: boolean;
}

/** How the bands of the bars are painted. */
export interface BandStyle {
  /** The colors of the bands, as `#rrggbb`. */
  readonly colors: readonly string[];
  /** The number of bands of code, if those of WAIT_GROUPS follow. A lane then has one state at a time. */
  readonly codeBands?: number | undefined;
  /** Bands to paint first, at the bottom of the bars, while all others are dimmed; empty for none. */
  readonly highlighted: readonly number[];
}

/** The bands in painting order, with their pixel colors. */
interface PaintedBands {
  readonly order: readonly number[];
  readonly colors: readonly number[];
}

/**
 * Each bar stacks the families of code, or the costs; a full-height bar means that the thread was busy the whole time.
 */
class TimelinePainter {
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

  paint(lanes: readonly PaintedLane[], bars: BarLayout, style: BandStyle, theme: Theme): void {
    const { width } = this.surface;
    const image = this.surface.pixels();
    const background = pixelOf(THEMES[theme].background);
    image.fill(background);
    const { highlighted } = style;
    const pixels = style.colors.map(pixelOf);
    const faint = pixels.map((color) => dim(color, background));
    const isFull = (band: number) => highlighted.length === 0 || highlighted.includes(band);
    const full = pixels.map((color, band) => (isFull(band) ? color : faint[band]));
    const order = [...new Set([...highlighted, ...pixels.keys()])];
    const count = Math.ceil(width / bars.pixels);
    const length = count * pixels.length;
    if (this.weights.length < length) this.weights = new Float64Array(length);
    for (const lane of lanes) {
      if (lane.bands !== pixels.length) continue;
      rebin(lane, count, this.weights, bars.interval);
      if (style.codeBands !== undefined && bars.isExact && lanes.length > 1)
        keepLongestStates(this.weights.subarray(0, length), lane.bands, style.codeBands);
      const bands = { order, colors: lane.isDimmed ? faint : full };
      this.paintLane(image, lane, { count, full: bars.full }, bands);
    }
    this.surface.show();
  }

  private paintLane(
    image: Uint32Array,
    { top, height, bands }: PaintedLane,
    { count, full }: { readonly count: number; readonly full: number },
    { order, colors }: PaintedBands,
  ): void {
    const { weights } = this;
    const { width, height: imageHeight, ratio } = this.surface;
    const bottom = Math.round((top + height) * ratio);
    const room = bottom - Math.round(top * ratio);
    for (let bar = 0; bar < count; bar++) {
      let all = 0;
      for (let band = 0; band < bands; band++) all += weights[bar * bands + band];
      if (!(all > 0)) continue;
      const left = Math.round((bar * width) / count);
      const right = Math.round(((bar + 1) * width) / count);
      // A bar with any weight is at least one pixel high.
      const barHeight = Math.max(1, Math.min(room, Math.round((all / full) * room)));
      let sum = 0;
      let from = bottom;
      for (const band of order) {
        sum += weights[bar * bands + band];
        const to = bottom - Math.round((sum / all) * barHeight);
        for (let y = Math.min(from, imageHeight) - 1; y >= Math.max(0, to); y--)
          image.fill(colors[band], y * width + left, y * width + right);
        from = to;
      }
    }
  }
}

/** Gives all weight of a bar to the state that has most of it; running is one, whatever the code. */
function keepLongestStates(weights: Float64Array, bands: number, codeBands: number): void {
  for (let bar = 0; bar < weights.length; bar += bands) {
    let running = 0;
    for (let band = 0; band < codeBands; band++) running += weights[bar + band];
    let all = running;
    let longest = codeBands;
    for (let band = codeBands; band < bands; band++) {
      all += weights[bar + band];
      if (weights[bar + band] > weights[bar + longest]) longest = band;
    }
    if (all === 0) continue;
    const isRunning = running >= weights[bar + longest];
    for (let band = 0; band < bands; band++) {
      if (band >= codeBands) weights[bar + band] = !isRunning && band === longest ? all : 0;
      else weights[bar + band] = isRunning ? (weights[bar + band] / running) * all : 0;
    }
  }
}
