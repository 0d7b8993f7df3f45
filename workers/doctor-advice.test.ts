// What the doctor says about real recordings whose files are not all open, or were made in a container.

import { describe, expect, test } from 'vitest';
import { fileAt, HAS_PROFILES, SKIP_NOTE } from '../fixtures/profiles.ts';
import { unpackedFiles } from '../fixtures/recording-files.ts';
import { sourceOf } from '../fixtures/sources.ts';
import type { Diagnosis } from '../src/model/findings.ts';
import type { Recording } from '../src/model/session.ts';
import { diagnosisOf } from './diagnosis.ts';
import { openProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';

const SYMBOLS = {
  sid: 'doctor/symbols/sid.tar.gz',
  trixie: 'doctor/symbols/trixie.tar.gz',
};

/** Opens files by their paths among the recordings, and the members of archives. */
async function open(...paths: readonly string[]): Promise<OpenProfile> {
  const files = await Promise.all(
    paths.map((path) =>
      path.endsWith('.tar.gz') ? unpackedFiles('', path) : Promise.resolve([sourceOf(fileAt(path), path)]),
    ),
  );
  const outcome = await openProfile(files.flat(), NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}

async function diagnosed(
  ...paths: readonly string[]
): Promise<{ readonly diagnosis: Diagnosis; readonly recording: Recording }> {
  const opened = await open(...paths);
  const diagnosis = diagnosisOf(opened)?.diagnosis;
  if (!diagnosis) throw new Error('Not diagnosed');
  return { diagnosis, recording: opened.recording };
}

/** One line per finding. */
function titlesOf({ findings }: Diagnosis): string[] {
  return findings.map(({ title, severity }) => `${severity}: ${title}`);
}

const NAMELESS = 'misleading: Function names are in files that are not open';

describe.skipIf(!HAS_PROFILES)(`a jitdump that is not open${SKIP_NOTE}`, () => {
  test.each([
    ['perf 7, alone', 'reports/jit72.data.gz', [], '/tmp/jit-10807.dump'],
    ['perf 7, with the machine’s files', 'reports/jit72.data.gz', [SYMBOLS.sid], '/tmp/jit-10807.dump'],
    ['perf 6.12, alone', 'reports/deep.data.gz', [], '/tmp/jit-10097.dump'],
    ['perf 6.12, with the machine’s files', 'reports/deep.data.gz', [SYMBOLS.trixie], '/tmp/jit-10097.dump'],
  ])('%s', async (_, path, others, dump) => {
    const { diagnosis, recording } = await diagnosed(path, ...others);
    expect(titlesOf(diagnosis)[0]).toBe(NAMELESS);
    expect(diagnosis.findings[0].text).toContain(dump);
    expect(diagnosis.findings[0].share).toBeGreaterThan(0.9);
    const missing = recording.missingFiles?.files.find(({ name }) => name === dump);
    expect(missing?.share).toBeGreaterThan(0.9);
    expect(recording.missingFiles?.command).toContain(dump);
  });

  test('and was injected by perf 7', async () => {
    const { diagnosis } = await diagnosed('jit3.14-aio/perf.jit.data.gz');
    expect(titlesOf(diagnosis)).toEqual([NAMELESS]);
    const files = ['jitted.tar.gz', 'symbols.tar.gz'].map((name) => `jit3.14-aio/${name}`);
    const complete = await diagnosed('jit3.14-aio/perf.jit.data.gz', ...files);
    expect(titlesOf(complete.diagnosis)).not.toContain(NAMELESS);
  });
});

describe.skipIf(!HAS_PROFILES)(`a recording that cannot be checked${SKIP_NOTE}`, () => {
  test.each([['reports/naive313X.data.gz'], ['reports/F10-pidns/perf.data'], ['fp-pipe/perf.data.gz']])(
    '%s has no command',
    async (path) => {
      const { diagnosis } = await diagnosed(path);
      const few = diagnosis.findings.find(({ id }) => id === 'too-few-samples');
      expect(few?.fix).toEqual(['# Record for longer.']);
      expect(diagnosis.command).toEqual([]);
    },
  );

  test.each([['doctor/perf-support-off'], ['fp-plain']])(
    '%s shows by its mappings that Python was started without -X perf',
    async (folder) => {
      const { diagnosis } = await diagnosed(`${folder}/perf.data.gz`);
      expect(titlesOf(diagnosis)).toEqual(['misleading: No Python functions were recorded']);
      expect(diagnosis.findings[0].share).toBeGreaterThan(0.9);
      expect(diagnosis.command.join()).toContain('-X perf ');
    },
  );
});

describe.skipIf(!HAS_PROFILES)(`in a PID namespace${SKIP_NOTE}`, () => {
  test('the perf map is named after the ID there', async () => {
    const folder = 'doctor/perf-map-missing-container';
    const without = await diagnosed(`${folder}/perf.data.gz`, SYMBOLS.trixie);
    expect(without.diagnosis.findings).toMatchObject([
      {
        id: 'perf-map-missing',
        share: expect.closeTo(0.876, 1),
        fix: [expect.stringMatching(/^# /), 'cp /proc/27308/root/tmp/perf-1.map .'],
      },
    ]);
    expect(without.recording.missingFiles?.files.map(({ name }) => name)).toContain('/tmp/perf-1.map');
    const { diagnosis, recording } = await diagnosed(
      `${folder}/perf.data.gz`,
      `${folder}/perf-1.map`,
      SYMBOLS.trixie,
    );
    expect(diagnosis.findings).toEqual([]);
    expect(recording.strings.some((name) => name.startsWith('py::'))).toBe(true);
    expect(recording.notes.filter(({ text }) => text.includes('perf-1.map'))).toEqual([]);
  });

  test('the jitdump has the ID in its mapped path', async () => {
    const folder = 'reports/F10-pidns';
    const { classified, recording } = await open(`${folder}/perf.data`, `${folder}/jit-1.dump`);
    const names = [0, 1, 2, 3].map((i) => `py::f${i}:/srv/app.py`);
    expect(recording.strings).toEqual(expect.arrayContaining(names));
    expect(classified.profile.samples.weight.reduce((sum, each) => sum + each, 0)).toBe(85_427_125);
    expect(recording.missingFiles?.files.map(({ name }) => name)).not.toContain('/tmp/perf-27321.map');
  });
});

describe.skipIf(!HAS_PROFILES)(`text that lacks what the recording has${SKIP_NOTE}`, () => {
  test('was printed before perf inject', async () => {
    const { diagnosis } = await diagnosed('doctor/jit-not-injected/expected.perf.gz');
    expect(diagnosis.findings).toMatchObject([
      {
        id: 'jit-not-injected',
        fix: expect.arrayContaining(['perf inject -i perf.data --jit --output perf.jit.data']),
      },
    ]);
    expect(diagnosis.command).toEqual([]);
  });

  test.each([
    ['doctor/trampolines-without-unwind-info', 'trampolines-without-unwind-info'],
    ['doctor/unwinding-stopped', 'unwinding-stopped'],
  ])('%s: the recording has the callers', async (folder, id) => {
    const { diagnosis } = await diagnosed(`${folder}/expected.perf.gz`);
    expect(diagnosis.findings[0]).toMatchObject({
      id,
      severity: 'misleading',
      fix: expect.arrayContaining([expect.stringMatching(/^pyrograph open perf\.data/)]),
    });
    expect(diagnosis.command).toEqual([]);
  });
});

describe.skipIf(!HAS_PROFILES)(`copied stacks of the largest size${SKIP_NOTE}`, () => {
  test('are full although the kernel shortened them to fit into a record', async () => {
    const { classified } = await open('reports/deep.data.gz');
    const { events, copiedStacks } = classified.profile.recorded ?? {};
    expect(events?.[0].stackSize).toBe(65_528);
    expect(Math.max(...(copiedStacks?.size ?? []))).toBe(65_280);
    expect(copiedStacks?.isFull.reduce((sum, each) => sum + each, 0)).toBe(23);
  });
});
