// Builds trees from goldens in the simplest possible way, and compares them with the page box by box, using the arrow keys.

import type { Locator, Page } from '@playwright/test';
import { plainAt } from '../fixtures/profiles.ts';
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

/** The golden of a shared recording and one of its events, by default the one with the most samples. */
export function goldenText(folder: string, level: string, event?: string): string {
  const name = ['folded', level, ...(event ? [event] : []), 'txt', 'gz'].join('.');
  return Buffer.from(plainAt(folder, name)).toString();
}

/** Limits per parent and per walk, which keep a walk to about a second. */
const MAX_SIBLINGS = 4;
const MAX_BOXES = 20;

/** The graph on the page to compare. */
export interface ComparedGraph {
  readonly tree: Locator;
  /** The key that moves away from the root. */
  readonly key: 'ArrowUp' | 'ArrowDown';
  readonly rootLabel: string;
  /** The weight that counts as 100%. */
  readonly all: number;
}

/**
 * Walks from the root to a leaf, at each step to the callee with this rank by weight (0 is the heaviest), and compares each
 * box on this path and its siblings with the golden. `period` is the weight of each sample; undefined if weights differ.
 * Returns the number of compared boxes.
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
    const next = nextOf(boxes, box, rank);
    if (next < 0) break;
    for (let back = boxes.length - 1; back > next; back--) await page.keyboard.press('ArrowLeft');
    box = childCalled(box, boxes[next]);
  }
  return count;
}

/**
 * The index of the box to continue from; -1 if there is none. Goldens merge functions of the same name in different modules,
 * so the callees of such functions cannot be compared.
 */
function nextOf(boxes: readonly Box[], parent: GoldenNode, rank: 0 | 1): number {
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
    const weights = boxes.map((box) => childCalled(parent, box).weight);
    expect(weights, 'the heaviest callee comes first').toEqual(heaviest.slice(0, boxes.length));
    expect(boxes.map(actualOf)).toEqual(
      boxes.map((box) => expectedOf(labelOf(box.name), childCalled(parent, box), all, box, period)),
    );
    return;
  }
  expect(first.siblings, 'the page has more callees than the golden, where modules differ').toBeGreaterThan(
    parent.children.size,
  );
  if (boxes.length < first.siblings || period === undefined) return;
  const actual = new Map<string, number>();
  for (const { name, samples } of boxes)
    actual.set(foldedName(name), (actual.get(foldedName(name)) ?? 0) + samples);
  expect(actual).toEqual(new Map([...parent.children].map(([name, { weight }]) => [name, weight / period])));
}

function childCalled(parent: GoldenNode, { name }: Box): GoldenNode {
  const child = parent.children.get(foldedName(name));
  if (!child)
    throw new Error(`The golden has no ${name} here, only ${[...parent.children.keys()].join(', ')}`);
  return child;
}

/** Folded text cannot represent these characters. */
function foldedName(name: string): string {
  return name.replaceAll(';', ':').replaceAll('\n', ' ');
}

/** The page's label of a function: `f (main.py)` for `py::f:/app/main.py`. */
export function labelOf(name: string): string {
  const [, func, file] = /^py::([^:]*):(.*)$/s.exec(name) ?? [];
  if (func === undefined) return name;
  const baseName = file.slice(file.lastIndexOf('/') + 1);
  // A function that represents a whole file has the name of the file.
  return func === baseName ? func : `${func} (${baseName})`;
}

function actualOf({ label, share, samples, totalSamples, selfSamples }: Box) {
  // The golden does not contain the modules of unknown functions.
  return {
    label: label.replace(/^\[unknown\] \(.*\)$/, '[unknown]'),
    share,
    samples,
    totalSamples,
    selfSamples,
  };
}

function expectedOf(
  label: string,
  { weight, self }: GoldenNode,
  all: number,
  read: Box,
  period: number | undefined,
) {
  const samples = period === undefined ? read.samples : weight / period;
  return {
    label,
    share: ((100 * weight) / all).toFixed(decimalsOf(read.share)),
    samples,
    totalSamples: samples,
    selfSamples: period === undefined ? read.selfSamples : self / period,
  };
}

export function decimalsOf(share: string): number {
  return share.includes('.') ? share.length - share.indexOf('.') - 1 : 0;
}

/** A share as the page prints it, with about three significant digits. */
export function printedShare(share: number): string {
  const decimals = share >= 0.1 ? 1 : share >= 0.001 ? 2 : 3;
  return share === 0 ? '0%' : `${(100 * share).toFixed(decimals)}%`;
}

export function weightOf(items: readonly { readonly weight: number }[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0);
}
