// Compares the folded text of mended recordings with that of a separate implementation, for the output of perf script and for
// perf.data.

import { describe, expect, test } from 'vitest';
import { openAsPerf } from '../fixtures/opened.ts';
import { bytesAt, filesIn, folders, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { COMPANION_OF_PERF, recordingFiles, recordingIn } from '../fixtures/recording-files.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { runNow } from '../src/async/time-slices.ts';
import { writeFolded } from '../src/formats/folded-writer.ts';
import { LEVELS } from '../src/model/levels.ts';
import { mendRecording } from './mending.ts';
import { profileAtLevel, type OpenProfile } from './pipeline.ts';
import type { Source } from './sniff.ts';

const GOLDEN = /^folded\.([\w-]+)\.mended\.txt\.gz$/;
const TEXT = 'expected.perf.gz';
const mended = folders().filter((folder) => goldensOf(folder).length > 0);
const recorded = mended.filter((folder) => recordingIn(folder) !== undefined);

describe.skipIf(mended.length === 0)(`mended text folds as specified${SKIP_NOTE}`, () => {
  test.each(mended)('%s', async (folder) => expectGoldens(folder, [sourceOf(bytesAt(folder, TEXT))]));
});

describe.skipIf(recorded.length === 0)(`mended perf.data folds like its text${SKIP_NOTE}`, () => {
  test.each(recorded)('%s', async (folder) =>
    expectGoldens(folder, await recordingFiles(folder, recordingIn(folder)!, COMPANION_OF_PERF)),
  );
});

async function expectGoldens(folder: string, sources: readonly Source[]): Promise<void> {
  const open = await openAsPerf(...sources);
  const { recorded: own, mended: other } = runNow(mendRecording(open));
  expect(goldensOf(folder)).toHaveLength(LEVELS.length - 1);
  for (const { file, level } of goldensOf(folder)) {
    const golden = new TextDecoder().decode(plainAt(folder, file));
    expect(foldedText(other ?? own, level) === golden, `${folder}/${file}`).toBe(true);
  }
  // Mending changes neither the recording nor the level that shows it.
  for (const { name } of LEVELS)
    expect(foldedText(own, name) === foldedText(open, name), `${folder} at ${name}`).toBe(true);
  expect(foldedText(other ?? own, 'raw') === foldedText(own, 'raw')).toBe(true);
}

function goldensOf(folder: string) {
  return filesIn(folder).flatMap((file) => {
    const [, name] = GOLDEN.exec(file) ?? [];
    const level = LEVELS.find((each) => each.name === name)?.name;
    return level ? [{ file, level }] : [];
  });
}

function foldedText(open: OpenProfile, level: (typeof LEVELS)[number]['name']): string {
  return Buffer.concat([
    ...writeFolded(profileAtLevel(open, level), open.recording.defaultEvent, 'period'),
  ]).toString();
}
