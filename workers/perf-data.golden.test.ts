// Compares perf.data with its symbol files to perf's own output, sample by sample and folded.

import { appendFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytesAt, filesIn, folders, GOLDEN_NAME, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { recordingFiles, recordingIn } from '../fixtures/recording-files.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { writeFolded } from '../src/formats/folded-writer.ts';
import { LEVELS } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import { costLines } from './costs.ts';
import { profileAtLevel, openProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import type { Source } from './sniff.ts';

/** Minimum share of equal stacks, for stacks that the kernel walked and for those that perf unwound. */
const MIN_WALKED_BY_KERNEL = 0.999;
const MIN_UNWOUND_BY_PERF = 0.995;

const recorded = folders().filter(
  (folder) => filesIn(folder).includes('expected.perf.gz') && recordingIn(folder) !== undefined,
);

describe.skipIf(recorded.length === 0)(`perf.data matches perf script${SKIP_NOTE}`, () => {
  test.each(recorded)('%s', async (folder) => {
    const recording = recordingIn(folder)!;
    const binary = await openOrThrow(recordingFiles(folder, recording));
    const text = await openOrThrow([sourceOf(bytesAt(folder, 'expected.perf.gz'))]);
    const ours = samplesOf(binary.classified.profile);
    const theirs = samplesOf(text.classified.profile);
    expect(ours.length).toBe(theirs.length);
    const equal = ours.filter((sample, i) => sample === theirs[i]).length;
    const folds = foldsOf(folder).filter(
      ({ file, level, event }) => foldedText(binary, level, event) === goldenOf(folder, file),
    );
    const share = equal / theirs.length;
    report(
      `${folder.padEnd(16)} ${equal} of ${theirs.length} samples equal, ${folds.length} of ${foldsOf(folder).length} folded texts`,
    );
    const minShare =
      recording.includes('jit') || folder.includes('dwarf') ? MIN_UNWOUND_BY_PERF : MIN_WALKED_BY_KERNEL;
    expect(share).toBeGreaterThanOrEqual(minShare);
    if (equal < theirs.length) return;
    expect(folds).toHaveLength(foldsOf(folder).length);
    const costs = { by: 'function', parts: true } as const;
    expect(costLines(binary, costs)).toBe(costLines(text, costs));
  });
});

const dumped = recorded.filter(
  (folder) =>
    filesIn(folder).some((file) => file.endsWith('.dump')) && filesIn(folder).includes('perf.data.gz'),
);

describe.skipIf(dumped.length === 0)(
  `perf.data with a jitdump matches the output of perf inject${SKIP_NOTE}`,
  () => {
    test.each(dumped)('%s', async (folder) => {
      const injected = await openOrThrow(recordingFiles(folder, 'perf.jit.data.gz'));
      const raw = await openOrThrow(
        recordingFiles(folder, 'perf.data.gz', /^(?:jit-\d+\.dump|symbols\.tar\.gz)$/),
      );
      const ours = samplesOf(raw.classified.profile);
      const theirs = samplesOf(injected.classified.profile);
      const equal = ours.filter((sample, i) => sample === theirs[i]).length;
      const isDamaged = raw.classified.profile.notes.some(({ kind }) => kind === 'damaged jitdump');
      const better = ours.filter(
        (sample, i) => sample !== theirs[i] && isMoreComplete(sample, theirs[i]),
      ).length;
      report(
        `${folder.padEnd(16)} ${equal} of ${theirs.length} samples equal without perf inject, ${better} more complete`,
      );
      expect(ours.length).toBe(theirs.length);
      expect(equal + better).toBe(theirs.length);
      // perf inject stops where a fork damaged a dump; Pyrograph continues.
      expect(better > 0).toBe(isDamaged);
      // The dump can replace the files that perf inject made from it.
      const alike = await openOrThrow(
        recordingFiles(folder, 'perf.jit.data.gz', /^(?:jit-\d+\.dump|symbols\.tar\.gz)$/),
      );
      expect(samplesOf(alike.classified.profile)).toEqual(theirs);
    });
  },
);

test.skipIf(recorded.length === 0)(`reads a piped recording to its end${SKIP_NOTE}`, async () => {
  const { recording, classified } = await openOrThrow(recordingFiles('fp-pipe', 'perf.data.gz'));
  expect(recording.samples).toBeGreaterThan(50);
  const [note, ...others] = recording.notes;
  expect(others).toEqual([]);
  // The fixture contains only the recording itself, without its symbol files.
  expect(note.command).toMatch(/tar czhf symbols\.tar\.gz .*\/opt\/python3\.13-fp\/bin\/python3\.13/);
  expect(note.text).toMatch(/\/tmp\/perf-\d+\.map/);
  expect(recording.events.map(({ name }) => name)).toEqual(['task-clock:ppp']);
  expect(new Set(samplesOf(classified.profile).map((sample) => sample.split(' ', 1)[0]))).toContain(
    'python3',
  );
});

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

async function openOrThrow(sources: readonly Source[]): Promise<OpenProfile> {
  const outcome = await openProfile(sources, NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}

/** One line per sample: comm, time, event, weight, and the frames from the root, each with its module. */
function samplesOf({ samples, stacks, funcs, strings, modules, threads, events }: Profile): string[] {
  const lines: string[] = [];
  for (let i = 0; i < samples.length; i++) {
    const path: string[] = [];
    for (let stack = samples.stack[i]; stack >= 0; stack = stacks.parent[stack]) {
      const func = stacks.func[stack];
      path.push(`${strings[funcs.name[func]]}@${modules[funcs.module[func]] ?? ''}`);
    }
    const { comm } = threads[samples.thread[i]];
    // perf script prints microseconds.
    const time = Math.floor(samples.time[i] / 1000);
    lines.push(
      `${comm} ${time} ${events[samples.event[i]]} ${samples.weight[i]} ${path.reverse().join(';')}`,
    );
  }
  return lines;
}

function foldsOf(folder: string) {
  return filesIn(folder).flatMap((file) => {
    const [, name, event] = GOLDEN_NAME.exec(file) ?? [];
    const level = LEVELS.find((each) => each.name === name)?.name;
    return level ? [{ file, level, event }] : [];
  });
}

function goldenOf(folder: string, file: string): string {
  return new TextDecoder().decode(plainAt(folder, file));
}

function foldedText(
  open: OpenProfile,
  level: (typeof LEVELS)[number]['name'],
  event: string | undefined,
): string {
  const { events, defaultEvent } = open.recording;
  const number = event === undefined ? defaultEvent : events.findIndex(({ name }) => name === event);
  const decoder = new TextDecoder();
  return [...writeFolded(profileAtLevel(open, level), number, 'period')]
    .map((chunk) => decoder.decode(chunk, { stream: true }))
    .join('');
}

/** Prints the figures of each folder, even when the test passes. */
function report(line: string): void {
  appendFileSync(1, `  ${line}\n`);
}
