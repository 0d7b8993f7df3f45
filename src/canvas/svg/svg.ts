// Writes a flame graph as SVG without scripts. Labels and titles are text in system fonts. Needs no DOM, so the CLI can use it
// too.

import type { CostShares } from '../../model/costs.ts';
import { pathOf } from '../../model/function-names.ts';
import {
  inferredAt,
  isInferred,
  type InferredWeights,
  chainOf,
  type CallTree,
  type Direction,
} from '../../model/tree.ts';
import {
  formatCount,
  formatShare,
  formatWeight,
  unitOf,
  formatNumberOf,
  formatParts,
} from '../../text/format.ts';
import { labelOf, type Label } from '../../text/labels.ts';
import { inferredText } from '../../text/mending-text.ts';
import { labelOfLevel, type Level } from '../../model/levels.ts';
import { boxColors, treeColors, type BoxColoring, type TreeColors } from '../colors/box-colors.ts';
import { dim, colorHex, paletteOf, type Palette } from '../colors/colors.ts';
import {
  HATCH_LEGEND,
  HATCH_OPACITY,
  HATCH_PERIOD,
  HATCH_WIDTH,
  MIN_STRIPED_WIDTH,
  STRIPE_PERIOD,
  STRIPE_WIDTH,
} from '../boxes/stripes.ts';
import { MIN_WIDTH_WITH_GAP, ROW_HEIGHT } from '../boxes/raster.ts';
import { boxMarks, bracketPath, isOutlined, type SvgRect } from './svg-marks.ts';
import { FONT_SIZE, PLACE_OPACITY, TextFit, widthEstimator } from '../boxes/text-fit.ts';

/** The scene is drawn in the light theme. */
export interface SvgScene extends Omit<BoxColoring, 'palette'> {
  readonly tree: CallTree;
  readonly costs?: CostShares | undefined;
  readonly inferred?: InferredWeights | undefined;
  readonly direction: Direction;
  /** The box that fills the width. Its callers are dimmed; boxes beside it are left out. */
  readonly zoomed: number;
  /** The width of the picture in pixels. */
  readonly width: number;
  /** The name of the recording. */
  readonly title: string;
  readonly level: Level;
  /** What weights are of: `EventSummary.measure`. */
  readonly measure: string;
  /** Descriptions of the filters, threads and time range. */
  readonly choices: readonly string[];
  readonly compared?: ComparedText | undefined;
}

/** The texts of a differential graph. */
interface ComparedText {
  /** Replaces the weight and the number of samples. */
  readonly summary: readonly string[];
  /** What the colors mean: one sentence each. */
  readonly legend: readonly string[];
  /** The tooltip of a box. */
  readonly describe: (box: number) => string;
}

const MARGIN = 10;
/** With one line below the title; each further line adds a row. */
const HEADER_HEIGHT = 52;
const FOOTER_HEIGHT = 28;
/** The title is larger and bolder than the measured font, so it gets only this part of the room. */
const TITLE_ROOM = 0.65;
/** In pixels. Narrower boxes are left out. */
const MIN_WIDTH = 0.5;
/** In pixels. Rows without a box of this width are left out: nobody can read them, and they make the picture tall. */
const MIN_ROW_WIDTH = 3;

/** A chain, and its edges in pixels from the left edge of the graph. */
interface DrawnChain {
  readonly chain: number;
  readonly left: number;
  readonly right: number;
}

interface Layout {
  readonly drawn: readonly DrawnChain[];
  readonly rows: number;
  /** The position of a weight from the left edge of the tree, in pixels from the left edge of the graph, and within it. */
  readonly xOf: (weight: number) => number;
  /** The number of boxes left out because they are too narrow. */
  readonly omitted: number;
}

/** Yields the SVG in pieces. */
export function* writeSvg(scene: SvgScene): Generator<string> {
  const { tree, width } = scene;
  const palette = paletteOf(scene.names, 'light');
  const layout = layOut(scene);
  const fit = new TextFit(widthEstimator(FONT_SIZE));
  const room = width - 2 * MARGIN;
  const summary = wrapParts(summaryOf(scene), ' · ', fit, room);
  const legend = wrapParts(
    [...(scene.compared?.legend ?? []), ...(scene.inferred ? [HATCH_LEGEND] : [])],
    ' ',
    fit,
    room,
  );
  const top = HEADER_HEIGHT + (summary.length - 1) * ROW_HEIGHT;
  const graphEnd = top + layout.rows * ROW_HEIGHT;
  const height = graphEnd + legend.length * ROW_HEIGHT + FOOTER_HEIGHT;
  yield header(scene, palette, fit.truncate(scene.title, room * TITLE_ROOM), summary, height);
  const coloring = { ...scene, palette };
  const colors = treeColors(coloring, boxColors(coloring), scene.costs);
  if (scene.inferred) yield hatchPattern(palette.text);
  const zoomedChain = chainOf(tree, scene.zoomed);
  const labels: string[] = [];
  /** The patterns written so far. */
  const patterns = new Set<string>();
  for (const drawn of layout.drawn) {
    const { chain } = drawn;
    const lastBox = Math.min(tree.first[chain + 1], tree.first[chain] + layout.rows - tree.depth[chain]);
    for (let box = tree.first[chain]; box < lastBox; box++) {
      const func = tree.func[box];
      const isCallerOfZoomed = box < scene.zoomed && zoomedChain < tree.end[chain];
      const depth = tree.depth[chain] + box - tree.first[chain];
      const row = scene.direction === 'icicle' ? depth : layout.rows - 1 - depth;
      const shown = (color: number) => colorHex(isCallerOfZoomed ? dim(color, palette.background) : color);
      let fill = shown(box === 0 ? (colors.root?.fill ?? palette.root) : colors.fill(func, chain));
      const stripe = box === 0 ? (colors.root?.stripe ?? 0) : colors.stripe(func, chain);
      if (stripe !== 0 && drawn.right - drawn.left >= MIN_STRIPED_WIDTH) {
        const pattern = stripePattern(fill, shown(stripe));
        if (!patterns.has(pattern.id)) yield pattern.element;
        patterns.add(pattern.id);
        fill = `url(#${pattern.id})`;
      }
      const rect = rectOf(drawn, top + row * ROW_HEIGHT);
      if (colors.looks && isOutlined(colors.looks, func, chain, rect)) fill = palette.page;
      const place = attributesOf(rect);
      yield `<rect ${place} fill="${fill}"><title>${escapeXml(tooltipOf(scene, chain, box))}</title></rect>\n`;
      if (scene.inferred && isInferred(tree, scene.inferred, chain, depth))
        yield `<rect ${place} fill="url(#${HATCH_ID})" pointer-events="none"/>\n`;
      if (colors.looks) yield boxMarks(colors.looks, func, chain, rect);
      const width = drawn.right - drawn.left;
      const label = colors.label?.(func, chain) ?? labelOf(scene.names, func);
      if (width >= fit.minLabeledWidth(1)) labels.push(labelElement(fit, label, width, place));
    }
  }
  yield* brackets(scene, layout, top, colors, palette);
  // Labels ignore the pointer, so that hovering always hits a box, which has the tooltip.
  yield `<g pointer-events="none">\n${labels.join('')}</g>\n`;
  const quiet = `fill="${palette.quiet}"`;
  yield* textLines(graphEnd + 18, legend, quiet);
  const { omitted } = layout;
  const note = `Left out: ${formatNumberOf(omitted, 'narrow box', 'narrow boxes')}`;
  if (omitted > 0) yield textLine(height - 10, fit.truncate(note, room), quiet);
  yield '</g>\n</svg>\n';
}

function header(
  { width, title }: SvgScene,
  palette: Palette,
  shownTitle: string,
  summary: readonly string[],
  height: number,
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n`,
    `<title>${escapeXml(`${title} · Pyrograph`)}</title>\n`,
    `<rect width="${width}" height="${height}" fill="${palette.page}"/>\n`,
    `<g font-family="system-ui, sans-serif" font-size="${FONT_SIZE}" fill="${palette.text}">\n`,
    textLine(22, shownTitle, 'font-size="16" font-weight="600"'),
    ...textLines(40, summary, `fill="${palette.quiet}"`),
  ].join('');
}

function summaryOf({ tree, level, measure, choices, compared }: SvgScene): string[] {
  if (compared) return [...compared.summary, labelOfLevel(level), ...choices];
  const weight = formatWeight(tree.total[0], measure);
  const samples = formatParts(tree.samples[0], measure);
  return [labelOfLevel(level), measure === '' ? weight : `${weight} of ${measure}`, samples, ...choices];
}

/** `y` is the baseline of the first line. */
function textLines(y: number, lines: readonly string[], attributes: string): string[] {
  return lines.map((text, i) => textLine(y + i * ROW_HEIGHT, text, attributes));
}

function textLine(y: number, text: string, attributes: string): string {
  return `<text x="${MARGIN}" y="${y}" ${attributes}>${escapeXml(text)}</text>\n`;
}

/** The visible chains. Siblings are sorted by weight, except in comparisons: if one is too narrow, all later ones are. */
function layOut({ tree, zoomed, width, compared }: SvgScene): Layout {
  const { first, start, total, end, depth } = tree;
  const drawn: DrawnChain[] = [];
  if (!(total[0] > 0)) return { drawn, rows: 0, xOf: () => 0, omitted: 0 };
  const zoomedChain = chainOf(tree, zoomed);
  // A box without weight cannot fill the width.
  const root = total[zoomedChain] > 0 ? zoomedChain : 0;
  const room = width - 2 * MARGIN;
  const scale = room / total[root];
  const from = start[root];
  const xOf = (weight: number) => Math.min(room, Math.max(0, (weight - from) * scale));
  let rows = 0;
  let omitted = first[end[root]] - first[root];
  for (let chain = 0; chain < end[root];) {
    if (end[chain] <= root) chain = end[chain];
    else if (total[chain] * scale < MIN_WIDTH) chain = end[compared ? chain : tree.parent[chain]];
    else {
      const left = xOf(start[chain]);
      const right = xOf(start[chain] + total[chain]);
      const boxes = first[chain + 1] - first[chain];
      drawn.push({ chain, left, right });
      if (right - left >= MIN_ROW_WIDTH) rows = Math.max(rows, depth[chain] + boxes);
      chain++;
    }
  }
  rows = Math.max(rows, depth[root] + 1);
  for (const { chain } of drawn)
    if (chain >= root) omitted -= Math.min(first[chain + 1] - first[chain], Math.max(0, rows - depth[chain]));
  return { drawn: drawn.filter(({ chain }) => depth[chain] < rows), rows, xOf, omitted };
}

function rectOf({ left, right }: Pick<DrawnChain, 'left' | 'right'>, y: number): SvgRect {
  const gap = right - left >= MIN_WIDTH_WITH_GAP ? 1 : 0;
  return { x: MARGIN + left, y, width: right - left - gap, height: ROW_HEIGHT - 1 };
}

function attributesOf({ x, y, width, height }: SvgRect): string {
  return `x="${round(x)}" y="${y}" width="${round(width)}" height="${height}"`;
}

/** The brackets of inserted and removed calls. */
function* brackets(
  { direction }: SvgScene,
  { rows, xOf }: Layout,
  top: number,
  { looks }: TreeColors,
  { text }: Palette,
): Generator<string> {
  for (const bracket of looks?.brackets ?? []) {
    const row = direction === 'icicle' ? bracket.depth : rows - 1 - bracket.depth;
    const edges = { left: xOf(bracket.from), right: xOf(bracket.to) };
    if (row >= 0 && row < rows)
      yield bracketPath(bracket, rectOf(edges, top + row * ROW_HEIGHT), direction, text);
  }
}

/** The nested `svg` clips text that turns out wider than estimated, since fonts differ. */
function labelElement(fit: TextFit, label: Label, width: number, place: string): string {
  const written = fit.fitLabel(label, width, 1);
  if (written.name === '') return '';
  const beside = `<tspan x="${round(written.placeAt)}" fill-opacity="${PLACE_OPACITY}">${escapeXml(written.place)}</tspan>`;
  const text = `${escapeXml(written.name)}${written.place === '' ? '' : beside}`;
  return `<svg ${place}><text x="${written.nameAt}" y="13">${text}</text></svg>\n`;
}

/** The tooltip of a box: name, path and weight. */
function tooltipOf(
  { tree, names, measure, compared, inferred }: SvgScene,
  chain: number,
  box: number,
): string {
  if (compared) return compared.describe(box);
  const func = tree.func[box];
  const path = pathOf(names, func);
  const weight = [formatCount(tree.total[chain]), unitOf(measure)].filter((part) => part !== '').join(' ');
  const samples = formatParts(tree.samples[chain], measure);
  const numbers = `${weight}, ${samples}, ${formatShare(tree.total[chain] / tree.total[0])} of all`;
  const at = tree.depth[chain] + box - tree.first[chain];
  const share = inferred ? inferredAt(inferred, chain, at) / tree.total[chain] : 0;
  return [
    labelOf(names, func).name,
    ...(path === undefined ? [] : [path]),
    numbers,
    ...(share > 0 ? [inferredText(share)] : []),
  ].join('\n');
}

const HATCH_ID = 'inferred';

function hatchPattern(color: string): string {
  const line = `<rect width="${HATCH_WIDTH}" height="${HATCH_PERIOD}" fill="${color}" fill-opacity="${HATCH_OPACITY}"/>`;
  const size = `width="${HATCH_PERIOD}" height="${HATCH_PERIOD}"`;
  return `<pattern id="${HATCH_ID}" ${size} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">${line}</pattern>\n`;
}

/** The ID contains the colors, so that several pictures in one document can share patterns. */
function stripePattern(fill: string, stripe: string): { readonly id: string; readonly element: string } {
  const id = `stripes-${fill.slice(1)}-${stripe.slice(1)}`;
  const tile = `<rect width="${STRIPE_PERIOD}" height="${STRIPE_PERIOD}" fill="${fill}"/>`;
  const line = `<rect width="${STRIPE_WIDTH}" height="${STRIPE_PERIOD}" fill="${stripe}"/>`;
  const size = `width="${STRIPE_PERIOD}" height="${STRIPE_PERIOD}"`;
  // Tiles rotated by 45° repeat horizontally every √2 tiles; the scale matches the period of the raster.
  const transform = 'patternTransform="rotate(45) scale(.7071)"';
  const element = `<pattern id="${id}" ${size} patternUnits="userSpaceOnUse" ${transform}>${tile}${line}</pattern>\n`;
  return { id, element };
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** Characters that XML forbids or discourages: control characters, lone surrogates, U+FFFE and U+FFFF. */
const INVALID = /(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu;

/** Escapes text for element content, including carriage returns, which parsers would convert to line feeds. */
function escapeXml(text: string): string {
  return text.replace(INVALID, '\ufffd').replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Where a part that is too long for a line may be wrapped. */
const AFTER_PUNCTUATION = /(?<=[,.:;]) /;

/**
 * Lines of at most `room` pixels. A part moves to the next line as a whole; only one that is longer than a line is wrapped after
 * punctuation marks, or truncated if it has none.
 */
export function wrapParts(
  parts: readonly string[],
  separator: string,
  fit: TextFit,
  room: number,
): readonly string[] {
  const lines: string[] = [];
  const add = (text: string, gap: string) => {
    const longer = `${lines.at(-1)}${gap}${text}`;
    if (lines.length > 0 && fit.width(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(fit.truncate(text, room));
  };
  for (const part of parts) {
    const pieces = fit.width(part) <= room ? [part] : part.split(AFTER_PUNCTUATION);
    for (const [i, piece] of pieces.entries()) add(piece, i === 0 ? separator : ' ');
  }
  return lines;
}
