// Folded text of Python profilers has process and thread fields, which are not frames.

import { describe, expect, test } from 'vitest';
import { expectRead, notesOf } from '../../fixtures/expect-read.ts';
import { fixture, read, sourceOf } from '../../fixtures/sources.ts';
import { samplesOf } from '../../fixtures/text.ts';
import { profileAtLevel, openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import { writeFolded } from './folded-writer.ts';
import { parsePythonStack } from './folded-reader.ts';

function textOf(name: string): string {
  return new TextDecoder().decode(fixture('profilers', `${name}.txt`));
}

async function folded(content: string | Uint8Array, level: 'raw' | 'python'): Promise<string> {
  const outcome = await openProfile([sourceOf(content)], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return Buffer.concat([...writeFolded(profileAtLevel(outcome.value, level), 0, 'period')]).toString();
}

test('reads output of py-spy record -f raw --subprocesses --threads --native', () =>
  expectRead(
    textOf('py-spy'),
    'folded stacks',
    `MainThread 40/40 | weight | py::<module>:app.py L20;py::main:app.py L15;py::Job.run:pkg/job.py L7;py::leaf:pkg/job.py L3 12
     MainThread 40/40 | weight | py::<module>:app.py L20;py::main:app.py L16;py::Job.run:pkg/job.py L8;py::leaf:pkg/job.py L3 5
     pool; 1 40/41 | weight | py::Thread._bootstrap:threading.py L1030;py::work:app.py L4;sum@libpython3.13.so.1.0 7
     w 40/2135273472 | weight | [unknown]@libc.so.6;py::work:/opt/my tool (2)/run L9;parse(int (*)(char))@fast.so;parse(char)@fast.cpp L77 2
     python3 -c x 44/- | weight | py::<module>:<string> L1;py::<lambda>:<string> L1 3
     python3 app.py --all; echo 40/- | weight | [no stack] 1`,
  ));

test('reads output of austin', () =>
  expectRead(
    textOf('austin'),
    'folded stacks',
    `40/40 | weight | py::<module>:/w/app.py L20;py::main:/w/app.py L15;py::Job.run:/w/pkg/job.py L7 10080
     40/40 | weight | py::<module>:/w/app.py L20;py::main:/w/app.py L16;py::Job.run:/w/pkg/job.py L8 10096
     40/41 | weight | py::_find_and_load:<frozen importlib._bootstrap> L1176;py::K.f.<locals>.<genexpr>:C:\\w\\app.py L4;:GC: 955
     44/44 | weight | [no stack] 12`,
  ));

test('reads output of python -m profiling.sampling --collapsed', () =>
  expectRead(
    textOf('tachyon'),
    'folded stacks',
    `-/40 | weight | py::_run_code:<frozen runpy> L87;py::<module>:app.py L20;py::main:app.py L15;<native>;py::Job.run:job.py L7 44
     -/40 | weight | py::_run_code:<frozen runpy> L87;py::<module>:app.py L20;py::main:app.py L16;<native>;py::Job.run:job.py L8 6
     -/41 | weight | Task-1@<task>;py::main:app.py L8;a;b@<task>;py::work:app.py 3
     -/41 | weight | <GC> 1`,
  ));

test.each(['py-spy', 'austin', 'tachyon'])(
  'folds %s output, which then reads back unchanged',
  async (name) => {
    const golden = new TextDecoder().decode(fixture('profilers', `${name}.python.folded`));
    expect(await folded(textOf(name), 'python')).toBe(golden);
    const raw = await folded(textOf(name), 'raw');
    expect(await folded(raw, 'raw')).toBe(raw);
  },
);

describe('reads variants', () => {
  test.each<[string, string, string]>([
    [
      'py-spy without options',
      '<module> (app.py:3);f (a.py:4) 2\n',
      '| weight | py::<module>:app.py L3;py::f:a.py L4 2',
    ],
    [
      'py-spy with an empty stack',
      '<module> (app.py:3) 4\n 2\n',
      '| weight | py::<module>:app.py L3 4\n| weight | [no stack] 2',
    ],
    [
      'a thread without a name',
      'thread (32367);<module> (spy.py:1) 3\n',
      '-/32367 | weight | py::<module>:spy.py L1 3',
    ],
    [
      'Austin 1',
      'Thread 7f5a;<module> (spy.py);L1;f (<string>);L98 3\n',
      '-/32602 | weight | py::<module>:spy.py L1;py::f:<string> L98 3',
    ],
    [
      'Austin 1 with processes',
      'Process 7;Thread 1f;<module> (spy.py);L1 3\n',
      '7/31 | weight | py::<module>:spy.py L1 3',
    ],
  ])('%s', (_what, text, samples) => expectRead(text, 'folded stacks', samples));

  test('Austin’s full mode shows the time, with a note', async () => {
    const profile = await read('P7;T0:7;a.py:f:1 10100,0,0\nP7;T0:7;a.py:g:1 99,1,-4096\n');
    expect(samplesOf(profile)).toEqual([
      '7/7 | weight | py::f:a.py L1 10100',
      '7/7 | weight | py::g:a.py L1 99',
    ]);
    expect(notesOf(profile)).toEqual(['metrics 2 at line 1']);
  });

  test('a frame name may contain a colon', () =>
    expect(parsePythonStack('a:b (x.py:3)').frames).toEqual([
      { name: 'a:b', file: 'x.py', isPython: true, line: 3 },
    ]));
});

test.each([
  [
    'perf',
    'python3;py::main:/w/app.py;_PyEval_EvalFrameDefault 3\n',
    'python3 | weight | py::main:/w/app.py;_PyEval_EvalFrameDefault 3',
  ],
  [
    'C++',
    'app;f(int) const;std::vector<int (*)(char)>::at 3\n',
    'app | weight | f(int) const;std::vector<int (*)(char)>::at 3',
  ],
  [
    'JavaScript',
    'node;handler /w/app.js:12;(anonymous) /w/b.js:3 3\n',
    'node | weight | handler /w/app.js:12;(anonymous) /w/b.js:3 3',
  ],
])('does not mistake folded stacks from %s for those of a Python profiler', (_what, text, samples) =>
  expectRead(text, 'folded stacks', samples),
);

test.each(['process 1:"x;', 'thread (1): x;', ' (:1', ' ('])(
  '“%s” repeated is read in linear time',
  (piece) => {
    expect(parsePythonStack(piece.repeat(1 << 17)).frames.length).toBeLessThan(1 << 18);
  },
);
