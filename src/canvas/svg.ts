// Writes a flame graph as SVG without scripts. Labels and titles are text in system fonts. Needs no DOM, so the CLI can use it
// too.

import { formatCount, formatNumberOf, formatShare, formatWeight, unitOf } from '../text/format.ts';
import { labelOf, pathOf, type Label } from '../text/labels.ts';
import { labelOfLevel, type Level } from '../model/levels.ts';
import { chainOf, type CallTree, type Direction } from '../model/tree.ts';
import { boxColors, type Lights } from './box-colors.ts';
import { dimmed, paletteOf, type Palette } from './colors.ts';
import { GAP_FROM, ROW } from './raster.ts';
import { FONT, LABEL_FROM, PLACE_ALPHA, TextFit } from './text-fit.ts';
import { widthOf } from './text-width.ts';

/** Drawn in the light theme. */
export interface SvgScene extends Omit<Lights, 'palette'> {
  readonly tree: CallTree;
  readonly direction: Direction;
  /** The box that fills the width. Its callers are dimmed; boxes beside it are left out. */
  readonly zoomed: number;
  /** The width of the picture in pixels. */
  readonly width: number;
  /** The name of the recording. */
  readonly title: string;
  readonly level: Level;
  readonly event: string;
  /** The selection of samples, in words. */
  readonly choices: readonly string[];
}

const MARGIN = 10;
const HEAD = 52;
const FOOT = 28;
/** In pixels. Narrower boxes are left out. */
const MIN_WIDTH = 0.5;

/** A chain, and its edges in pixels from the left edge of the graph. */
interface Drawn {
  readonly chain: number;
  readonly left: number;
  readonly right: number;
}

interface Layout {
  readonly drawn: readonly Drawn[];
  readonly rows: number;
  /** The number of boxes left out because they are too narrow. */
  readonly missing: number;
}

/** Yields the SVG in pieces. */
export function* writeSvg(scene: SvgScene): Generator<string> {
  const { tree, width } = scene;
  const palette = paletteOf(scene.names, 'light');
  const layout = layOut(scene);
  const height = HEAD + layout.rows * ROW + FOOT;
  const fit = new TextFit(widthOf(FONT));
  yield opening(scene, palette, fit, height);
  const colors = boxColors({ ...scene, palette });
  const zoomedChain = chainOf(tree, scene.zoomed);
  const labels: string[] = [];
  for (const drawn of layout.drawn) {
    const { chain } = drawn;
    for (let box = tree.first[chain]; box < tree.first[chain + 1]; box++) {
      const color = box === 0 ? palette.root : colors[tree.func[box]];
      const isBelow = box < scene.zoomed && zoomedChain < tree.end[chain];
      const depth = tree.depth[chain] + box - tree.first[chain];
      const row = scene.direction === 'icicle' ? depth : layout.rows - 1 - depth;
      const fill = hexOf(isBelow ? dimmed(color, palette.background) : color);
      const place = rectAttributes(drawn, HEAD + row * ROW);
      yield `<rect ${place} fill="${fill}"><title>${escaped(titleOf(scene, chain, box))}</title></rect>\n`;
      const width = drawn.right - drawn.left;
      if (width >= LABEL_FROM) labels.push(labelAs(fit, labelOf(scene.names, tree.func[box]), width, place));
    }
  }
  // Labels ignore the pointer, so that hovering always hits a box, which has the tooltip.
  yield `<g pointer-events="none">\n${labels.join('')}</g>\n`;
  const { missing } = layout;
  const note = `Left out: ${formatNumberOf(missing, 'box', 'boxes')} narrower than ${MIN_WIDTH} of a pixel`;
  if (missing > 0) yield line(height - 10, fit.fit(note, width - 2 * MARGIN), `fill="${palette.quiet}"`);
  yield '</g>\n</svg>\n';
}

function opening(scene: SvgScene, palette: Palette, fit: TextFit, height: number): string {
  const { width, title } = scene;
  const room = width - 2 * MARGIN;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n`,
    `<title>${escaped(`${title} · Pyrograph`)}</title>\n`,
    `<rect width="${width}" height="${height}" fill="${palette.page}"/>\n`,
    `<g font-family="system-ui, sans-serif" font-size="${FONT}" fill="${palette.text}">\n`,
    // The title is larger and bolder than the measured font, so it gets less room.
    line(22, fit.fit(title, room * 0.65), 'font-size="16" font-weight="600"'),
    line(40, fit.fit(aboutOf(scene), room), `fill="${palette.quiet}"`),
  ].join('');
}

function aboutOf({ tree, level, event, choices }: SvgScene): string {
  const weight = formatWeight(tree.total[0], event);
  const samples = formatNumberOf(tree.samples[0], 'sample');
  return [labelOfLevel(level), event === '' ? weight : `${weight} of ${event}`, samples, ...choices].join(
    ' · ',
  );
}

function line(y: number, text: string, attributes: string): string {
  return `<text x="${MARGIN}" y="${y}" ${attributes}>${escaped(text)}</text>\n`;
}

/** The visible chains. Siblings are sorted by weight: if one is too narrow, all later ones are. */
function layOut({ tree, zoomed, width }: SvgScene): Layout {
  const { first, start, total, end, depth } = tree;
  const drawn: Drawn[] = [];
  if (!(total[0] > 0)) return { drawn, rows: 0, missing: 0 };
  const zoomedChain = chainOf(tree, zoomed);
  // A box without weight cannot fill the width.
  const root = total[zoomedChain] > 0 ? zoomedChain : 0;
  const room = width - 2 * MARGIN;
  const scale = room / total[root];
  const from = start[root];
  let rows = 0;
  let missing = first[end[root]] - first[root];
  for (let chain = 0; chain < end[root];) {
    if (end[chain] <= root) chain = end[chain];
    else if (total[chain] * scale < MIN_WIDTH) chain = end[tree.parent[chain]];
    else {
      const left = Math.max(0, (start[chain] - from) * scale);
      const right = Math.min(room, (start[chain] + total[chain] - from) * scale);
      const boxes = first[chain + 1] - first[chain];
      drawn.push({ chain, left, right });
      rows = Math.max(rows, depth[chain] + boxes);
      if (chain >= root) missing -= boxes;
      chain++;
    }
  }
  return { drawn, rows, missing };
}

function rectAttributes({ left, right }: Drawn, y: number): string {
  const gap = right - left >= GAP_FROM ? 1 : 0;
  return `x="${round(MARGIN + left)}" y="${y}" width="${round(right - left - gap)}" height="${ROW - 1}"`;
}

/** The nested `svg` clips text that turns out wider than estimated, since fonts differ. */
function labelAs(fit: TextFit, label: Label, width: number, place: string): string {
  const written = fit.label(label, width, 1);
  if (written.name === '') return '';
  const beside = `<tspan x="${round(written.placeAt)}" fill-opacity="${PLACE_ALPHA}">${escaped(written.place)}</tspan>`;
  const text = `${escaped(written.name)}${written.place === '' ? '' : beside}`;
  return `<svg ${place}><text x="${written.nameAt}" y="13">${text}</text></svg>\n`;
}

/** The tooltip of a box: name, path and weight. */
function titleOf({ tree, names, event }: SvgScene, chain: number, box: number): string {
  const func = tree.func[box];
  const path = pathOf(names, func);
  const weight = [formatCount(tree.total[chain]), unitOf(event)].filter((part) => part !== '').join(' ');
  const samples = formatNumberOf(tree.samples[chain], 'sample');
  const numbers = `${weight}, ${samples}, ${formatShare(tree.total[chain] / tree.total[0])} of all`;
  return [labelOf(names, func).name, ...(path === undefined ? [] : [path]), numbers].join('\n');
}

function hexOf(pixel: number): string {
  const part = (shift: number) => ((pixel >>> shift) & 255).toString(16).padStart(2, '0');
  return `#${part(0)}${part(8)}${part(16)}`;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** Characters that XML forbids or discourages: control characters, lone surrogates, U+FFFE and U+FFFF. */
const INVALID = /(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu;

/** Escapes text for element content, including carriage returns, which parsers would convert to line feeds. */
function escaped(text: string): string {
  return text.replace(INVALID, '\ufffd').replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
