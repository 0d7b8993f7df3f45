// The lanes of the timeline, on a canvas that stays in place while the element around it scrolls. Only visible lanes are
// painted, at most once per frame.
//
//   scroller (overflow: auto)
//   └ listbox (as high as all lanes)
//     └ canvas (sticky, as high as their visible part)

import type { Lane } from '../../model/session.ts';
import type { Theme } from '../colors/colors.ts';
import { barLayoutOf, exactLayoutOf, type BarLayout } from '../boxes/rebin.ts';
import { TimelinePainter, type BandStyle, type PaintedLane } from './timeline-painter.ts';
import { rowsBetween, type TimelineRows } from './timeline-rows.ts';

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
