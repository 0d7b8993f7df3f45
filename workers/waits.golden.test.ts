// Where the wall time of real recordings went, byte for byte as an independent reading of the contract has it. Its results come
// from perf's text (shared/spec/reference).

import { describe, expect, test } from 'vitest';
import { triesAllRecordings } from '../fixtures/fuzz.ts';
import { openFile, openOrThrow, openText } from '../fixtures/opened.ts';
import {
  bytesAt,
  fileAt,
  filesIn,
  folders,
  HAS_PROFILES,
  SKIP_NOTE,
  unzipped,
} from '../fixtures/profiles.ts';
import { memorySource, sourceOf } from '../fixtures/sources.ts';
import { knownWaits } from '../fixtures/waits.ts';
import { LEVELS } from '../src/model/levels.ts';
import { ofProcess, type Waits } from '../src/waiting/waits.ts';
import type { OpenProfile } from './pipeline.ts';
import { foldedWaits, holdersAsTsv, threadsAsTsv, waitsAsTsv } from './waits.ts';

/** What a golden has, from the end of its name. */
function outputOf(open: OpenProfile, waits: Waits, golden: string): string {
  if (golden.endsWith('threads.tsv')) return threadsAsTsv(waits);
  if (golden.endsWith('holders.tsv')) return holdersAsTsv(waits);
  const pid = /process-(\d+)/.exec(golden)?.[1];
  const selected = pid === undefined ? waits : ofProcess(waits, Number(pid));
  const level = LEVELS.find(({ name }) => golden.includes(`folded.${name}.`))?.name;
  if (!level) return waitsAsTsv(selected);
  return Buffer.concat([...foldedWaits(open, selected, level, true)]).toString();
}

function expectGoldens(open: OpenProfile, folder: string, pattern: RegExp): void {
  const waits = knownWaits(open);
  const goldens = filesIn(folder).filter((file) => pattern.test(file));
  expect(goldens.length).toBeGreaterThanOrEqual(2);
  for (const golden of goldens)
    expect(outputOf(open, waits, golden), golden).toBe(goldenText(folder, golden));
}

function goldenText(folder: string, golden: string): string {
  const bytes = bytesAt(folder, golden);
  return new TextDecoder().decode(golden.endsWith('.gz') ? unzipped(bytes) : bytes);
}

/** The recording as perf wrote it, with the dumps of its processes and all files of its machine. */
function openRecorded(folder: string): Promise<OpenProfile> {
  const files = ['perf.data.zst', 'jitdumps.tar.zst'].map((file) => sourceOf(bytesAt(folder, file), file));
  const machine = ['symbols.tar.zst', 'vdso.so'].map((file) => sourceOf(bytesAt('waits', file), file));
  const kernel = memorySource(unzipped(fileAt('waits/kallsyms.gz')), 'kallsyms');
  return openOrThrow(...files, ...machine, kernel);
}

/**
 * perf loses the stacks of processes that start another program, and those in which a fork cut the dump: only what does not depend on
 * them is equal, and the first process.
 */
const EXCEPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['waits-child', /^waits\.(?:threads|holders|process-2936)\.tsv$/],
]);
/** Stacks of its first process in which perf prints `[stack cut]` for functions that the dump names, or no callers of one. */
const EXTENDED_STACKS = 3;
const ALL = /^waits\.(?!data)/;

function expectExtended(open: OpenProfile, folder: string, golden: string): void {
  const [ours, theirs] = [outputOf(open, knownWaits(open), golden), goldenText(folder, golden)].map((text) =>
    text.split('\n'),
  );
  const lengthsIn = (lines: readonly string[], others: readonly string[]) =>
    lines
      .filter((line) => !others.includes(line))
      .map((line) => Number(/\d+$/.exec(line)?.[0]))
      .sort((a, b) => a - b);
  expect(lengthsIn(ours, theirs)).toHaveLength(EXTENDED_STACKS);
  expect(lengthsIn(ours, theirs)).toEqual(lengthsIn(theirs, ours));
}

describe.skipIf(!HAS_PROFILES)(`wall time${SKIP_NOTE}`, () => {
  // A case per rule about lives, and one per rule about states.
  test.each(['lives', 'reasons'])('of %s.perf', async (name) => {
    const open = await openFile('waits/made', `${name}.perf`);
    expectGoldens(open, 'waits/made', new RegExp(`^${name}\\.(?!perf$)`));
  });

  const recordings = folders().filter((folder) => filesIn(folder).includes('waits.tsv'));

  test.each(recordings)('of the text of %s', async (folder) => {
    expectGoldens(await openText(folder), folder, ALL);
  });

  // One is compressed by perf, one has processes that were forked, and one has stacks that begin in the vdso.
  const first = ['waits-aio', 'waits-child', 'waits-disk'].filter((folder) => recordings.includes(folder));
  const others = recordings.filter((folder) => !first.includes(folder));
  test.each([...first, ...(triesAllRecordings ? others : [])])('of %s', async (folder) => {
    const open = await openRecorded(folder);
    expectGoldens(open, folder, EXCEPTIONS.get(folder) ?? ALL);
    if (EXCEPTIONS.has(folder)) expectExtended(open, folder, 'waits.folded.python.process-2936.txt.gz');
  });
});
