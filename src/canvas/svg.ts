// A graph of a call tree as SVG: boxes, labels and titles as text, in system fonts, without a script. Knows neither page
// nor canvas, so the terminal draws with it too.

import { formatCount, formatNumberOf, formatShare, formatWeight, unitOf } from '../model/format.ts';
import { labelOf, pathOf, type Label } from '../model/labels.ts';
import { labelOfLevel, type Level } from '../model/levels.ts';
import { runOf, type CallTree, type Direction } from '../model/tree.ts';
import { boxColors, type Lights } from './box-colors.ts';
import { dimmed } from './colors.ts';
import { GAP_FROM, ROW } from './raster.ts';
import { FONT, LABEL_FROM, PLACE_ALPHA, TextFit } from './text-fit.ts';
import { widthOf } from './text-width.ts';

export interface SvgScene extends Lights {
  readonly tree: CallTree;
  readonly direction: Direction;
  /** The box that fills the width; what it stands on is dimmed, what lies beside it left out. */
  readonly zoomed: number;
  /** Of the whole picture, in pixels. */
  readonly width: number;
  /** What the recording is called, and which level and event of it is shown. */
  readonly title: string;
  readonly level: Level;
  readonly event: string;
  /** Which of its samples, in words. */
  readonly choices: readonly string[];
}

const MARGIN = 10;
const HEAD = 52;
const FOOT = 28;
/** Narrower boxes are left out, in pixels. */
const NARROWEST = 0.5;

/** A run of boxes and where it lies, in pixels from the left edge of the graph. */
interface Drawn {
  readonly run: number;
  readonly left: number;
  readonly right: number;
}

interface Layout {
  readonly drawn: readonly Drawn[];
  readonly rows: number;
  /** How many boxes are too narrow. */
  readonly missing: number;
}

/** Piece by piece: what is above, the boxes one by one, what is over and below them. */
export function* writeSvg(scene: SvgScene): Generator<string> {
  const { tree, width, palette } = scene;
  const layout = layOut(scene);
  const height = HEAD + layout.rows * ROW + FOOT;
  const fit = new TextFit(widthOf(FONT));
  yield opening(scene, fit, height);
  const colors = boxColors(scene);
  const zoomedRun = runOf(tree, scene.zoomed);
  const labels: string[] = [];
  for (const drawn of layout.drawn) {
    const { run } = drawn;
    for (let box = tree.first[run]; box < tree.first[run + 1]; box++) {
      const color = box === 0 ? palette.root : colors[tree.func[box]];
      const isBelow = box < scene.zoomed && zoomedRun < tree.end[run];
      const depth = tree.depth[run] + box - tree.first[run];
      const row = scene.direction === 'icicle' ? depth : layout.rows - 1 - depth;
      const fill = hexOf(isBelow ? dimmed(color, palette.background) : color);
      const place = placeOf(drawn, HEAD + row * ROW);
      yield `<rect ${place} fill="${fill}"><title>${escaped(titleOf(scene, run, box))}</title></rect>\n`;
      const width = drawn.right - drawn.left;
      if (width >= LABEL_FROM) labels.push(labelAs(fit, labelOf(scene.names, tree.func[box]), width, place));
    }
  }
  // What is under the pointer is always a box, which has the title.
  yield `<g pointer-events="none">\n${labels.join('')}</g>\n`;
  const { missing } = layout;
  const note = `Left out: ${formatNumberOf(missing, 'box', 'boxes')} narrower than ${NARROWEST} of a pixel`;
  if (missing > 0) yield line(height - 10, fit.fit(note, width - 2 * MARGIN), `fill="${palette.quiet}"`);
  yield '</g>\n</svg>\n';
}

function opening(scene: SvgScene, fit: TextFit, height: number): string {
  const { width, title, palette } = scene;
  const room = width - 2 * MARGIN;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n`,
    `<title>${escaped(`${title} · Pyrograph`)}</title>\n`,
    `<rect width="${width}" height="${height}" fill="${palette.page}"/>\n`,
    `<g font-family="system-ui, sans-serif" font-size="${FONT}" fill="${palette.text}">\n`,
    // Larger and heavier letters need more room than was measured.
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

/** The runs that are seen. Brothers stand by weight: beside one that is too narrow are only such. */
function layOut({ tree, zoomed, width }: SvgScene): Layout {
  const { first, start, total, end, depth } = tree;
  const drawn: Drawn[] = [];
  if (!(total[0] > 0)) return { drawn, rows: 0, missing: 0 };
  const zoomedRun = runOf(tree, zoomed);
  // What has no weight cannot fill the width.
  const root = total[zoomedRun] > 0 ? zoomedRun : 0;
  const room = width - 2 * MARGIN;
  const scale = room / total[root];
  const from = start[root];
  let rows = 0;
  let missing = first[end[root]] - first[root];
  for (let run = 0; run < end[root];) {
    if (end[run] <= root) run = end[run];
    else if (total[run] * scale < NARROWEST) run = end[tree.parent[run]];
    else {
      const left = Math.max(0, (start[run] - from) * scale);
      const right = Math.min(room, (start[run] + total[run] - from) * scale);
      const boxes = first[run + 1] - first[run];
      drawn.push({ run, left, right });
      rows = Math.max(rows, depth[run] + boxes);
      if (run >= root) missing -= boxes;
      run++;
    }
  }
  return { drawn, rows, missing };
}

function placeOf({ left, right }: Drawn, y: number): string {
  const gap = right - left >= GAP_FROM ? 1 : 0;
  return `x="${round(MARGIN + left)}" y="${y}" width="${round(right - left - gap)}" height="${ROW - 1}"`;
}

/** Fonts differ: what is wider than it was measured ends at the edge of its box. */
function labelAs(fit: TextFit, label: Label, width: number, place: string): string {
  const written = fit.label(label, width, 1);
  if (written.name === '') return '';
  const beside = `<tspan x="${round(written.placeAt)}" fill-opacity="${PLACE_ALPHA}">${escaped(written.place)}</tspan>`;
  const text = `${escaped(written.name)}${written.place === '' ? '' : beside}`;
  return `<svg ${place}><text x="${written.nameAt}" y="13">${text}</text></svg>\n`;
}

/** What a pointer over the box says: its name, where it is from, what it weighs. */
function titleOf({ tree, names, event }: SvgScene, run: number, box: number): string {
  const func = tree.func[box];
  const path = pathOf(names, func);
  const weight = [formatCount(tree.total[run]), unitOf(event)].filter((part) => part !== '').join(' ');
  const samples = formatNumberOf(tree.samples[run], 'sample');
  const numbers = `${weight}, ${samples}, ${formatShare(tree.total[run] / tree.total[0])} of all`;
  return [labelOf(names, func).name, ...(path === undefined ? [] : [path]), numbers].join('\n');
}

function hexOf(pixel: number): string {
  const part = (shift: number) => ((pixel >>> shift) & 255).toString(16).padStart(2, '0');
  return `#${part(0)}${part(8)}${part(16)}`;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** What XML has no way to write, or advises against: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const IMPOSSIBLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu;

/** As the text of an element. A line break is a character that a parser would make another one of. */
function escaped(text: string): string {
  return text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
