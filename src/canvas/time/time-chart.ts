// Stacks in time order on a canvas. `show` sets the scene, and events report user actions.

import type { TimeOrder, TimeLane } from '../../model/session.ts';
import { type TimeNodeAt, depthOf, chainOf, extentOf, nodeAt } from '../../model/tree.ts';
import { Chart, type ChartElements, type ChartEvents, type ChartScene } from '../chart/chart.ts';
import {
  AXIS_HEIGHT,
  NAME_HEIGHT,
  rowAtHeight,
  timeRows,
  topOfRow,
  bottomOfLane,
  COMPACT_HEIGHT,
  lanesBetween,
} from './time-rows.ts';
import { threadTitle, labelOf, type Label } from '../../text/labels.ts';
import { treeColors, type TreeColors } from '../colors/box-colors.ts';
import { BoxPainter, type VisibleArea } from '../chart/box-painter.ts';
import { pixelOf } from '../colors/colors.ts';
import { withHatching, Stripes } from '../boxes/stripes.ts';
import { ROW_HEIGHT, paintRows, type LabeledBox } from '../boxes/raster.ts';
import type { Rect } from '../chart/surface.ts';
import { placeTicks, ticksOf, type PlacedTick } from './time-axis.ts';

export class TimeChart extends Chart<TimeScene, TimeNodeAt> {
  protected readonly painter: TimePainter;
  private rows = timeRows([]);

  constructor(elements: ChartElements, events: ChartEvents<TimeNodeAt>) {
    super(elements, events);
    this.painter = new TimePainter(elements.canvas);
  }

  /** Replaces the scene. A newly selected box becomes visible. */
  show(scene: TimeScene): void {
    const before = this.scene;
    this.scene = scene;
    if (before?.order !== scene.order || before.open !== scene.open)
      this.rows = timeRows(scene.order.lanes, scene.open);
    if (before?.order !== scene.order) {
      this.hovered = undefined;
      this.isNew = true;
      this.layOut();
      // The visible range stays if the time range is the same.
      if (before?.order.from !== scene.order.from || before.order.length !== scene.order.length)
        this.goTo(before ? undefined : scene.visibleRange, false);
      else this.updateHover();
      // When the user switches here from another view, the selected box is scrolled into view without changing the visible
      // time range.
      const isNewSelection = before ? before.selected.node === 0 : !scene.visibleRange;
      if (isNewSelection && scene.selected.node > 0) this.revealRow(scene);
    } else if (before.open !== scene.open) {
      // Only lanes below the opened one move.
      this.layOut();
      this.revealRow(scene);
    } else if (!this.isSame(before.selected, scene.selected)) this.reveal(scene);
    else this.updateRange(before, scene);
    this.requestPaint();
  }

  protected get contentHeight(): number {
    return Math.max(this.height, this.rows.height);
  }

  protected override isSame(a: TimeNodeAt | undefined, b: TimeNodeAt | undefined): boolean {
    return a?.lane === b?.lane && a?.node === b?.node;
  }

  protected positionOf({ selected: { lane, node } }: TimeScene) {
    const { tree } = this.rows.lanes[lane];
    const top = topOfRow(this.rows, lane, depthOf(tree, node));
    return { ...extentOf(tree, node), top, covered: node === 0 ? AXIS_HEIGHT : AXIS_HEIGHT + NAME_HEIGHT };
  }

  protected nodeAtPoint(x: number, y: number): TimeNodeAt | undefined {
    if (y < AXIS_HEIGHT) return undefined;
    const row = rowAtHeight(this.rows, y + this.scrollTop);
    if (!row) return undefined;
    const { lane, depth } = row;
    // The name of a scrolled lane stays at the top and covers the boxes below it.
    if (
      depth === 0 ||
      (y < AXIS_HEIGHT + NAME_HEIGHT && topOfRow(this.rows, lane, 0) < this.scrollTop + AXIS_HEIGHT)
    )
      return { lane, node: 0 };
    const { tree } = this.rows.lanes[lane];
    const node = nodeAt(tree, this.positionAt(x) * tree.total[0], depth);
    return node > 0 ? { lane, node } : undefined;
  }
}

/** The minimum distance between ticks, in CSS pixels. */
const TICK_DISTANCE = 110;

export interface TimeScene extends ChartScene<TimeNodeAt> {
  readonly order: TimeOrder;
  /** The origin of the axis, in nanoseconds on the recording's clock. */
  readonly zero: number;
  /** The lanes that are not compact; undefined for all. */
  readonly open: ReadonlySet<number> | undefined;
}

interface LaneLabels {
  readonly lane: number;
  readonly labeled: readonly LabeledBox[];
}

interface TimeLabels {
  readonly ticks: readonly PlacedTick[];
  readonly lanes: readonly LaneLabels[];
}

/**
 * Paints the visible boxes of all lanes, highlights, the time axis on top, and the name of each lane, which stays
 * visible as long as its lane does.
 */
class TimePainter extends BoxPainter<TimeScene, TimeNodeAt, TimeLabels> {
  private rows = timeRows([]);
  /** The colors of the lanes that have been painted. */
  private readonly laneColors = new Map<number, TreeColors>();

  protected prepare({ order, open }: TimeScene): void {
    this.rows = timeRows(order.lanes, open);
    this.laneColors.clear();
  }

  protected paintBoxes(scene: TimeScene, area: VisibleArea<TimeNodeAt>): TimeLabels {
    const { surface, rows } = this;
    const { width } = surface;
    const { viewport, scrollTop, height } = area;
    const ticks = visibleTicks(scene, area, (label) => surface.labelWidth(label));
    const empty = this.emptyLine(scene, ticks);
    const image = surface.pixels();
    for (let y = 0; y < surface.height; y++) image.set(empty, y * width);
    const [first, end] = lanesBetween(rows, scrollTop, scrollTop + height);
    const lanes: LaneLabels[] = [];
    for (let lane = first; lane < end; lane++) {
      if (rows.isCompact[lane] === 1) {
        this.paintCompact(scene, area, lane, empty);
        lanes.push({ lane, labeled: [] });
        continue;
      }
      const { tree, inferred } = rows.lanes[lane];
      const down = scrollTop - topOfRow(rows, lane, 1);
      const top = Math.max(1, 1 + Math.floor(down / ROW_HEIGHT));
      const bottom = Math.max(top, Math.min(tree.rows, 1 + Math.ceil((down + height) / ROW_HEIGHT)));
      const lines = surface.newLines(bottom - top, scene.palette.background);
      for (let row = 0; row < bottom - top; row++) lines.set(empty, row * width);
      const { func } = tree;
      const colors = this.colorsOf(scene, lane);
      const colorOf = (box: number, chain: number) => colors.fill(func[box], chain);
      const stripes = new Stripes((box, chain) => colors.stripe(func[box], chain), surface.ratio);
      const marks = withHatching(stripes, tree, inferred, scene.palette.text, surface.ratio);
      const frame = { width, top, bottom, viewport };
      const labeled = paintRows(tree, frame, lines, colorOf, surface.minLabeledWidth, marks);
      lanes.push({ lane, labeled });
      const topOf = (depth: number) => topOfRow(rows, lane, depth) - scrollTop;
      surface.spreadLines(lines, bottom - top, (row) => topOf(top + row));
      surface.paintMarks(marks, topOf);
    }
    return { ticks, lanes };
  }

  /** A small picture of all rows of the lane. */
  private paintCompact(
    scene: TimeScene,
    { viewport, scrollTop }: VisibleArea<TimeNodeAt>,
    lane: number,
    empty: Uint32Array,
  ): void {
    const { surface, rows } = this;
    const { width, height, ratio } = surface;
    const { tree } = rows.lanes[lane];
    const count = tree.rows - 1;
    if (count === 0) return;
    const colors = this.colorsOf(scene, lane);
    const lines = surface.newLines(count, scene.palette.background);
    for (let row = 0; row < count; row++) lines.set(empty, row * width);
    const frame = { width, top: 1, bottom: tree.rows, viewport };
    paintRows(tree, frame, lines, (box, chain) => colors.fill(tree.func[box], chain), Infinity);
    const image = surface.pixels();
    const top = Math.round((topOfRow(rows, lane, 0) - scrollTop) * ratio);
    const compactHeight = Math.round(COMPACT_HEIGHT * ratio);
    for (let y = Math.max(0, -top); y < Math.min(compactHeight, height - top); y++) {
      const row = Math.floor((y * count) / compactHeight);
      image.set(lines.subarray(row * width, (row + 1) * width), (top + y) * width);
    }
  }

  private colorsOf(scene: TimeScene, lane: number): TreeColors {
    const known = this.laneColors.get(lane);
    const colors = known ?? treeColors(scene, this.colors, this.rows.lanes[lane].costs);
    if (!known) this.laneColors.set(lane, colors);
    return colors;
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
    if (hovered && hovered.node > 0) surface.fillRect(palette.hover, this.rectOf(hovered, area));
    if (selected.node > 0 && selected.lane < rows.lanes.length)
      surface.drawRing(palette.ring, this.rectOf(selected, area));
    surface.setTextStyle(palette.text);
    for (const { lane, labeled } of lanes) {
      const { func } = rows.lanes[lane].tree;
      for (const { box, depth, left, right } of labeled) {
        const middle = topOfRow(rows, lane, depth) - scrollTop + ROW_HEIGHT / 2;
        surface.drawLabel(labelOf(names, func[box]), left, right, middle);
      }
    }
    for (const { lane } of lanes) this.paintLaneName(scene, area, lane);
    this.paintAxis(scene, width, ticks);
  }

  protected rectOf({ lane, node }: TimeNodeAt, { viewport, scrollTop }: VisibleArea<TimeNodeAt>): Rect {
    const { tree } = this.rows.lanes[lane];
    const chain = chainOf(tree, node);
    const top = topOfRow(this.rows, lane, depthOf(tree, node, chain)) - scrollTop;
    return this.surface.rectOf(tree, chain, viewport, top);
  }

  private paintLaneName(
    { palette, selected }: TimeScene,
    { scrollTop, width }: VisibleArea<TimeNodeAt>,
    lane: number,
  ): void {
    const { surface, rows } = this;
    const { ratio } = surface;
    const label = laneLabel(rows.lanes[lane]);
    const isCompact = rows.isCompact[lane] === 1;
    const nameHeight = isCompact ? COMPACT_HEIGHT + 1 : NAME_HEIGHT;
    const last = bottomOfLane(rows, lane) - scrollTop - NAME_HEIGHT;
    const first = topOfRow(rows, lane, 0) - scrollTop;
    // The name of a compact lane covers only a part of the picture.
    const top = isCompact ? first : Math.min(Math.max(first, AXIS_HEIGHT), last);
    const room = isCompact ? Math.min(width, 8 + surface.labelWidth(`${label.name}  ${label.place}`)) : width;
    const rect = { x: 0, y: top * ratio, width: room * ratio, height: (nameHeight - 1) * ratio };
    surface.fillRect(palette.raised, rect);
    surface.setTextStyle(palette.text);
    surface.drawLabel(label, 4 * ratio, room * ratio, top + nameHeight / 2);
    if (selected.lane === lane && selected.node === 0) surface.drawRing(palette.ring, rect);
  }

  private paintAxis({ palette }: TimeScene, width: number, ticks: readonly PlacedTick[]): void {
    const { surface } = this;
    const { ratio } = surface;
    surface.fillRect(palette.page, { x: 0, y: 0, width: width * ratio, height: AXIS_HEIGHT * ratio });
    surface.fillRect(palette.line, {
      x: 0,
      y: (AXIS_HEIGHT - 1) * ratio,
      width: width * ratio,
      height: ratio,
    });
    for (const { x } of ticks)
      surface.fillRect(palette.line, {
        x: Math.round(x * ratio),
        y: 0,
        width: ratio,
        height: AXIS_HEIGHT * ratio,
      });
    surface.setTextStyle(palette.quiet);
    for (const { x, label, side } of ticks) {
      if (!side) continue;
      const room = surface.labelWidth(label);
      const left = side === 'left' ? x - room : x;
      surface.drawLabel({ name: label, place: '' }, left * ratio, (left + room) * ratio, AXIS_HEIGHT / 2);
    }
  }
}

/** Includes the tick before the left edge, whose label may be visible. */
function visibleTicks(
  { order, zero }: TimeScene,
  { viewport, width }: VisibleArea<TimeNodeAt>,
  labelWidth: (label: string) => number,
): PlacedTick[] {
  const start = order.from - zero + viewport.from * order.length;
  const length = (viewport.to - viewport.from) * order.length;
  if (!(length > 0) || width <= 0) return [];
  const before = (length * TICK_DISTANCE) / width;
  const ticks = ticksOf(start - before, start + length, width / TICK_DISTANCE + 1);
  return placeTicks(ticks, width, (at) => ((at - start) / length) * width, labelWidth);
}

function laneLabel(lane: TimeLane): Label {
  const ids = [...new Set([lane.pid, lane.tid])].filter((id) => id >= 0);
  return { name: threadTitle(lane), place: ids.join(' / ') };
}
