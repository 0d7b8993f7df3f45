// Compares the findings of each recording with those that it must have, for its text alone and for its files.

import { describe, expect, test } from 'vitest';
import { bytesAt, fileAt, filesIn, folders, plainAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { sourceOf } from '../fixtures/sources.ts';
import { diagnose, type Diagnosed } from '../src/doctor/diagnose.ts';
import type { Diagnosis, Finding } from '../src/model/findings.ts';
import type { Profile } from '../src/model/profile.ts';
import { openProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import type { Source } from './sniff.ts';

type Expected = Pick<Finding, 'id' | 'severity' | 'share'>;

interface ExpectedFindings {
  readonly text: readonly Expected[] | null;
  readonly files: readonly Expected[] | null;
  readonly command?: readonly string[];
  /** Path of the archive with the files of the machine, relative to the folder. */
  readonly symbols?: string;
  /** Present if perf printed no text, so that findings that need stacks are not listed. */
  readonly note?: string;
  readonly mode: Diagnosis['mode'];
  readonly samples: number;
}

const EXPECTED = 'expected-findings.json';
const COMPANION = /^(?:perf-\d+\.map|jit-\d+\.dump|jitted\.tar\.gz|symbols\.tar\.gz)$/;
const MAX_DIFFERENCE = 0.03;
/** Takes minutes. */
const LARGE = ['big'];

/** Where the files do not have the finding that was constructed in the text, or where our stacks are better than the printed ones. */
const EXCEPTIONS: ReadonlyMap<string, readonly Expected[]> = new Map([
  // The files written by this perf inject are sound; only the text was truncated.
  ['doctor/perf-too-old-for-jit', []],
  // A perf.data has modules and times.
  ['doctor/text-fields-missing', []],
  // Unwinding also gets out of the C library's memmove and syscall, where perf stopped before it reached a trampoline.
  ['doctor/clock-mismatch', [{ id: 'clock-mismatch', severity: 'hint', share: 0.957 }]],
]);
/** Rebuilt from a command line in which `-X` follows a wrapper instead of the interpreter. */
const WRONG_COMMAND = / -- env -X /;

const recordings = [...folders(), ...filesIn('doctor').map((name) => `doctor/${name}`)].filter(
  (folder) => !LARGE.includes(folder) && isFolder(folder) && filesIn(folder).includes(EXPECTED),
);

describe.skipIf(recordings.length === 0)(`text has the expected findings${SKIP_NOTE}`, () => {
  test.each(recordings.filter((folder) => expectedOf(folder).text))('%s', async (folder) => {
    const text = filesIn(folder).filter((file) => file.startsWith('expected.perf'));
    const { diagnosis } = await diagnosisOf(text.map((file) => sourceOf(bytesAt(folder, file), file)));
    const { text: findings, samples } = expectedOf(folder);
    expect(withShares(diagnosis.findings, findings)).toEqual(findings);
    expect(diagnosis.samples).toBe(samples);
  });
});

describe.skipIf(recordings.length === 0)(`files have the expected findings${SKIP_NOTE}`, () => {
  test.each(recordings.filter((folder) => expectedOf(folder).files))('%s', async (folder) => {
    const { diagnosis, diagnosed, profile } = await diagnosisOf(filesOf(folder));
    const { files, mode, command = [], note } = expectedOf(folder);
    const expected = EXCEPTIONS.get(folder) ?? files;
    const found = note
      ? diagnosis.findings.filter(({ samples }) => samples === 0 || samples === diagnosis.samples)
      : diagnosis.findings;
    expect(withShares(found, expected)).toEqual(expected);
    expect(diagnosis.mode).toBe(mode);
    for (const { id, samples } of diagnosis.findings)
      expect(diagnosed?.samplesOf(id)?.reduce((sum, each) => sum + each, 0) ?? samples, id).toBe(samples);
    if (WRONG_COMMAND.test(command.join('\n')) || EXCEPTIONS.get(folder)?.length === 0) return;
    // perf inject replaces the command line, and with it the program.
    const isKnown = profile?.recorded?.isInjected === false;
    expect(isKnown ? diagnosis.command : diagnosis.command.map(withoutProgram)).toEqual(
      isKnown ? command : command.map(withoutProgram),
    );
  });
});

/** `name` in `doctor` may be a file. */
function isFolder(folder: string): boolean {
  return !/\.\w+$/.test(folder) || folder.includes('fp3.15') || folder.includes('jit3.14');
}

function expectedOf(folder: string): ExpectedFindings {
  return JSON.parse(new TextDecoder().decode(bytesAt(folder, EXPECTED)));
}

/** The recording after perf inject, if it was run, with everything that names its code. */
function filesOf(folder: string): Source[] {
  const names = filesIn(folder);
  const recording =
    names.find((name) => name.startsWith('perf.jit.data')) ??
    names.find((name) => name.startsWith('perf.data'));
  const { symbols } = expectedOf(folder);
  return [
    ...names
      .filter((name) => name === recording || COMPANION.test(name))
      .map((name) => sourceOf(bytesAt(folder, name), name)),
    ...(symbols ? [sourceOf(bytesAt(folder, symbols), 'machine.tar.gz')] : []),
    sourceOf(folder.endsWith('kernel-symbols-hidden') ? hiddenKernel() : fileAt('kallsyms.gz'), 'kallsyms'),
    sourceOf(fileAt('vdso.so'), 'vdso.so'),
  ];
}

/** What the kernel shows with kernel.kptr_restrict=1. */
function hiddenKernel(): Uint8Array {
  const text = new TextDecoder().decode(plainAt('.', 'kallsyms.gz'));
  return new TextEncoder().encode(text.replace(/^[0-9a-f]+/gm, '0000000000000000'));
}

/** Also of a recording that cannot be shown. */
async function diagnosisOf(sources: readonly Source[]): Promise<{
  readonly diagnosis: Diagnosis;
  readonly diagnosed?: Diagnosed;
  readonly profile?: Profile;
}> {
  const outcome = await openProfile(sources, NO_LISTENER);
  if (!outcome.ok) {
    if (!outcome.problem.diagnosis) throw new Error(outcome.problem.text);
    return { diagnosis: outcome.problem.diagnosis };
  }
  const { classified } = outcome.value;
  const diagnosed = diagnose(classified);
  if (!diagnosed) throw new Error('Not diagnosed');
  return { diagnosis: diagnosed.diagnosis, diagnosed, profile: classified.profile };
}

/** The findings in the form of the expected ones; shares that are close enough become the expected ones. */
function withShares(findings: readonly Finding[], expected: readonly Expected[] | null): Expected[] {
  return findings.map(({ id, severity, share }) => {
    const other = expected?.find((each) => each.id === id)?.share ?? NaN;
    return { id, severity, share: Math.abs(share - other) <= MAX_DIFFERENCE ? other : share };
  });
}

function withoutProgram(command: string): string {
  return command.replace(/ -- .*/, '');
}
