// Printed forms of a recording that leave something out; recordings.test.ts compares the complete forms.

import { describe, expect, test } from 'vitest';
import { foldedText } from '../fixtures/goldens.ts';
import { openFile } from '../fixtures/opened.ts';
import { HAS_PROFILES, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { samplesOf } from '../fixtures/text.ts';

const FORMS = 'text-forms';

describe.skipIf(!HAS_PROFILES)(`a text form of a recording${SKIP_NOTE}`, () => {
  test('without modules has the same names at level raw', async () => {
    const raw = { level: 'raw', event: undefined } as const;
    const whole = await openFile(FORMS, 'default.perf.gz');
    const open = await openFile(FORMS, 'no-dso.perf.gz');
    expect(open.classified.profile.modules).toEqual([]);
    expect(foldedText(open, raw) === foldedText(whole, raw)).toBe(true);
    expect(open.recording.notes).toEqual([]);
  });

  test('truncated in the middle of a line shows all complete samples and one note', async () => {
    const whole = await openFile(FORMS, 'default.perf.gz');
    const open = await openFile(FORMS, 'cut.perf.gz');
    const text = new TextDecoder().decode(plainAt(FORMS, 'cut.perf.gz'));
    const samples = samplesOf(open.classified.profile);
    expect(samples).toHaveLength(text.split('\n\n').length - 1);
    expect(samples).toEqual(samplesOf(whole.classified.profile).slice(0, samples.length));
    expect(open.recording.notes).toHaveLength(1);
  });
});
