// The real perf.data files with everything that names their code, compared with what perf made of them.

import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedFindingsIn, withShares, type ExpectedFinding } from '../fixtures/expected-findings.ts';
import { foldedGoldensIn, foldedText, goldenAt, mendedGoldensIn } from '../fixtures/goldens.ts';
import { triesAllRecordings } from '../fixtures/fuzz.ts';
import { jsonReport } from '../fixtures/json-report.ts';
import { expectMended } from '../fixtures/mended.ts';
import { openAsPerf, openText } from '../fixtures/opened.ts';
import { bytesAt, filesIn, folders, HAS_PROFILES, pathAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import {
  COMPANION_OF_PERF,
  filesMatching,
  kernelFiles,
  LARGE,
  openedFolders,
  recordingFiles,
  recordingIn,
  unpackedFiles,
} from '../fixtures/recording-files.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { MAX_LENGTH } from '../cli/report.ts';
import type { Profile } from '../src/model/profile.ts';
import type { Outcome } from '../src/model/session.ts';
import { costLines } from './costs.ts';
import { diagnosisOf } from './diagnosis.ts';
import { openProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';

/** Minimum share of equal stacks, for stacks that the kernel walked and for those that perf unwound. */
const MIN_WALKED_BY_KERNEL = 0.999;
const MIN_UNWOUND_BY_PERF = 0.995;

/** Where the files do not have the finding that was constructed in the text, or where our stacks are better than the printed ones. */
const EXCEPTIONS: ReadonlyMap<string, readonly ExpectedFinding[]> = new Map([
  // The files written by this perf inject are sound; only the text was truncated.
  ['doctor/perf-too-old-for-jit', []],
  // Pyrograph unwinds the trampolines of -X perf.
  ['nofp-dwarf', [{ id: 'too-few-samples', severity: 'hint', share: 1 }]],
  ['doctor/trampolines-without-unwind-info', []],
  // A perf.data has modules and times.
  ['doctor/text-fields-missing', []],
  // Unwinding also gets out of the C library's memmove and syscall, where perf stopped before it reached a trampoline.
  ['doctor/clock-mismatch', [{ id: 'clock-mismatch', severity: 'hint', share: 0.957 }]],
  // The NAMESPACES records say that perf-1.map, which is open, is the map of this process.
  ['doctor/perf-map-missing-container', []],
]);
const COMMAND_EXCEPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  // Without the interpreter, nothing is known about how the recording should have been made.
  ['fp-pipe', []],
  // The library has no unwind tables, however it is recorded.
  ['doctor/unwinding-stopped', []],
  // With -X perf and copied stacks, neither -X perf_jit nor its clock is needed.
  [
    'nofp-dwarf',
    [
      'perf record -F 999 --call-graph dwarf,8192 -- python3 -X perf /src/script.py',
      'pyrograph open perf.data',
    ],
  ],
]);
/** Rebuilt from a command line in which `-X` follows a wrapper instead of the interpreter. */
const WRONG_COMMAND = / -- env -X /;

/** By default, those with expected findings: other tests open the others with their symbols. */
const recorded = openedFolders().flatMap((folder) => {
  const recording = recordingIn(folder);
  const isOpened = triesAllRecordings || expectedFindingsIn(folder) !== undefined;
  return recording === undefined || !isOpened ? [] : [[folder, recording] as const];
});

describe.skipIf(!HAS_PROFILES)(`the perf.data${SKIP_NOTE}`, () => {
  describe.each(recorded)('of %s', (folder, recording) => {
    const files = filesIn(folder);
    const expected = LARGE.includes(folder) ? undefined : expectedFindingsIn(folder);
    let outcome: Outcome<OpenProfile> | undefined;

    beforeAll(async () => {
      const plain = files.find((file) => file.startsWith('perf.data')) ?? recording;
      const sources = expected
        ? await recordingFiles(folder, recording)
        : [sourceOf(bytesAt(folder, plain), plain)];
      outcome = await openProfile(sources, NO_LISTENER);
    });
    // Not all recordings fit into memory together.
    afterAll(() => (outcome = undefined));

    test('has a short report', async () => {
      const { length } = await jsonReport(outcome!, pathAt(folder, recording));
      expect(length).toBeGreaterThan(200);
      expect(length).toBeLessThanOrEqual(MAX_LENGTH);
    });

    if (expected?.files) test('has the expected findings', () => expectFindings(folder, outcome!));

    if (!folders().includes(folder) || !files.includes('expected.perf.gz') || !recording.endsWith('.gz'))
      return;
    const hasDumps = files.some((file) => file.endsWith('.dump'));

    let text: OpenProfile | undefined;
    let printed: readonly string[] = [];
    /** What perf script read: without the dumps, and with stacks as long as it prints them. */
    let byPerf: OpenProfile | undefined;
    beforeAll(async () => {
      if (!outcome?.ok) throw new Error(outcome?.problem.text);
      text = await openText(folder);
      printed = samplesOf(text.classified.profile);
      const ours = samplesOf(outcome.value.classified.profile);
      byPerf = ours.every((sample, i) => sample === printed[i])
        ? outcome.value
        : await openAsPerf(...(await recordingFiles(folder, recording, COMPANION_OF_PERF)));
    });
    afterAll(() => {
      printed = [];
      text = byPerf = undefined;
    });

    test('matches the output of perf script', () => expectSameAsText(folder, recording, byPerf!, text!));

    if (isUnwound(folder, recording))
      test('only extends the stacks that perf script prints', () => {
        if (!outcome?.ok) throw new Error(outcome?.problem.text);
        const ours = samplesOf(outcome.value.classified.profile);
        expect(ours).toHaveLength(printed.length);
        expect(
          ours.filter((sample, i) => sample !== printed[i] && !isMoreComplete(sample, printed[i])),
        ).toEqual([]);
      });

    // Mending the same samples gives the same stacks, which recordings.test.ts checks for the text.
    if (triesAllRecordings && mendedGoldensIn(folder).length > 0)
      test('folds as specified once it is mended', () => expectMended(folder, byPerf!));

    if (hasDumps && files.includes('perf.data.gz'))
      test('matches the output of perf inject if it is read with the dumps', () =>
        expectSameAsInjected(folder, byPerf!));
  });
});

/** True if perf unwound its stacks, instead of the kernel. */
function isUnwound(folder: string, recording: string): boolean {
  return recording.includes('jit') || folder.includes('dwarf');
}

function expectFindings(folder: string, outcome: Outcome<OpenProfile>): void {
  const { files, mode, command: listed = [], note } = expectedFindingsIn(folder)!;
  const command = COMMAND_EXCEPTIONS.get(folder) ?? listed;
  const diagnosed = outcome.ok ? diagnosisOf(outcome.value) : undefined;
  const diagnosis = outcome.ok ? diagnosed?.diagnosis : outcome.problem.diagnosis;
  if (!diagnosis) throw new Error('Not diagnosed');
  const expected = EXCEPTIONS.get(folder) ?? files ?? [];
  const found = note
    ? diagnosis.findings.filter(({ samples }) => samples === 0 || samples === diagnosis.samples)
    : diagnosis.findings;
  expect(withShares(found, expected)).toEqual(expected);
  expect(diagnosis.mode).toBe(mode);
  for (const { id, samples } of diagnosis.findings)
    expect(diagnosed?.samplesOf(id)?.reduce((sum, each) => sum + each, 0) ?? samples, id).toBe(samples);
  if (WRONG_COMMAND.test(command.join('\n')) || EXCEPTIONS.get(folder)?.length === 0) return;
  // perf inject replaces the command line, and with it the program.
  const isKnown = outcome.ok && outcome.value.classified.profile.recorded?.isInjected === false;
  expect(isKnown ? diagnosis.command : diagnosis.command.map(withoutProgram)).toEqual(
    isKnown ? command : command.map(withoutProgram),
  );
}

function withoutProgram(command: string): string {
  return command.replace(/ -- .*/, '');
}

function expectSameAsText(folder: string, recording: string, binary: OpenProfile, text: OpenProfile): void {
  const ours = samplesOf(binary.classified.profile);
  const printed = samplesOf(text.classified.profile);
  const theirs = printed.map((sample, i) => withKeptName(sample, ours[i]));
  expect(ours.length).toBe(theirs.length);
  const equal = ours.filter((sample, i) => sample === theirs[i]).length;
  const goldens = foldedGoldensIn(folder);
  const isNamed = theirs.some((sample, i) => sample !== printed[i]);
  const folds = goldens.filter((golden) => {
    const [mine, expected] = [foldedText(binary, golden), goldenAt(folder, golden.file)];
    return isNamed ? withoutThreads(mine) === withoutThreads(expected) : mine === expected;
  });
  print(
    `${folder.padEnd(16)} ${equal} of ${theirs.length} samples equal, ${folds.length} of ${goldens.length} folded texts`,
  );
  expect(equal / theirs.length).toBeGreaterThanOrEqual(
    isUnwound(folder, recording) ? MIN_UNWOUND_BY_PERF : MIN_WALKED_BY_KERNEL,
  );
  if (equal < theirs.length) return;
  expect(folds).toHaveLength(goldens.length);
  const costs = { by: 'function', parts: true } as const;
  expect(costLines(binary, costs)).toBe(costLines(text, costs));
}

/** perf drops the name of a thread that has exited, and names its later samples `:` and the ID; they keep the name here. */
function withKeptName(printed: string, ours: string): string {
  const named = ours.replace(/^.*?(?= \d+ )/, /^:\d+/.exec(printed)?.[0] ?? '');
  return named === printed ? ours : printed;
}

/** The weights of all stacks, without their threads. */
function withoutThreads(folded: string): string {
  const weights = new Map<string, number>();
  for (const line of folded.trimEnd().split('\n')) {
    const [, stack, weight] = /^[^;]*;(.*) (\d+)$/.exec(line) ?? [];
    weights.set(stack, (weights.get(stack) ?? 0) + Number(weight));
  }
  return [...weights]
    .map(([stack, weight]) => `${stack} ${weight}`)
    .toSorted()
    .join('\n');
}

async function expectSameAsInjected(folder: string, injected: OpenProfile): Promise<void> {
  const symbols = await unpackedFiles(folder, 'symbols.tar.gz');
  const openWithDumps = (recording: string) =>
    openAsPerf(
      sourceOf(bytesAt(folder, recording), recording),
      ...filesMatching(folder, /^jit-\d+\.dump$/),
      ...symbols,
      ...kernelFiles(folder),
    );
  const raw = await openWithDumps('perf.data.gz');
  const ours = samplesOf(raw.classified.profile);
  const theirs = samplesOf(injected.classified.profile);
  const equal = ours.filter((sample, i) => sample === theirs[i]).length;
  const isDamaged = raw.classified.profile.notes.some(({ kind }) => kind === 'damaged jitdump');
  const better = ours.filter((sample, i) => sample !== theirs[i] && isMoreComplete(sample, theirs[i])).length;
  print(
    `${folder.padEnd(16)} ${equal} of ${theirs.length} samples equal without perf inject, ${better} more complete`,
  );
  expect(ours.length).toBe(theirs.length);
  expect(equal + better).toBe(theirs.length);
  // perf inject stops where a fork damaged a dump; Pyrograph continues.
  expect(better > 0).toBe(isDamaged);
  if (!triesAllRecordings && folder !== 'jit-script') return;
  // The dump can replace the files that perf inject made from it.
  const alike = await openWithDumps('perf.jit.data.gz');
  expect(samplesOf(alike.classified.profile)).toEqual(theirs);
}

/** Splits a line of samplesOf into the part before its frames, and the frames. */
const LINE = /^(.*? \d+ \S+ \d+) (.*)$/s;

/**
 * True if our sample only adds to perf's: names of unknown functions, and possibly their callers, since unknown code
 * cannot be unwound.
 */
function isMoreComplete(ours: string, theirs: string): boolean {
  const [, ourHead, ourFrames = ''] = LINE.exec(ours) ?? [];
  const [, theirHead, theirFrames = ''] = LINE.exec(theirs) ?? [];
  const [known, unknown] = [ourFrames, theirFrames].map((frames) => frames.split(';').reverse());
  return (
    ourHead === theirHead &&
    known.length >= unknown.length &&
    unknown.every((frame, i) => frame === known[i] || frame.startsWith('[unknown]@'))
  );
}

/** One line per sample: comm, time, event, weight, and the frames from the root, each with its module. */
function samplesOf({ samples, stacks, funcs, strings, modules, threads, events }: Profile): string[] {
  const frames = Array.from(
    funcs.name,
    (name, func) => `${strings[name]}@${modules[funcs.module[func]] ?? ''}`,
  );
  const lines: string[] = [];
  for (let i = 0; i < samples.length; i++) {
    const path: string[] = [];
    for (let stack = samples.stack[i]; stack >= 0; stack = stacks.parent[stack])
      path.push(frames[stacks.func[stack]]);
    const { comm } = threads[samples.thread[i]];
    // perf script prints microseconds.
    const time = Math.floor(samples.time[i] / 1000);
    lines.push(
      `${comm} ${time} ${events[samples.event[i]]} ${samples.weight[i]} ${path.reverse().join(';')}`,
    );
  }
  return lines;
}

/** Prints the figures of each folder, even when the test passes. */
function print(line: string): void {
  appendFileSync(1, `  ${line}\n`);
}
