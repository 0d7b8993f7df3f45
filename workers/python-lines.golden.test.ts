// The source lines of real recordings, scored against what is known of them without looking at registers: marked lines, the clock,
// and the addresses of code objects that a helper in the program wrote.

import { describe, expect, test } from 'vitest';
import { openOrThrow } from '../fixtures/opened.ts';
import {
  bytesAt,
  filesIn,
  folders,
  HAS_PROFILES,
  plainAt,
  SKIP_NOTE,
  unzipped,
} from '../fixtures/profiles.ts';
import { filesMatching } from '../fixtures/recording-files.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { writeFolded } from '../src/formats/folded-writer.ts';
import { profileWithLines } from './line-profiles.ts';
import type { OpenProfile } from './pipeline.ts';
import type { Source } from './reading/sniff.ts';
import { linesAsTsv } from './python-lines.ts';

const SYMBOLS = /^(?:perf-\d+\.map|jit-\d+\.dump\.gz|symbols\.tar\.gz)$/;
const TABLE = 'perf.lines.gz';
const EXAMPLE = 'example.python-lines.samples.txt.gz';

/** Minimum share of the expected frames that have a line, and maximum share of those with a wrong one. */
const MARKS = { min: 0.98, maxWrong: 0 };
const PHASES = { min: 0.95, maxWrong: 0.01 };
const OTHERS = { min: 0.95, maxWrong: 0.005 };

const recordings = folders().filter(
  (folder) => folder.startsWith('lines-') && filesIn(folder).includes(TABLE),
);

describe.skipIf(!HAS_PROFILES)(`the source lines${SKIP_NOTE}`, () => {
  test.each(recordings)('of %s are found', async (folder) => {
    const { open, lines, notes } = await linesIn(folder, sourceOf(bytesAt(folder, TABLE), TABLE));
    const expected = rowsOf(new TextDecoder().decode(plainAt(folder, 'expected.tsv.gz')));
    const found = [...expected.keys()].filter((frame) => lines.has(frame));
    const wrong = found.filter((frame) => lines.get(frame) !== expected.get(frame));
    const { min, maxWrong } = thresholdsOf(folder);
    expect(found.length).toBeGreaterThanOrEqual(min * expected.size);
    expect(wrong.length, wrong.slice(0, 5).join()).toBeLessThanOrEqual(maxWrong * found.length);
    expect(notes).toEqual([]);
    if (filesIn(folder).includes(EXAMPLE)) expectFolded(open, foldedLines(plainAt(folder, EXAMPLE)));
  });

  test('are not shown with the table of another version', async () => {
    const { lines, notes } = await linesIn(
      'lines-phases',
      sourceOf(bytesAt('lines-phases3.15', TABLE), TABLE),
    );
    expect(lines.size).toBe(0);
    expect(notes).toEqual(['other line table']);
  });

  test('are not shown if the functions of the table are shuffled', async () => {
    const { lines, notes } = await linesIn('lines-phases', shuffledTable('lines-phases'));
    expect(lines.size).toBe(0);
    expect(notes).toEqual(['other line table']);
  });

  test('need a table', async () => {
    const open = await openOrThrow(...filesOf('lines-phases'));
    expect(open.classified.profile.stacks.line).toBeUndefined();
  });
});

function thresholdsOf(folder: string) {
  if (/^lines-(?:marks|map)/.test(folder)) return MARKS;
  return folder.startsWith('lines-phases') ? PHASES : OTHERS;
}

function filesOf(folder: string): Source[] {
  return [sourceOf(bytesAt(folder, 'perf.data.gz'), 'perf.data.gz'), ...filesMatching(folder, SYMBOLS)];
}

/**
 * The prototype's stacks have the same functions. Nine of ten have the same lines; in others, one of the two knows no line of a frame.
 */
function expectFolded(open: OpenProfile, expected: ReadonlyMap<string, number>): void {
  const profile = profileWithLines(open, 'python');
  const found = foldedLines(Buffer.concat([...writeFolded(profile, 0, 'samples')]));
  const lineless = (stacks: ReadonlyMap<string, number>) =>
    summed(Array.from(stacks, ([stack, count]) => [stack.replaceAll(/:\d+(?=;|$)/g, ''), count]));
  expect(lineless(found)).toEqual(lineless(expected));
  const known = [...expected.keys()].map((stack) => stack.split(';'));
  const isLike = (a: string, b: string) => a === b || a.startsWith(`${b}:`) || b.startsWith(`${a}:`);
  const unequal = [...found.keys()].filter((stack) => !expected.has(stack));
  const others = unequal.filter((stack) => {
    const frames = stack.split(';');
    const isFound = (stackOf: string[]) =>
      stackOf.length === frames.length && frames.every((frame, i) => isLike(frame, stackOf[i]));
    return !known.some(isFound);
  });
  expect(others).toEqual([]);
  expect(unequal.length).toBeLessThan(expected.size / 10);
}

/** Samples by stack, without the thread and other markers than the prototype's. */
function foldedLines(text: Uint8Array): Map<string, number> {
  const lines = new TextDecoder().decode(text).trimEnd().split('\n');
  return summed(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      const frames = line
        .slice(0, space)
        .split(';')
        .filter((frame) => frame.startsWith('py::'));
      return [frames.join(';'), Number(line.slice(space))];
    }),
  );
}

function summed(counts: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [stack, count] of counts) sums.set(stack, (sums.get(stack) ?? 0) + count);
  return sums;
}

/** Lines by frame, and the kinds of notes about them. */
async function linesIn(folder: string, table: Source) {
  const open = await openOrThrow(table, ...filesOf(folder));
  const { profile } = open.classified;
  const kinds = profile.notes.map(({ kind }) => kind).filter((kind) => /line table|evaluator/.test(kind));
  return { open, lines: rowsOf(linesAsTsv(profile)), notes: kinds };
}

/** `FUNCTION:LINE` by sample and Python frame, of tab-separated text with a header. */
function rowsOf(text: string): Map<string, string> {
  const [head, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  const columns = ['sample', 'python_frame', 'function', 'line'].map((name) => head.indexOf(name));
  return new Map(
    rows.map((row) => {
      const [sample, frame, name, line] = columns.map((column) => row[column]);
      return [`${sample} ${frame}`, `${name}:${line}`];
    }),
  );
}

/** Gives each function the code of another one. */
function shuffledTable(folder: string): Source {
  const [head, ...rows] = new TextDecoder()
    .decode(unzipped(bytesAt(folder, TABLE)))
    .trimEnd()
    .split('\n');
  const split = rows.map((row) => row.indexOf(' py::'));
  const shuffled = rows.map((row, i) => {
    const other = (i * 7 + 3) % rows.length;
    return row.slice(0, split[i]) + rows[other].slice(split[other]);
  });
  return sourceOf(`${[head, ...shuffled].join('\n')}\n`, 'shuffled.lines');
}
