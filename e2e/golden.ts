// Goldens as trees, counted from folded text by the plainest means, and the walk that holds the page against them:
// box by box with the arrow keys, as a person without a mouse would.

import type { Locator, Page } from '@playwright/test';
import { plainAt } from '../fixtures/profiles.ts';
import { expect, focusedBox, graph, type Box } from './page.ts';

export interface GoldenBox {
  weight: number;
  /** Of the stacks that end here. */
  self: number;
  /** By printed name. */
  readonly children: Map<string, GoldenBox>;
}

/** Sums the weights by frame path; whose thread it was does not matter. */
export function treeOfFolded(text: string): GoldenBox {
  return treeOfLines(linesOf(text));
}

export interface Line {
  readonly frames: readonly string[];
  readonly weight: number;
}

export function treeOfLines(lines: readonly Line[]): GoldenBox {
  const root: GoldenBox = { weight: 0, self: 0, children: new Map() };
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

/** The share of the weight, in per cent, whose stacks hold a frame that matches; each stack counts once. */
export function matchedPercent(text: string, pattern: RegExp): number {
  const lines = linesOf(text);
  const sum = (some: typeof lines) => some.reduce((total, { weight }) => total + weight, 0);
  const matching = lines.filter(({ frames }) => frames.some((frame) => pattern.test(frame)));
  return (100 * sum(matching)) / sum(lines);
}

/** The different frames that match. */
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

/** The golden of a real recording. The event is only named where it is not the one with the most samples. */
export function goldenText(folder: string, level: string, event?: string): string {
  const name = ['folded', level, ...(event ? [event] : []), 'txt', 'gz'].join('.');
  return Buffer.from(plainAt(folder, name)).toString();
}

/** Most siblings read at one place, and most boxes on one walk: enough of the picture, in a second. */
const MOST_SIBLINGS = 4;
const MOST_BOXES = 20;

/** A graph that is walked. */
export interface Drawn {
  readonly tree: Locator;
  /** The key that leads away from the root. */
  readonly further: 'ArrowUp' | 'ArrowDown';
  /** What the first box is called, and the weight that shares are shares of. */
  readonly label: string;
  readonly all: number;
}

/**
 * Walks from the root to a leaf, always on to the heaviest callee (or the second heaviest), and holds each box on the
 * way and its siblings against the golden. `period` is the weight of every sample; undefined where they differ.
 * Returns how many boxes were compared.
 */
export async function compareOnTheWay(
  page: Page,
  golden: GoldenBox,
  period: number | undefined,
  rank: 0 | 1,
  drawn: Drawn = { tree: graph(page), further: 'ArrowUp', label: 'all', all: golden.weight },
): Promise<number> {
  const { tree, further, label, all } = drawn;
  await tree.focus();
  await page.keyboard.press('Home');
  const root = await focusedBox(page);
  expect(asRead(root), 'the root is the whole').toEqual({
    ...asCounted(label, golden, all, root, period),
  });
  let compared = 1;
  let box = golden;
  for (let depth = 1; compared < MOST_BOXES; depth++) {
    await page.keyboard.press(further);
    const first = await focusedBox(page);
    if (first.depth < depth) {
      expect(box.children.size, 'a box without callees is where a stack ends').toBe(0);
      break;
    }
    const boxes = [first];
    while (boxes.length < Math.min(first.siblings, MOST_SIBLINGS)) {
      await page.keyboard.press('ArrowRight');
      boxes.push(await focusedBox(page));
    }
    compareSiblings(boxes, box, all, period);
    compared += boxes.length;
    const next = nextOf(boxes, box, rank);
    if (next < 0) break;
    for (let back = boxes.length - 1; back > next; back--) await page.keyboard.press('ArrowLeft');
    box = childCalled(box, boxes[next]);
  }
  return compared;
}

/**
 * The place of the box to go on from; -1 when there is none. Functions of one name in different modules are one to the
 * golden: their callees cannot be told apart.
 */
function nextOf(boxes: readonly Box[], parent: GoldenBox, rank: 0 | 1): number {
  const [first] = boxes;
  if (parent.children.size === first.siblings) return Math.min(rank, boxes.length - 1);
  if (boxes.length < first.siblings) return -1;
  return boxes.findIndex(({ name }) => boxes.filter((other) => other.name === name).length === 1);
}

function compareSiblings(
  boxes: readonly Box[],
  parent: GoldenBox,
  all: number,
  period: number | undefined,
): void {
  const [first] = boxes;
  expect(boxes.map(({ position }) => position)).toEqual(boxes.map((_, index) => index + 1));
  if (parent.children.size === first.siblings) {
    const heaviest = [...parent.children.values()].map(({ weight }) => weight).sort((a, b) => b - a);
    const weights = boxes.map((box) => childCalled(parent, box).weight);
    expect(weights, 'the heaviest callee comes first').toEqual(heaviest.slice(0, boxes.length));
    expect(boxes.map(asRead)).toEqual(
      boxes.map((box) => asCounted(labelOf(box.name), childCalled(parent, box), all, box, period)),
    );
    return;
  }
  expect(first.siblings, 'no callee is missing').toBeGreaterThan(parent.children.size);
  if (boxes.length < first.siblings || period === undefined) return;
  const read = new Map<string, number>();
  for (const { name, samples } of boxes) read.set(printed(name), (read.get(printed(name)) ?? 0) + samples);
  expect(read).toEqual(new Map([...parent.children].map(([name, { weight }]) => [name, weight / period])));
}

function childCalled(parent: GoldenBox, { name }: Box): GoldenBox {
  const child = parent.children.get(printed(name));
  if (!child)
    throw new Error(`the golden has no ${name} here, but ${[...parent.children.keys()].join(', ')}`);
  return child;
}

/** Folded text has no way to write these. */
function printed(name: string): string {
  return name.replaceAll(';', ':').replaceAll('\n', ' ');
}

/** How the page calls the function of this whole name: `py::f:/app/main.py` is `f (main.py)`. */
export function labelOf(name: string): string {
  const [, func, file] = /^py::([^:]*):(.*)$/s.exec(name) ?? [];
  if (func === undefined) return name;
  const place = file.slice(file.lastIndexOf('/') + 1);
  // What stands for all of a file is called like it.
  return func === place ? func : `${func} (${place})`;
}

function asRead({ label, share, samples, totalSamples, selfSamples }: Box) {
  // A module behind a frame without a name is nothing the golden knows.
  return {
    label: label.replace(/^\[unknown\] \(.*\)$/, '[unknown]'),
    share,
    samples,
    totalSamples,
    selfSamples,
  };
}

function asCounted(
  label: string,
  { weight, self }: GoldenBox,
  all: number,
  read: Box,
  period: number | undefined,
) {
  const samples = period === undefined ? read.samples : weight / period;
  return {
    label,
    share: ((100 * weight) / all).toFixed(placesOf(read.share)),
    samples,
    totalSamples: samples,
    selfSamples: period === undefined ? read.selfSamples : self / period,
  };
}

export function placesOf(share: string): number {
  return share.includes('.') ? share.length - share.indexOf('.') - 1 : 0;
}
