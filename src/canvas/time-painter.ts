// Paints what is seen of stacks in the order of time: lanes of boxes, the name of each lane, which stays in sight as long as
// the lane does, marks on two boxes, and the time axis over all of it.

import { labelOf } from '../model/labels.ts';
import type { TimeOrder } from '../model/session.ts';
import { depthOf, runOf, type Seen } from '../model/tree.ts';
import { boxColors, type Lights } from './box-colors.ts';
import { pixelOf } from './colors.ts';
import { ROW, paintRows, type Labelled } from './raster.ts';
import { isStill, Surface } from './surface.ts';
import { placedTicks, ticksOf, type PlacedTick } from './time-axis.ts';
import { bottomOfLane, HEAD, lanesBetween, topOfRow, type Place, type TimeRows } from './time-rows.ts';
import type { Viewport } from './viewport.ts';

/** Height of the time axis, and the least from one tick to the next, in CSS pixels. */
export const AXIS = 20;
const TICK_DISTANCE = 110;

export interface TimeScene extends Lights {
  readonly order: TimeOrder;
  /** The time that the axis calls 0, on the recording's clock. */
  readonly zero: number;
  readonly selected: Place;
  /** What of it is to be seen; undefined for all. */
  readonly seen: Seen | undefined;
}

/** Which part of the scene is seen, in CSS pixels. */
export interface TimeSight {
  readonly rows: TimeRows;
  readonly viewport: Viewport;
  readonly hovered: Place | undefined;
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
}

/** What the canvas shows: a pointer that moves over it changes the boxes alone that it leaves and enters. */
interface Painted {
  readonly scene: TimeScene;
  readonly sight: TimeSight;
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

  /** Gives the canvas this size in CSS pixels. */
  resize(width: number, height: number): void {
    this.painted = undefined;
    this.surface.resize(width, height);
  }

  paint(scene: TimeScene, sight: TimeSight): void {
    if (scene !== this.scene) {
      this.scene = scene;
      this.colors = boxColors(scene);
    }
    const ticks = ticksSeen(scene, sight, (label) => this.surface.roomFor(label));
    const { painted } = this;
    const known = painted?.scene === scene && isStill(painted.sight, sight) ? painted : undefined;
    const labels = known?.labels ?? this.paintBoxes(scene, sight, ticks);
    this.painted = { scene, sight, labels };
    const hovered = known && [known.sight.hovered, sight.hovered].filter((place) => place !== undefined);
    this.surface.show(
      () => {
        this.paintMarks(scene, sight);
        this.paintLabels(scene, sight, labels);
        this.paintHeads(scene, sight);
        this.paintAxis(scene, sight, ticks);
      },
      hovered?.map((place) => this.rectOf(sight, place)),
    );
  }

  private paintBoxes(scene: TimeScene, sight: TimeSight, ticks: readonly PlacedTick[]): LaneLabels[] {
    const { surface } = this;
    const { width } = surface;
    const { rows, viewport, scrollTop, height } = sight;
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

  /** A line of pixels without a box: the ticks of the axis show through. */
  private emptyLine({ palette }: TimeScene, ticks: readonly PlacedTick[]): Uint32Array {
    const { width, ratio } = this.surface;
    const line = new Uint32Array(width).fill(palette.background);
    const color = pixelOf(palette.line);
    for (const { x } of ticks) if (x >= 0) line[Math.min(width - 1, Math.round(x * ratio))] = color;
    return line;
  }

  private paintLabels({ palette, names }: TimeScene, sight: TimeSight, labels: readonly LaneLabels[]): void {
    const { rows, scrollTop } = sight;
    this.surface.writeIn(palette.text);
    for (const { lane, labelled } of labels) {
      const { func } = rows.lanes[lane].tree;
      for (const { box, depth, left, right } of labelled) {
        const middle = topOfRow(rows, lane, depth) - scrollTop + ROW / 2;
        this.surface.label(labelOf(names, func[box]), left, right, middle);
      }
    }
  }

  private paintMarks({ palette, selected }: TimeScene, sight: TimeSight): void {
    const { hovered } = sight;
    if (hovered && hovered.box > 0) this.surface.veil(palette.hover, this.rectOf(sight, hovered));
    if (selected.box > 0 && selected.lane < sight.rows.lanes.length)
      this.surface.ring(palette.ring, this.rectOf(sight, selected));
  }

  private rectOf({ rows, viewport, scrollTop }: TimeSight, { lane, box }: Place) {
    const { tree } = rows.lanes[lane];
    const run = runOf(tree, box);
    const top = topOfRow(rows, lane, depthOf(tree, box, run)) - scrollTop;
    return this.surface.rectOf(tree, run, viewport, top, ROW);
  }

  private paintHeads({ palette, selected }: TimeScene, { rows, scrollTop, width, height }: TimeSight): void {
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
      if (selected.lane === lane && selected.box === 0) surface.ring(palette.ring, rect);
    }
  }

  private paintAxis({ palette }: TimeScene, { width }: TimeSight, ticks: readonly PlacedTick[]): void {
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

/** The one before the left edge is there too: its text may be seen. */
function ticksSeen(
  { order, zero }: TimeScene,
  { viewport, width }: TimeSight,
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
