// Builds trees from the goldens of rules.perf in the simplest possible way, and compares them with the page box by box, with the arrow
// keys. workers/views/views.golden.test.ts compares all boxes of what the page receives: one path shows that the page draws it.

import type { Locator, Page } from '@playwright/test';
import { linesOf, type Line } from '../fixtures/golden-lines.ts';
import { baseName } from '../src/model/paths.ts';
import { shortPlace } from '../src/text/labels.ts';
import { graph } from './locators.ts';
import { type Box, expect, fixtureText, focusedBox } from './page.ts';

export interface GoldenNode {
  weight: number;
  /** Weight of the stacks that end at this node. */
  self: number;
  /** Keyed by name in the folded text. */
  readonly children: Map<string, GoldenNode>;
}

/** The weight of each sample of rules.perf. */
export const PERIOD = 10;

/** The stacks of rules.perf, of all threads. */
export function goldenLines(level = 'python-c'): Line[] {
  return linesOf(fixtureText(`rules.${level}.folded`));
}

export function goldenTree(level?: string): GoldenNode {
  return treeOfLines(goldenLines(level));
}

export function treeOfLines(lines: readonly Pick<Line, 'frames' | 'weight'>[]): GoldenNode {
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

/** The graph on the page that is compared. */
interface ComparedGraph {
  readonly tree: Locator;
  /** The key that moves away from the root. */
  readonly key: 'ArrowUp' | 'ArrowDown';
  readonly rootLabel: string;
  /** The weight that counts as 100%. */
  readonly all: number;
}

/** Several modules have code without a name, which is a box for each of them, but not in goldens. */
const UNKNOWN = '[unknown]';

/** More would only take longer. */
const MAX_SIBLINGS = 4;

/** Walks from the root to a leaf, always to the heaviest callee, and compares the boxes on this path and their siblings with the golden. */
export async function comparePath(
  page: Page,
  golden: GoldenNode,
  {
    tree = graph(page),
    key = 'ArrowUp',
    rootLabel = 'all',
    all = golden.weight,
  }: Partial<ComparedGraph> = {},
): Promise<void> {
  await tree.focus();
  await page.keyboard.press('Home');
  const root = await focusedBox(page);
  expect(actualOf(root), 'the root').toEqual(expectedOf(rootLabel, golden, all, root));
  let parent = golden;
  while (parent.children.size > 0) {
    await page.keyboard.press(key);
    const boxes = [await focusedBox(page)];
    while (boxes.length < Math.min(parent.children.size, MAX_SIBLINGS)) {
      await page.keyboard.press('ArrowRight');
      boxes.push(await focusedBox(page));
    }
    expect(boxes.map(({ position }) => position)).toEqual(boxes.map((_, index) => index + 1));
    const samples = boxes.map((box) => box.samples);
    expect(samples, 'the heaviest callee comes first').toEqual(samples.toSorted((a, b) => b - a));
    for (const box of boxes.filter(({ name }) => name !== UNKNOWN)) {
      const child = childNamed(parent, box);
      expect(actualOf(box)).toEqual(expectedOf(labelOf(box.name), child, all, box));
    }
    for (let back = 1; back < boxes.length; back++) await page.keyboard.press('ArrowLeft');
    parent = childNamed(parent, boxes[0]);
  }
}

function childNamed(parent: GoldenNode, { name }: Box): GoldenNode {
  // Folded text cannot represent these characters.
  const child = parent.children.get(name.replaceAll(';', ':').replaceAll('\n', ' '));
  if (!child)
    throw new Error(`The golden has no ${name} here, only ${[...parent.children.keys()].join(', ')}`);
  return child;
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
  return { label: withoutModule(label, name), share, samples, totalSamples, selfSamples };
}

/** Removes the module after the name of a C function: `read (libc.so.6), 3 samples` becomes `read, 3 samples`. */
export function withoutModule(text: string, name: string): string {
  if (name.startsWith('py::') || !text.startsWith(`${name} (`)) return text;
  return name + text.slice(text.indexOf(')', name.length) + 1);
}

function expectedOf(label: string, { weight, self }: GoldenNode, all: number, actual: Box) {
  const samples = weight / PERIOD;
  return {
    label,
    share: ((100 * weight) / all).toFixed(decimalsOf(actual.share)),
    samples,
    totalSamples: samples,
    selfSamples: self / PERIOD,
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
