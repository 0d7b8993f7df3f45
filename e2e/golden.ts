// Builds trees from goldens in the simplest possible way, and compares them with the page box by box with the arrow keys.

import type { Locator, Page } from '@playwright/test';
import { foldImportsNaively } from '../fixtures/naive-imports.ts';
import { plainAt } from '../fixtures/profiles.ts';
import { baseName } from '../src/text/base-name.ts';
import { shortPlace } from '../src/text/places.ts';
import { graph } from './locators.ts';
import { type Box, expect, focusedBox } from './page.ts';

export interface GoldenNode {
  weight: number;
  /** Weight of the stacks that end at this node. */
  self: number;
  /** Keyed by name in the folded text. */
  readonly children: Map<string, GoldenNode>;
}

/** Merges the stacks of all threads. */
export function treeOfFolded(text: string): GoldenNode {
  return treeOfLines(linesOf(text));
}

export interface Line {
  readonly frames: readonly string[];
  readonly weight: number;
}

export function treeOfLines(lines: readonly Line[]): GoldenNode {
  const root: GoldenNode = { weight: 0, self: 0, children: new Map() };
  for (const { frames, weight } of lines) {
    let box = root;
    box.weight += weight;
    for (const frame of frames) {
      const child = box.children.get(frame) ?? { weight: 0, self: 0, children: new Map() };
      box.children.set(frame, child);
      child.weight += weight;
      box = child;
    }
    box.self += weight;
  }
  return root;
}

/** The weight of the stacks with a matching frame, in percent of the total. */
export function matchedPercent(text: string, pattern: RegExp): number {
  const lines = linesOf(text);
  const matching = lines.filter(({ frames }) => frames.some((frame) => pattern.test(frame)));
  return (100 * weightOf(matching)) / weightOf(lines);
}

/** The distinct frames that match. */
export function matchingFrames(text: string, pattern: RegExp): Set<string> {
  return new Set(linesOf(text).flatMap(({ frames }) => frames.filter((frame) => pattern.test(frame))));
}

export function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const space = line.lastIndexOf(' ');
      return { frames: line.slice(0, space).split(';').slice(1), weight: Number(line.slice(space + 1)) };
    });
}

/**
 * The golden of one event of a shared recording (by default the one with the most samples), with imports folded as on the page.
 */
export function goldenText(folder: string, level: string, event?: string): string {
  const name = ['folded', level, ...(event ? [event] : []), 'txt', 'gz'].join('.');
  const text = Buffer.from(plainAt(folder, name)).toString();
  return level.startsWith('python') ? text.replace(/^[^;\n]*;(.*)(?= \d+$)/gm, foldImportsIn) : text;
}

/** Folds the imports of a line without its weight. Goldens have no modules, but only functions of extensions are unnamed in them. */
function foldImportsIn(line: string): string {
  const [thread, ...frames] = line.split(';');
  return [thread, ...foldImportsNaively(frames, (frame) => frame === '[unknown]')].join(';');
}

/** Limits per parent and per walk: with these, a walk takes about a second. */
const MAX_SIBLINGS = 4;
const MAX_BOXES = 20;

/** The graph on the page that is compared. */
export interface ComparedGraph {
  readonly tree: Locator;
  /** The key that moves away from the root. */
  readonly key: 'ArrowUp' | 'ArrowDown';
  readonly rootLabel: string;
  /** The weight that counts as 100%. */
  readonly all: number;
}

/**
 * Walks from the root to a leaf, always to the callee with this rank by weight (0 is the heaviest), and compares the boxes on this
 * path and their siblings with the golden. `period` is the weight of each sample; undefined if weights differ. Returns the number of
 * compared boxes.
 */
export async function comparePath(
  page: Page,
  golden: GoldenNode,
  period: number | undefined,
  rank: 0 | 1,
  compared: ComparedGraph = { tree: graph(page), key: 'ArrowUp', rootLabel: 'all', all: golden.weight },
): Promise<number> {
  const { tree, key, rootLabel, all } = compared;
  await tree.focus();
  await page.keyboard.press('Home');
  const root = await focusedBox(page);
  expect(actualOf(root), 'the root').toEqual(expectedOf(rootLabel, golden, all, root, period));
  let count = 1;
  let box = golden;
  for (let depth = 1; count < MAX_BOXES; depth++) {
    await page.keyboard.press(key);
    const first = await focusedBox(page);
    if (first.depth < depth) {
      expect(box.children.size, 'the golden has no callees here either').toBe(0);
      break;
    }
    const boxes = [first];
    while (boxes.length < Math.min(first.siblings, MAX_SIBLINGS)) {
      await page.keyboard.press('ArrowRight');
      boxes.push(await focusedBox(page));
    }
    compareSiblings(boxes, box, all, period);
    count += boxes.length;
    const next = indexOfNext(boxes, box, rank);
    if (next < 0) break;
    for (let back = boxes.length - 1; back > next; back--) await page.keyboard.press('ArrowLeft');
    box = childNamed(box, boxes[next]);
  }
  return count;
}

/**
 * The index of the sibling to descend into; -1 if there is none. Goldens merge functions of the same name in different modules, so
 * the callees of such functions cannot be compared.
 */
function indexOfNext(boxes: readonly Box[], parent: GoldenNode, rank: 0 | 1): number {
  const [first] = boxes;
  if (parent.children.size === first.siblings) return Math.min(rank, boxes.length - 1);
  if (boxes.length < first.siblings) return -1;
  return boxes.findIndex(({ name }) => boxes.filter((other) => other.name === name).length === 1);
}

function compareSiblings(
  boxes: readonly Box[],
  parent: GoldenNode,
  all: number,
  period: number | undefined,
): void {
  const [first] = boxes;
  expect(boxes.map(({ position }) => position)).toEqual(boxes.map((_, index) => index + 1));
  if (parent.children.size === first.siblings) {
    const heaviest = [...parent.children.values()].map(({ weight }) => weight).sort((a, b) => b - a);
    const weights = boxes.map((box) => childNamed(parent, box).weight);
    expect(weights, 'the heaviest callee comes first').toEqual(heaviest.slice(0, boxes.length));
    expect(boxes.map(actualOf)).toEqual(
      boxes.map((box) => expectedOf(labelOf(box.name), childNamed(parent, box), all, box, period)),
    );
    return;
  }
  expect(
    first.siblings,
    'the page distinguishes callees by module, so it has more than the golden',
  ).toBeGreaterThan(parent.children.size);
  if (boxes.length < first.siblings || period === undefined) return;
  const actual = new Map<string, number>();
  for (const { name, samples } of boxes)
    actual.set(foldedName(name), (actual.get(foldedName(name)) ?? 0) + samples);
  expect(actual).toEqual(new Map([...parent.children].map(([name, { weight }]) => [name, weight / period])));
}

function childNamed(parent: GoldenNode, { name }: Box): GoldenNode {
  const child = parent.children.get(foldedName(name));
  if (!child)
    throw new Error(`The golden has no ${name} here, only ${[...parent.children.keys()].join(', ')}`);
  return child;
}

/** Folded text cannot represent these characters. */
function foldedName(name: string): string {
  return name.replaceAll(';', ':').replaceAll('\n', ' ');
}

/**
 * The page's label of a function: `f (main.py)` for `py::f:/app/main.py`, only the name for C functions. Assumes that the short
 * names of a recording's files are unique.
 */
export function labelOf(name: string): string {
  const [, func, file] = /^py::([^:]*):(.*)$/s.exec(name) ?? [];
  if (func === undefined) return name;
  const place = shortPlace(file);
  // Aggregate functions of files are named after the file, those of imports after the module.
  if (func === baseName(file)) return place;
  return /^import( |$)/.test(func) ? func : `${func} (${place})`;
}

function actualOf({ label, name, share, samples, totalSamples, selfSamples }: Box) {
  return {
    label: withoutModule(label, name),
    share,
    samples,
    totalSamples,
    selfSamples,
  };
}

/** Removes the module after the name of a C function: `read (libc.so.6), 3 samples` becomes `read, 3 samples`. */
export function withoutModule(text: string, name: string): string {
  if (name.startsWith('py::') || !text.startsWith(`${name} (`)) return text;
  return name + text.slice(text.indexOf(')', name.length) + 1);
}

function expectedOf(
  label: string,
  { weight, self }: GoldenNode,
  all: number,
  actual: Box,
  period: number | undefined,
) {
  const samples = period === undefined ? actual.samples : weight / period;
  return {
    label,
    share: ((100 * weight) / all).toFixed(decimalsOf(actual.share)),
    samples,
    totalSamples: samples,
    selfSamples: period === undefined ? actual.selfSamples : self / period,
  };
}

export function decimalsOf(share: string): number {
  return share.includes('.') ? share.length - share.indexOf('.') - 1 : 0;
}

/** Formats a share like the page, with about three significant digits. */
export function printedShare(share: number): string {
  const decimals = share >= 0.1 ? 1 : share >= 0.001 ? 2 : 3;
  return share === 0 ? '–' : `${(100 * share).toFixed(decimals)}%`;
}

export function weightOf(items: readonly { readonly weight: number }[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0);
}
