import { expect, test } from 'vitest';
import { HAS_PROFILES, bytesAt, fileAt, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { profileOf } from '../../fixtures/text.ts';
import { openProfile } from '../pipeline.ts';
import { otherKernelNotes } from './perf-data.ts';
import { NO_LISTENER } from './read-recording.ts';

test('counts the samples that the symbols would have given wrong names', () => {
  const profile = profileOf(`
    main@/bin/a;[unknown]@[kernel.kallsyms] ^;[unknown]@[kernel.kallsyms] ^ 5
    main@/bin/a;[unknown]@[kernel.kallsyms] ^;ext4_read@[ext4] ^ 1
    main@/bin/a;[unknown]@/bin/a 9
  `);
  const textOf = (release: string) => otherKernelNotes('kallsyms', release, profile).map(({ text }) => text);
  expect(textOf('6.18.44-v669')).toEqual([
    '“kallsyms” is from a different kernel than the recorded one (6.18.44-v669) and is not used: 2 of 3 samples contain kernel functions without names',
  ]);
  expect(textOf('')[0]).toContain('than the recorded one and is not used');
  expect(otherKernelNotes(undefined, '', profile)).toEqual([]);
});

test.skipIf(!HAS_PROFILES)(`a recording of another kernel gets no kernel names${SKIP_NOTE}`, async () => {
  const notesAndNames = async (folder: string) => {
    const outcome = await openProfile(
      [
        sourceOf(bytesAt(folder, 'perf.data.gz'), 'perf.data.gz'),
        sourceOf(fileAt('kallsyms.gz'), 'kallsyms'),
      ],
      NO_LISTENER,
    );
    if (!outcome.ok) throw new Error(outcome.problem.text);
    const { notes, missingFiles, strings } = outcome.value.recording;
    const other = notes.find(({ kind }) => kind === 'other kernel')?.text;
    const isMissing = missingFiles?.files.some(({ name }) => name === '/proc/kallsyms');
    return { other, isMissing, isNamed: strings.includes('do_syscall_64') };
  };
  expect(await notesAndNames('doctor/kernel-symbols-hidden')).toEqual({
    other: expect.stringMatching(
      /^“kallsyms” is from .* \(6\.18\.44-fc-v657\) and is not used: \d+ of 887 samples contain/,
    ),
    isMissing: true,
    isNamed: false,
  });
  expect(await notesAndNames('fp-script')).toEqual({ other: undefined, isMissing: false, isNamed: true });
});
