// Unwinds real recordings to the start of each thread, where perf script stops earlier: after 127 frames, and at trampolines
// without unwind rules.

import { describe, expect, test } from 'vitest';
import { triesAllRecordings } from '../fixtures/fuzz.ts';
import { foldedGoldensIn, foldedText, goldenAt } from '../fixtures/goldens.ts';
import { openFile, openOrThrow, openText } from '../fixtures/opened.ts';
import { bytesAt, filesIn, HAS_PROFILES, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { COMPANION_OF_PERF, recordingFiles, unpackedFiles } from '../fixtures/recording-files.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { INJECTED_FILE, PERF_MAP } from '../src/model/code.ts';
import type { OpenProfile } from './pipeline.ts';
import type { Source } from './reading/sniff.ts';

/** Outermost functions of a whole stack. */
const ROOT = /^(?:_start|__libc_start_main.*|clone3)$/;

describe.skipIf(!HAS_PROFILES)(`stacks of hundreds of frames are whole${SKIP_NOTE}`, () => {
  test('deep-dwarf folds as perf script --max-stack 2000 prints it', async () => {
    const open = await openFile('deep-dwarf', 'recording.tar.gz');
    for (const golden of foldedGoldensIn('deep-dwarf'))
      expect(foldedText(open, golden) === goldenAt('deep-dwarf', golden.file), golden.file).toBe(true);
  });
});

test.skipIf(!HAS_PROFILES)(
  `stacks through trampolines of -X perf without a jitdump reach the start of the thread${SKIP_NOTE}`,
  async () => {
    const ours = stacksOf(
      await openOrThrow(...(await recordingFiles('nofp-dwarf', 'perf.data.gz', COMPANION_OF_PERF))),
    );
    const theirs = stacksOf(await openText('nofp-dwarf'));
    // One of the 20 stacks is larger than its copy.
    expect([wholeWeight(theirs), wholeWeight(ours)]).toEqual([0.2, 0.95]);
  },
);

/** Recordings of -X perf_jit, and the versions of Python that made them. Each is opened three times. */
const jitRecordings = [
  'jit-script', // 3.13
  'jit-smalldump', // 3.13
  'jit3.14-aio',
  'lines-phases3.15',
  ...(triesAllRecordings ? ['jit-workers', 'jit-numeric', 'jit-aio', 'jit-big', 'lines-marks3.14'] : []),
];
const MIN_IDENTICAL = 0.99;

describe.skipIf(!HAS_PROFILES)(`trampolines are unwound without their rules as with them${SKIP_NOTE}`, () => {
  test.each(jitRecordings)('%s', async (folder) => {
    const dumps = filesIn(folder).filter((file) => /^jit-\d+\.dump(?:\.gz)?$/.test(file));
    const files = filesIn(folder).filter((file) => /^(?:perf\.data\.gz|perf\.jit\.data\.zst)$/.test(file));
    const symbols = await unpackedFiles(folder, 'symbols.tar.gz');
    const stacks = async (...sources: readonly Source[]) =>
      stacksOf(
        await openOrThrow(
          ...files.map((file) => sourceOf(bytesAt(folder, file), file)),
          ...symbols,
          ...sources,
        ),
      );
    const dumpsWith = (change: (dump: Uint8Array) => void) =>
      dumps.map((file) => {
        const dump = file.endsWith('.gz') ? plainAt(folder, file) : bytesAt(folder, file);
        change(dump);
        return sourceOf(dump, file.replace('.gz', ''));
      });
    const truth = await stacks(...dumpsWith(() => {}));
    const withNames = await stacks(...dumpsWith(dropUnwinding));
    const withoutNames = await stacks();
    expect(identicalWeight(withNames, truth)).toBe(1);
    expect(identicalWeight(withoutNames, truth)).toBeGreaterThanOrEqual(MIN_IDENTICAL);
  });
});

const UNWINDING = 4;
const DEBUG_INFO = 2;

/** Turns the records with unwind rules in a jitdump into records that are not read. */
function dropUnwinding(dump: Uint8Array): void {
  const view = new DataView(dump.buffer, dump.byteOffset, dump.byteLength);
  for (
    let at = view.getUint32(8, true);
    at + 16 <= dump.length;
    at += Math.max(16, view.getUint32(at + 4, true))
  )
    if (view.getUint32(at, true) === UNWINDING) view.setUint32(at, DEBUG_INFO, true);
}

interface Stack {
  /** Leaf first. */
  readonly frames: readonly string[];
  readonly weight: number;
}

function stacksOf({ classified: { profile } }: OpenProfile): Stack[] {
  const { samples, stacks, funcs, strings, modules } = profile;
  return Array.from(samples.stack, (leaf, i) => {
    const frames: string[] = [];
    for (let stack = leaf; stack >= 0; stack = stacks.parent[stack]) {
      const func = stacks.func[stack];
      frames.push(`${strings[funcs.name[func]]}@${modules[funcs.module[func]] ?? ''}`);
    }
    return { frames, weight: samples.weight[i] };
  });
}

/** Share of the weight in stacks with a root function. */
function wholeWeight(stacks: readonly Stack[]): number {
  return shareOf(stacks, ({ frames }) => ROOT.test(frames.at(-1)?.split('@', 1)[0] ?? ''));
}

/** Share of the weight in equal stacks, whatever the names of trampolines. */
function identicalWeight(stacks: readonly Stack[], truth: readonly Stack[]): number {
  expect(stacks).toHaveLength(truth.length);
  const drawn = ({ frames }: Stack) => frames.map(withoutName).join(';');
  return shareOf(stacks, (stack, i) => drawn(stack) === drawn(truth[i]));
}

function withoutName(frame: string): string {
  const module = frame.slice(frame.lastIndexOf('@') + 1);
  const isJitCode = PERF_MAP.test(module) || INJECTED_FILE.test(module) || module === '[unknown]';
  return frame.startsWith('py::') || isJitCode ? '*' : frame;
}

function shareOf(stacks: readonly Stack[], matches: (stack: Stack, i: number) => boolean): number {
  const sum = (some: readonly Stack[]) => some.reduce((total, { weight }) => total + weight, 0);
  return sum(stacks.filter(matches)) / sum(stacks);
}
