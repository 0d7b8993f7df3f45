// Paints the visible part of stacks in time order: lanes of boxes, the name of each lane, highlights of the hovered and the
// selected box, and the time axis on top. A lane's name stays visible as long as its lane does.

import { labelOf, type Label } from '../text/labels.ts';
import type { TimeLane, TimeNodeAt, TimeOrder } from '../model/session.ts';
import { depthOf, chainOf } from '../model/tree.ts';
import { BoxPainter, type VisibleArea } from './box-painter.ts';
import type { ChartScene } from './chart.ts';
import { pixelOf } from './colors.ts';
import { ROW, paintRows, type Labelled } from './raster.ts';
import type { Rect } from './surface.ts';
import { placedTicks, ticksOf, type PlacedTick } from './time-axis.ts';
import { AXIS, bottomOfLane, HEAD, lanesBetween, timeRows, topOfRow } from './time-rows.ts';

/** The minimum distance between ticks, in CSS pixels. */
const TICK_DISTANCE = 110;

export interface TimeScene extends ChartScene<TimeNodeAt> {
  readonly order: TimeOrder;
  /** The zero of the axis, in nanoseconds on the recording's clock. */
  readonly zero: number;
}

interface LaneLabels {
  readonly lane: number;
  readonly labelled: readonly Labelled[];
}

interface TimeLabels {
  readonly ticks: readonly PlacedTick[];
  /** Of the visible lanes. */
  readonly lanes: readonly LaneLabels[];
}

export class TimePainter extends BoxPainter<TimeScene, TimeNodeAt, TimeLabels> {
  private rows = timeRows([]);

  protected prepare({ order }: TimeScene): void {
    this.rows = timeRows(order.lanes);
  }

  protected paintBoxes(scene: TimeScene, area: VisibleArea<TimeNodeAt>): TimeLabels {
    const { surface, rows, colors } = this;
    const { width } = surface;
    const { viewport, scrollTop, height } = area;
    const ticks = visibleTicks(scene, area, (label) => surface.roomFor(label));
    const empty = this.emptyLine(scene, ticks);
    const image = surface.pixels();
    for (let y = 0; y < surface.height; y++) image.set(empty, y * width);
    const [first, end] = lanesBetween(rows, scrollTop, scrollTop + height);
    const lanes: LaneLabels[] = [];
    for (let lane = first; lane < end; lane++) {
      const { tree } = rows.lanes[lane];
      const down = scrollTop - topOfRow(rows, lane, 1);
      const top = Math.max(1, 1 + Math.floor(down / ROW));
      const bottom = Math.max(top, Math.min(tree.rows, 1 + Math.ceil((down + height) / ROW)));
      const lines = surface.linesOf(bottom - top, scene.palette.background);
      for (let row = 0; row < bottom - top; row++) lines.set(empty, row * width);
      const { func } = tree;
      const colorOf = (box: number) => colors[func[box]];
      const frame = { width, top, bottom, viewport };
      lanes.push({ lane, labelled: paintRows(tree, frame, lines, colorOf, surface.labelFrom) });
      surface.spread(lines, bottom - top, (row) => topOfRow(rows, lane, top + row) - scrollTop);
    }
    return { ticks, lanes };
  }

  /** A line of pixels without boxes, with the grid lines of the axis. */
  private emptyLine({ palette }: TimeScene, ticks: readonly PlacedTick[]): Uint32Array {
    const { width, ratio } = this.surface;
    const line = new Uint32Array(width).fill(palette.background);
    const color = pixelOf(palette.line);
    for (const { x } of ticks) if (x >= 0) line[Math.min(width - 1, Math.round(x * ratio))] = color;
    return line;
  }

  protected paintOver(scene: TimeScene, area: VisibleArea<TimeNodeAt>, { lanes, ticks }: TimeLabels): void {
    const { surface, rows } = this;
    const { palette, names, selected } = scene;
    const { hovered, scrollTop, width } = area;
    if (hovered && hovered.node > 0) surface.veil(palette.hover, this.rectOf(hovered, area));
    if (selected.node > 0 && selected.lane < rows.lanes.length)
      surface.ring(palette.ring, this.rectOf(selected, area));
    surface.writeIn(palette.text);
    for (const { lane, labelled } of lanes) {
      const { func } = rows.lanes[lane].tree;
      for (const { box, depth, left, right } of labelled) {
        const middle = topOfRow(rows, lane, depth) - scrollTop + ROW / 2;
        surface.label(labelOf(names, func[box]), left, right, middle);
      }
    }
    for (const { lane } of lanes) this.paintHead(scene, area, lane);
    this.paintAxis(scene, width, ticks);
  }

  protected rectOf({ lane, node }: TimeNodeAt, { viewport, scrollTop }: VisibleArea<TimeNodeAt>): Rect {
    const { tree } = this.rows.lanes[lane];
    const chain = chainOf(tree, node);
    const top = topOfRow(this.rows, lane, depthOf(tree, node, chain)) - scrollTop;
    return this.surface.rectOf(tree, chain, viewport, top);
  }

  private paintHead(
    { palette, selected }: TimeScene,
    { scrollTop, width }: VisibleArea<TimeNodeAt>,
    lane: number,
  ): void {
    const { surface, rows } = this;
    const { ratio } = surface;
    const last = bottomOfLane(rows, lane) - scrollTop - HEAD;
    const top = Math.min(Math.max(topOfRow(rows, lane, 0) - scrollTop, AXIS), last);
    const rect = { x: 0, y: top * ratio, width: width * ratio, height: (HEAD - 1) * ratio };
    surface.veil(palette.raised, rect);
    surface.writeIn(palette.text);
    surface.label(headOf(rows.lanes[lane]), 4 * ratio, width * ratio, top + HEAD / 2);
    if (selected.lane === lane && selected.node === 0) surface.ring(palette.ring, rect);
  }

  private paintAxis({ palette }: TimeScene, width: number, ticks: readonly PlacedTick[]): void {
    const { surface } = this;
    const { ratio } = surface;
    surface.veil(palette.page, { x: 0, y: 0, width: width * ratio, height: AXIS * ratio });
    surface.veil(palette.line, { x: 0, y: (AXIS - 1) * ratio, width: width * ratio, height: ratio });
    for (const { x } of ticks)
      surface.veil(palette.line, { x: Math.round(x * ratio), y: 0, width: ratio, height: AXIS * ratio });
    surface.writeIn(palette.quiet);
    for (const { x, label, side } of ticks) {
      if (!side) continue;
      const room = surface.roomFor(label);
      const left = side === 'left' ? x - room : x;
      surface.label({ name: label, place: '' }, left * ratio, (left + room) * ratio, AXIS / 2);
    }
  }
}

/** Includes the tick before the left edge, whose label may be visible. */
function visibleTicks(
  { order, zero }: TimeScene,
  { viewport, width }: VisibleArea<TimeNodeAt>,
  roomFor: (label: string) => number,
): PlacedTick[] {
  const start = order.from - zero + viewport.from * order.length;
  const length = (viewport.to - viewport.from) * order.length;
  if (!(length > 0) || width <= 0) return [];
  const before = (length * TICK_DISTANCE) / width;
  const ticks = ticksOf(start - before, start + length, width / TICK_DISTANCE + 1);
  return placedTicks(ticks, width, (at) => ((at - start) / length) * width, roomFor);
}

function headOf({ comm, pid, tid }: TimeLane): Label {
  const ids = [...new Set([pid, tid])].filter((id) => id >= 0);
  return { name: comm || '(no name)', place: ids.join(' / ') };
}
