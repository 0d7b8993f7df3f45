// Compares the folded text of each recording with its golden files, at every level and for every event.

import { describe, expect, test } from 'vitest';
import { bytesAt, filesIn, folders, GOLDEN_NAME, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { read, sourceOf } from '../fixtures/sources.ts';
import { samplesOf } from '../fixtures/text.ts';
import { writeFolded } from '../src/formats/folded-writer.ts';
import { LEVELS, type Level } from '../src/model/levels.ts';
import { profileAtLevel, openProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';

const TEXT = 'expected.perf.gz';
interface Golden {
  readonly file: string;
  readonly level: Level;
  readonly event: string | undefined;
}

const recorded = folders().filter((folder) => goldensOf(folder).length > 0);

describe.skipIf(recorded.length === 0)(`folded text is exactly as specified${SKIP_NOTE}`, () => {
  test.each(recorded)('%s', async (folder) => {
    const open = await openOrThrow(bytesAt(folder, TEXT));
    for (const { file, level, event } of goldensOf(folder)) {
      const golden = new TextDecoder().decode(plainAt(folder, file));
      expect(foldedText(open, level, event) === golden, `${folder}/${file}`).toBe(true);
    }
    // There must be a golden for every event at every level.
    expect(goldensOf(folder)).toHaveLength(LEVELS.length * open.recording.events.length);
  });
});

describe.skipIf(recorded.length === 0)(`a recording reads the same in blocks${SKIP_NOTE}`, () => {
  // Larger recordings would only take longer.
  test.each(recorded.filter((folder) => plainAt(folder, TEXT).length < 3 << 20))('%s', async (folder) => {
    const text = plainAt(folder, TEXT);
    const whole = samplesOf(await read(text)).join('\n');
    for (const block of [40_000, 65_536]) {
      const blocks = samplesOf(await read(text, { block })).join('\n');
      expect(blocks === whole, `in blocks of ${block}`).toBe(true);
    }
  });
});

const FORMS = 'text-forms';
const forms = filesIn(FORMS).filter((file) => file.endsWith('.perf.gz'));

describe.skipIf(forms.length === 0)(`other text forms of one recording fold the same${SKIP_NOTE}`, () => {
  const exceptions = ['default.perf.gz', 'cut.perf.gz', 'no-dso.perf.gz'];

  test.each(forms.filter((file) => !exceptions.includes(file)))('%s', async (file) => {
    const whole = await openOrThrow(bytesAt(FORMS, 'default.perf.gz'));
    const open = await openOrThrow(bytesAt(FORMS, file));
    for (const { name } of LEVELS) {
      expect(foldedText(open, name) === foldedText(whole, name), `${file} at ${name}`).toBe(true);
    }
    expect(open.recording.notes).toEqual([]);
    expect(open.recording.samples).toBe(whole.recording.samples);
  });

  test('text without modules has the same names at level raw', async () => {
    const whole = await openOrThrow(bytesAt(FORMS, 'default.perf.gz'));
    const open = await openOrThrow(bytesAt(FORMS, 'no-dso.perf.gz'));
    expect(open.classified.profile.modules).toEqual([]);
    expect(foldedText(open, 'raw') === foldedText(whole, 'raw')).toBe(true);
    expect(open.recording.notes).toEqual([]);
  });

  test('text truncated in the middle of a line shows all complete samples and one note', async () => {
    const whole = await openOrThrow(bytesAt(FORMS, 'default.perf.gz'));
    const open = await openOrThrow(bytesAt(FORMS, 'cut.perf.gz'));
    const text = new TextDecoder().decode(plainAt(FORMS, 'cut.perf.gz'));
    const samples = samplesOf(open.classified.profile);
    expect(samples).toHaveLength(text.split('\n\n').length - 1);
    expect(samples).toEqual(samplesOf(whole.classified.profile).slice(0, samples.length));
    expect(open.recording.notes).toHaveLength(1);
  });
});

function goldensOf(folder: string): Golden[] {
  return filesIn(folder).flatMap((file) => {
    const [, name, event] = GOLDEN_NAME.exec(file) ?? [];
    const level = LEVELS.find((each) => each.name === name)?.name;
    return level ? [{ file, level, event }] : [];
  });
}

async function openOrThrow(bytes: Uint8Array): Promise<OpenProfile> {
  const outcome = await openProfile([sourceOf(bytes)], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}

function foldedText(open: OpenProfile, level: Level, event?: string): string {
  const { events, defaultEvent } = open.recording;
  const index = event === undefined ? defaultEvent : events.findIndex(({ name }) => name === event);
  return Buffer.concat([...writeFolded(profileAtLevel(open, level), index, 'period')]).toString();
}
