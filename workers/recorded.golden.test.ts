// Facts about real recordings, most of which have one defect each.

import { describe, expect, test } from 'vitest';
import { openOrThrow } from '../fixtures/opened.ts';
import { bytesAt, HAS_PROFILES, SKIP_NOTE } from '../fixtures/profiles.ts';
import { filesMatching, recordingFiles, unpackedFiles } from '../fixtures/recording-files.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { BUDGET } from '../src/model/budget.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import type { Recorded } from '../src/model/recorded.ts';
import { collect } from './reading/collect.ts';
import { NO_LISTENER, readRecording } from './reading/read-recording.ts';
import type { Source } from './reading/sniff.ts';

/** Most of these facts are the same with and without programs and libraries, which take long to read. */
const COMPANION = /^(?:perf-\d+\.map|jit-\d+\.dump)$/;

/** Reads a file of a folder together with its maps and dumps, and other files. */
async function read(folder: string, file: string, others: readonly Source[] = []): Promise<Profile> {
  const recording = sourceOf(bytesAt(folder, file), file);
  const { recordings, library } = await collect([recording, ...filesMatching(folder, COMPANION), ...others]);
  return readRecording(recordings[0], { library, listener: NO_LISTENER, budget: BUDGET });
}

async function recordedIn(
  folder: string,
  file = 'perf.data.gz',
  others: readonly Source[] = [],
): Promise<Recorded> {
  const { recorded } = await read(folder, file, others);
  if (!recorded) throw new Error(`${file} is not a perf.data`);
  return recorded;
}

/** What is known of each process: its ID and parent, names after each exec, and mapped code. */
function processesOf({ processes }: Recorded): string[] {
  return [...processes.values()]
    .map(({ pid, parent, execs, python, hasAnonymousCode, jitdump, hasJittedFiles }) =>
      [
        parent === NONE ? `${pid}` : `${pid} of ${parent}`,
        ...execs,
        ...(python ? [python] : []),
        ...(hasAnonymousCode ? ['anonymous code'] : []),
        ...(jitdump ? [jitdump] : []),
        ...(hasJittedFiles ? ['jitted files'] : []),
      ].join(', '),
    )
    .sort();
}

/** Number of samples, of full copies, median and maximum of the bytes needed, and number of samples for which they are unknown. */
function stacksOf({ copiedStacks }: Recorded): number[] {
  if (!copiedStacks) return [];
  const { size, isFull, needed } = copiedStacks;
  const known = needed.filter((bytes) => !Number.isNaN(bytes)).sort();
  const full = isFull.reduce((sum, each) => sum + each, 0);
  return [size.length, full, known[known.length >> 1], known[known.length - 1], needed.length - known.length];
}

describe.skipIf(!HAS_PROFILES)(`facts about recordings${SKIP_NOTE}`, () => {
  const PYTHON = '/opt/py313fp/bin/python3.13';

  test('of a sound recording', async () => {
    const recorded = await recordedIn('doctor/sound-fp');
    expect(recorded).toMatchObject({
      commandLine: expect.arrayContaining(['record', '-g', PYTHON, '-X', 'perf', 'ticket.py']),
      perfVersion: '6.12.107',
      arch: 'x86_64',
      isInjected: false,
      isTruncated: false,
      lost: 0,
      lostInTotal: 0,
      lostRecords: 0,
      throttled: 0,
      copiedStacks: undefined,
      events: [
        {
          name: 'cpu-clock',
          frequency: 499,
          hasCallChains: true,
          stackSize: 0,
          excludesKernel: false,
          maxStack: 0,
          clock: NaN,
          isSystemWide: false,
        },
      ],
    });
    const [map] = recorded.symbols.perfMaps;
    expect(processesOf(recorded)).toContain(`${map}, python3.13, ${PYTHON}, anonymous code`);
  });

  test('of a recording that perf inject rewrote', async () => {
    const before = await recordedIn('doctor/sound-jit');
    const after = await recordedIn('doctor/sound-jit', 'perf.jit.data.gz');
    expect([before.isInjected, after.isInjected]).toEqual([false, true]);
    expect([before, after].map(({ events }) => [events[0].clock, events[0].stackSize])).toEqual([
      [1, 24_576],
      [1, 24_576],
    ]);
    const [pid] = before.symbols.jitdumps.keys();
    const python = `${pid}, python3.13, /usr/bin/python3.13, anonymous code`;
    expect(processesOf(before)).toContain(`${python}, /tmp/jit-${pid}.dump`);
    expect(processesOf(after)).toContain(`${python}, jitted files`);
  });

  test('of lost samples, which perf counts twice, and of throttling', async () => {
    const lost = { lost: 12, lostInTotal: 12, lostRecords: 8 };
    expect(await recordedIn('doctor/lost-samples')).toMatchObject(lost);
    expect(await recordedIn('doctor/lost-samples', 'perf.jit.data.gz')).toMatchObject(lost);
    expect(await recordedIn('doctor/throttled')).toMatchObject({ throttled: 43 });
  });

  test('of recordings without samples, chains or kernel, or of all processes', async () => {
    const { events, copiedStacks } = await recordedIn('doctor/no-samples');
    expect(events).toMatchObject([{ name: 'page-faults:u', frequency: NONE, excludesKernel: true }]);
    expect(copiedStacks).toBeUndefined();
    expect((await recordedIn('doctor/no-call-stacks')).events).toMatchObject([{ hasCallChains: false }]);
    expect((await recordedIn('doctor/kernel-not-recorded')).events[0].excludesKernel).toBe(true);
    const wide = await recordedIn('fp-syswide');
    expect(wide.events.map(({ isSystemWide }) => isSystemWide)).toContain(true);
  });

  test('of a truncated recording', async () => {
    const truncated = { isTruncated: true, commandLine: [], perfVersion: '' };
    expect(await recordedIn('doctor/truncated-recording')).toMatchObject(truncated);
    const text = await read('doctor/truncated-recording', 'expected.perf.gz');
    expect(text.printed).toEqual({ hasCpu: false, hasPeriods: true, isTruncated: true });
    expect((await read('fp-syswide', 'expected.perf.gz')).printed).toEqual({
      hasCpu: true,
      hasPeriods: true,
      isTruncated: false,
    });
  });

  test('of a piped and of a compressed recording', async () => {
    for (const folder of ['fp-pipe', 'fp-zstd']) {
      const recorded = await recordedIn(folder);
      expect(recorded.commandLine).toContain('record');
      expect(processesOf(recorded).join()).toContain('python3');
      expect(recorded.isTruncated).toBe(false);
    }
  });

  test('of a recording with another clock than its jitdump', async () => {
    const recorded = await recordedIn('doctor/clock-mismatch');
    expect(recorded.events[0].clock).toBeNaN();
    expect([...recorded.processes.values()].map(({ jitdump }) => jitdump)).toContain('/tmp/jit-7084.dump');
    expect([...recorded.symbols.jitdumps.keys()]).toEqual([7084]);
  });

  test('of jitdumps that lost their end', async () => {
    const { symbols } = await recordedIn('doctor/jitdump-incomplete', 'perf.jit.data.gz');
    const cut = { size: 8192, functions: 39, isTruncated: true };
    expect(Object.fromEntries(symbols.jitdumps)).toEqual({
      // A fork wrote a part of it twice, which does no harm here.
      7379: { size: 105_952, functions: 418, isTruncated: false },
      7381: cut,
      7382: cut,
      7383: cut,
    });
  });

  test('of stacks that were copied only in part', async () => {
    expect(stacksOf(await recordedIn('doctor/stack-dump-too-small'))).toEqual([170, 151, 56_688, 57_248, 1]);
    expect(stacksOf(await recordedIn('jit-numeric'))).toEqual([625, 472, 30_760, 91_424, 0]);
    // Forked processes use the stack of their parent.
    expect(stacksOf(await recordedIn('jit-workers'))).toEqual([257, 239, 12_656, 32_832, 0]);
    // perf inject drops the mappings of stacks after that of a jitdump.
    expect(stacksOf(await recordedIn('jit-workers', 'perf.jit.data.gz'))).toEqual([
      257, 239, 13_584, 32_832, 107,
    ]);
  });

  test('of processes that were started by a traced one', async () => {
    const recorded = await recordedIn('doctor/children-without-perf-support');
    const child = (pid: number) => `${pid} of 4030, python3.13, ${PYTHON}`;
    expect(processesOf(recorded)).toEqual([
      `4030, python3.13, ${PYTHON}, anonymous code`,
      ...[4032, 4033, 4036].map(child),
    ]);
    expect([...recorded.symbols.perfMaps]).toEqual([4030]);
  });

  test('of a file that is not the recorded build, with the right one open, too', async () => {
    const machine = await unpackedFiles('doctor/symbols', 'trixie.tar.gz');
    const others = [...filesMatching('doctor/wrong-build', /^symbols\.tar\.gz$/), ...machine];
    const { symbols } = await recordedIn('doctor/wrong-build', 'perf.data.gz', others);
    expect([...symbols.otherBuilds]).toEqual([PYTHON]);
    const sound = await recordedIn('doctor/sound-fp', 'perf.data.gz', machine);
    expect([...sound.symbols.otherBuilds]).toEqual([]);
  });
});

test.skipIf(!HAS_PROFILES)(`reads a piped recording to its end${SKIP_NOTE}`, async () => {
  const { recording, classified } = await openOrThrow(...(await recordingFiles('fp-pipe', 'perf.data.gz')));
  expect(recording.samples).toBeGreaterThan(50);
  const [note, ...others] = recording.notes;
  expect(others).toEqual([]);
  // The fixture contains only the recording itself, without its symbol files.
  expect(note.command).toMatch(/tar czhf symbols\.tar\.gz .*\/opt\/python3\.13-fp\/bin\/python3\.13/);
  expect(note.text).toMatch(/\/tmp\/perf-\d+\.map/);
  expect(recording.events.map(({ name }) => name)).toEqual(['task-clock:ppp']);
  const { samples, threads } = classified.profile;
  expect(new Set(Array.from(samples.thread, (thread) => threads[thread].comm))).toContain('python3');
});
