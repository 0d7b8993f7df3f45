// The lanes of the strip on a canvas that stays where it is while the element around it scrolls: only what is seen is
// painted, once a frame at most.
//
//   scroller (overflow: auto)
//   └ listbox (as high as all lanes)
//     └ canvas (sticky, as high as what is seen of them)

import type { Lane } from '../model/session.ts';
import type { Theme } from './colors.ts';
import { barsOf, type Bars } from './rebin.ts';
import { StripPainter, type PaintedLane } from './strip-painter.ts';
import { rowsBetween, type StripRows } from './strip-rows.ts';

export interface StripScene {
  readonly lanes: readonly Lane[];
  readonly rows: StripRows;
  /** The lanes that are chosen; undefined for all. */
  readonly chosen: ReadonlySet<number> | undefined;
  readonly theme: Theme;
}

/** Between a lane's graph and the lane above, in CSS pixels. */
const GAP = 3;

export class StripChart {
  private readonly painter: StripPainter;
  private readonly scroller: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly stop = new AbortController();
  private scene: StripScene | undefined;
  private bars: { of: readonly Lane[]; width: number; bars: Bars } | undefined;
  private frame = 0;
  private width = 0;
  private height = 0;

  constructor(scroller: HTMLElement, canvas: HTMLCanvasElement) {
    this.scroller = scroller;
    this.canvas = canvas;
    this.painter = new StripPainter(canvas);
    scroller.addEventListener('scroll', () => this.requestPaint(), { signal: this.stop.signal });
  }

  show(scene: StripScene): void {
    this.scene = scene;
    this.requestPaint();
  }

  /** What is seen of the lanes, in CSS pixels. Comes between layout and paint, and is seen at once. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.paint();
  }

  /** Scrolls the least that brings a lane into sight; with the first one, what stands above it. */
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
    // As in chart.ts.
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
    const { lanes, rows, chosen, theme } = this.scene;
    const width = this.painter.resize(this.width, this.height);
    if (this.bars?.of !== lanes || this.bars.width !== width)
      this.bars = { of: lanes, width, bars: barsOf(lanes, width) };
    const { scrollTop } = this.scroller;
    const painted: PaintedLane[] = [];
    for (const { lane, isHeading, top, height } of rowsBetween(rows, scrollTop, scrollTop + this.height)) {
      if (isHeading) continue;
      const isDimmed = chosen !== undefined && !chosen.has(lane);
      painted.push({
        columns: lanes[lane].columns,
        top: top - scrollTop + GAP,
        height: height - GAP - 1,
        isDimmed,
      });
    }
    this.painter.paint(painted, this.bars.bars, theme);
  }
}
