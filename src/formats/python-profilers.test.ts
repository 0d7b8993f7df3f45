// Folded text of Python profilers has process and thread fields, which are not frames. Line numbers in frames are ignored.

import { describe, expect, test } from 'vitest';
import { expectRead, notesOf } from '../../fixtures/expect-read.ts';
import { fixture, read, sourceOf } from '../../fixtures/sources.ts';
import { samplesOf } from '../../fixtures/text.ts';
import { profileAtLevel, openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import { writeFolded } from './folded-writer.ts';
import { parsePythonStack } from './python-stack.ts';

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
    `MainThread 40/40 | weight | py::<module>:app.py;py::main:app.py;py::Job.run:pkg/job.py;py::leaf:pkg/job.py 12
     MainThread 40/40 | weight | py::<module>:app.py;py::main:app.py;py::Job.run:pkg/job.py;py::leaf:pkg/job.py 5
     pool; 1 40/41 | weight | py::Thread._bootstrap:threading.py;py::work:app.py;sum@libpython3.13.so.1.0 7
     w 40/2135273472 | weight | [unknown]@libc.so.6;py::work:/opt/my tool (2)/run;parse(int (*)(char))@fast.so;parse(char)@fast.cpp 2
     python3 -c x 44/- | weight | py::<module>:<string>;py::<lambda>:<string> 3
     python3 app.py --all; echo 40/- | weight | [no stack] 1`,
  ));

test('reads output of austin', () =>
  expectRead(
    textOf('austin'),
    'folded stacks',
    `40/40 | weight | py::<module>:/w/app.py;py::main:/w/app.py;py::Job.run:/w/pkg/job.py 10080
     40/40 | weight | py::<module>:/w/app.py;py::main:/w/app.py;py::Job.run:/w/pkg/job.py 10096
     40/41 | weight | py::_find_and_load:<frozen importlib._bootstrap>;py::K.f.<locals>.<genexpr>:C:\\w\\app.py;:GC: 955
     44/44 | weight | [no stack] 12`,
  ));

test('reads output of python -m profiling.sampling --collapsed', () =>
  expectRead(
    textOf('tachyon'),
    'folded stacks',
    `-/40 | weight | py::_run_code:<frozen runpy>;py::<module>:app.py;py::main:app.py;<native>;py::Job.run:job.py 44
     -/40 | weight | py::_run_code:<frozen runpy>;py::<module>:app.py;py::main:app.py;<native>;py::Job.run:job.py 6
     -/41 | weight | Task-1@<task>;py::main:app.py;a;b@<task>;py::work:app.py 3
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
      '| weight | py::<module>:app.py;py::f:a.py 2',
    ],
    [
      'py-spy with an empty stack',
      '<module> (app.py:3) 4\n 2\n',
      '| weight | py::<module>:app.py 4\n| weight | [no stack] 2',
    ],
    [
      'a thread without a name',
      'thread (32367);<module> (spy.py:1) 3\n',
      '-/32367 | weight | py::<module>:spy.py 3',
    ],
    [
      'Austin 1',
      'Thread 7f5a;<module> (spy.py);L1;f (<string>);L98 3\n',
      '-/32602 | weight | py::<module>:spy.py;py::f:<string> 3',
    ],
    [
      'Austin 1 with processes',
      'Process 7;Thread 1f;<module> (spy.py);L1 3\n',
      '7/31 | weight | py::<module>:spy.py 3',
    ],
  ])('%s', (_what, text, samples) => expectRead(text, 'folded stacks', samples));

  test('Austin’s full mode shows the time, with a note', async () => {
    const profile = await read('P7;T0:7;a.py:f:1 10100,0,0\nP7;T0:7;a.py:g:1 99,1,-4096\n');
    expect(samplesOf(profile)).toEqual(['7/7 | weight | py::f:a.py 10100', '7/7 | weight | py::g:a.py 99']);
    expect(notesOf(profile)).toEqual(['metrics 2 at line 1']);
  });

  test('a frame name may contain a colon', () =>
    expect(parsePythonStack('a:b (x.py:3)').frames).toEqual([{ name: 'a:b', file: 'x.py', isPython: true }]));
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
