// Exported source lines read back unchanged, at every level and after filters.

import { describe, expect, test } from 'vitest';
import { openOrThrow } from '../../fixtures/opened.ts';
import { recordingOf } from '../../fixtures/recording.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { profileOf, textOf } from '../../fixtures/text.ts';
import { DEFAULT_LEVEL, LEVELS } from '../../src/model/levels.ts';
import { NONE, type Profile } from '../../src/model/profile.ts';
import { ALL_SAMPLES } from '../../src/model/session.ts';
import { classify } from '../../src/python/classify.ts';
import { profileWithLines, recordedProfileWithLines } from '../line-profiles.ts';
import type { OpenProfile } from '../pipeline.ts';
import { localViews } from '../views/views.ts';
import { exportProfile } from './export.ts';

const EVAL = '_PyEval_EvalFrameDefault@/bin/python3';
const SAMPLES = `
  app 1/2 | py::main:/app.py L9;${EVAL};py::work:/app.py L3;${EVAL};py::loads:/json.py L70;${EVAL} 10
  app 1/2 | py::main:/app.py L9;${EVAL};py::work:/app.py L3;${EVAL};builtin_sum@/bin/python3 20
  app 1/2 | py::main:/app.py L9;${EVAL};py::work:/app.py L4;${EVAL} 40
  app 1/2 | py::main:/app.py L9;${EVAL};py::work:/app.py;${EVAL} 80
  app 1/2 | _start@/bin/app;main.run@/bin/app L8;main.sum@/bin/app (inlined) L5 5
`;

function openText(text: string): OpenProfile {
  const profile = profileOf(text);
  const { samples } = profile;
  const classified = classify(profile);
  const events = [{ name: 'cycles', samples: samples.length, weight: 0, measure: 'cycles' }];
  return { classified, recording: recordingOf(classified.profile, { events }), aggregateOf: () => NONE };
}

async function readBack(
  to: 'pprof' | 'speedscope',
  profile: Profile,
  level: (typeof LEVELS)[number]['name'],
) {
  const { chunks } = exportProfile(to, profile, level, NONE, 'x');
  return profileWithLines(await openOrThrow(sourceOf(Buffer.concat([...chunks]))), 'raw');
}

/** Speedscope has no flags of inlined functions, and its unit for cycles is none. */
const plain = (profile: Profile) => textOf(profile).replaceAll(' (inlined)', '');

describe.each(['pprof', 'speedscope'] as const)('%s', (to) => {
  test.each(LEVELS)('has the source lines at the level $name', async ({ name }) => {
    const open = openText(SAMPLES);
    const profile = name === 'raw' ? recordedProfileWithLines(open) : profileWithLines(open, name);
    expect(plain(await readBack(to, profile, name))).toBe(plain(profile));
    expect(plain(profile)).toMatch(/L3.*\n.*L4/s);
  });

  test('has the source lines after filters', async () => {
    const filter = {
      action: 'only',
      target: { by: 'line', name: 'py::work:/app.py', module: '', line: 3 },
      isOn: true,
    } as const;
    const options = { ...ALL_SAMPLES, level: DEFAULT_LEVEL, event: 0, foldImports: true, filters: [filter] };
    const profile = await localViews(openText(SAMPLES)).profileWithLines(options);
    const read = await readBack(to, profile, DEFAULT_LEVEL);
    expect(textOf(read).split('\n')).toEqual([
      'app 1/2 | py::main:/app.py L9;py::work:/app.py L3;py::loads:/json.py L70 10',
      'app 1/2 | py::main:/app.py L9;py::work:/app.py L3;builtin_sum@/bin/python3 20',
    ]);
  });
});

test('folded text has the lines of Python functions', () => {
  const profile = profileWithLines(openText(SAMPLES), 'python');
  const { chunks } = exportProfile('folded', profile, 'python', 0, 'x');
  expect(Buffer.concat([...chunks]).toString()).toBe(
    [
      'app;[no Python frame] 5',
      'app;py::main:/app.py:9;py::work:/app.py 80',
      'app;py::main:/app.py:9;py::work:/app.py:3 20',
      'app;py::main:/app.py:9;py::work:/app.py:3;py::loads:/json.py:70 10',
      'app;py::main:/app.py:9;py::work:/app.py:4 40',
      '',
    ].join('\n'),
  );
});
