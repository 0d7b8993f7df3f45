// Paints the visible part of stacks in time order: lanes of boxes, the name of each lane, highlights of the hovered and the
// selected box, and the time axis on top. A lane's name stays visible as long as its lane does.

import { labelOf } from '../text/labels.ts';
import type { TimeNodeAt, TimeOrder } from '../model/session.ts';
import { depthOf, chainOf, type VisibleRange } from '../model/tree.ts';
import { boxColors, type Lights } from './box-colors.ts';
import { pixelOf } from './colors.ts';
import { ROW, paintRows, type Labelled } from './raster.ts';
import { isStill, Surface } from './surface.ts';
import { placedTicks, ticksOf, type PlacedTick } from './time-axis.ts';
import { bottomOfLane, HEAD, lanesBetween, topOfRow, type TimeRows } from './time-rows.ts';
import type { Viewport } from '../model/viewport.ts';

/** The height of the time axis, and the minimum distance between ticks, in CSS pixels. */
export const AXIS = 20;
const TICK_DISTANCE = 110;

export interface TimeScene extends Lights {
  readonly order: TimeOrder;
  /** The zero of the axis, in nanoseconds on the recording's clock. */
  readonly zero: number;
  readonly selected: TimeNodeAt;
  /** The requested visible range; undefined for the whole time range. */
  readonly visibleRange: VisibleRange | undefined;
  /** A new object after each command, even one that leads to the current view. */
  readonly location: object;
}

/** The visible part of the scene, in CSS pixels. */
export interface TimeVisibleArea {
  readonly rows: TimeRows;
  readonly viewport: Viewport;
  readonly hovered: TimeNodeAt | undefined;
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
}

/** What is painted now. When only the pointer moves, only the boxes that it leaves and enters are repainted. */
interface Painted {
  readonly scene: TimeScene;
  readonly area: TimeVisibleArea;
  readonly labels: readonly LaneLabels[];
}

interface LaneLabels {
  readonly lane: number;
  readonly labelled: readonly Labelled[];
}

export class TimePainter {
  private readonly surface: Surface;
  private scene: TimeScene | undefined;
  private colors: Uint32Array = new Uint32Array(0);
  private painted: Painted | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.surface = new Surface(canvas);
  }

  /** Sets the size of the canvas in CSS pixels. */
  resize(width: number, height: number): void {
    this.painted = undefined;
    this.surface.resize(width, height);
  }

  paint(scene: TimeScene, area: TimeVisibleArea): void {
    if (scene !== this.scene) {
      this.scene = scene;
      this.colors = boxColors(scene);
    }
    const ticks = visibleTicks(scene, area, (label) => this.surface.roomFor(label));
    const { painted } = this;
    const known = painted?.scene === scene && isStill(painted.area, area) ? painted : undefined;
    const labels = known?.labels ?? this.paintBoxes(scene, area, ticks);
    this.painted = { scene, area, labels };
    const hovered = known && [known.area.hovered, area.hovered].filter((node) => node !== undefined);
    this.surface.show(
      () => {
        this.paintMarks(scene, area);
        this.paintLabels(scene, area, labels);
        this.paintHeads(scene, area);
        this.paintAxis(scene, area, ticks);
      },
      hovered?.map((node) => this.rectOf(area, node)),
    );
  }

  private paintBoxes(scene: TimeScene, area: TimeVisibleArea, ticks: readonly PlacedTick[]): LaneLabels[] {
    const { surface } = this;
    const { width } = surface;
    const { rows, viewport, scrollTop, height } = area;
    const empty = this.emptyLine(scene, ticks);
    const image = surface.pixels();
    for (let y = 0; y < surface.height; y++) image.set(empty, y * width);
    const [first, end] = lanesBetween(rows, scrollTop, scrollTop + height);
    const labels: LaneLabels[] = [];
    for (let lane = first; lane < end; lane++) {
      const { tree } = rows.lanes[lane];
      const down = scrollTop - topOfRow(rows, lane, 1);
      const top = Math.max(1, 1 + Math.floor(down / ROW));
      const bottom = Math.max(top, Math.min(tree.rows, 1 + Math.ceil((down + height) / ROW)));
      const lines = surface.linesOf(bottom - top, scene.palette.background);
      for (let row = 0; row < bottom - top; row++) lines.set(empty, row * width);
      const { func } = tree;
      const colorOf = (box: number) => this.colors[func[box]];
      const frame = { width, top, bottom, viewport };
      labels.push({ lane, labelled: paintRows(tree, frame, lines, colorOf, surface.labelFrom) });
      surface.spread(lines, bottom - top, ROW, (row) => topOfRow(rows, lane, top + row) - scrollTop);
    }
    return labels;
  }

  /** A line of pixels without boxes, with the grid lines of the axis. */
  private emptyLine({ palette }: TimeScene, ticks: readonly PlacedTick[]): Uint32Array {
    const { width, ratio } = this.surface;
    const line = new Uint32Array(width).fill(palette.background);
    const color = pixelOf(palette.line);
    for (const { x } of ticks) if (x >= 0) line[Math.min(width - 1, Math.round(x * ratio))] = color;
    return line;
  }

  private paintLabels(
    { palette, names }: TimeScene,
    area: TimeVisibleArea,
    labels: readonly LaneLabels[],
  ): void {
    const { rows, scrollTop } = area;
    this.surface.writeIn(palette.text);
    for (const { lane, labelled } of labels) {
      const { func } = rows.lanes[lane].tree;
      for (const { box, depth, left, right } of labelled) {
        const middle = topOfRow(rows, lane, depth) - scrollTop + ROW / 2;
        this.surface.label(labelOf(names, func[box]), left, right, middle);
      }
    }
  }

  private paintMarks({ palette, selected }: TimeScene, area: TimeVisibleArea): void {
    const { hovered } = area;
    if (hovered && hovered.node > 0) this.surface.veil(palette.hover, this.rectOf(area, hovered));
    if (selected.node > 0 && selected.lane < area.rows.lanes.length)
      this.surface.ring(palette.ring, this.rectOf(area, selected));
  }

  private rectOf({ rows, viewport, scrollTop }: TimeVisibleArea, { lane, node }: TimeNodeAt) {
    const { tree } = rows.lanes[lane];
    const chain = chainOf(tree, node);
    const top = topOfRow(rows, lane, depthOf(tree, node, chain)) - scrollTop;
    return this.surface.rectOf(tree, chain, viewport, top, ROW);
  }

  private paintHeads(
    { palette, selected }: TimeScene,
    { rows, scrollTop, width, height }: TimeVisibleArea,
  ): void {
    const { surface } = this;
    const { ratio } = surface;
    const [first, end] = lanesBetween(rows, scrollTop, scrollTop + height);
    for (let lane = first; lane < end; lane++) {
      const last = bottomOfLane(rows, lane) - scrollTop - HEAD;
      const top = Math.min(Math.max(topOfRow(rows, lane, 0) - scrollTop, AXIS), last);
      const rect = { x: 0, y: top * ratio, width: width * ratio, height: (HEAD - 1) * ratio };
      surface.veil(palette.raised, rect);
      surface.writeIn(palette.text);
      surface.label(headOf(rows, lane), 4 * ratio, width * ratio, top + HEAD / 2);
      if (selected.lane === lane && selected.node === 0) surface.ring(palette.ring, rect);
    }
  }

  private paintAxis({ palette }: TimeScene, { width }: TimeVisibleArea, ticks: readonly PlacedTick[]): void {
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
  { viewport, width }: TimeVisibleArea,
  roomFor: (label: string) => number,
): PlacedTick[] {
  const start = order.from - zero + viewport.from * order.length;
  const length = (viewport.to - viewport.from) * order.length;
  if (!(length > 0) || width <= 0) return [];
  const before = (length * TICK_DISTANCE) / width;
  const ticks = ticksOf(start - before, start + length, width / TICK_DISTANCE + 1);
  return placedTicks(ticks, width, (at) => ((at - start) / length) * width, roomFor);
}

function headOf({ lanes }: TimeRows, lane: number): { name: string; place: string } {
  const { comm, pid, tid } = lanes[lane];
  const ids = [...new Set([pid, tid])].filter((id) => id >= 0);
  return { name: comm || '(no name)', place: ids.join(' / ') };
}
