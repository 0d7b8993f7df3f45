import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import type { Thread } from '../model/profile.ts';
import { classify } from './classify.ts';
import { titledThreads } from './thread-titles.ts';

const LIB = '/usr/lib/python3.13';
const START = `start_thread@/lib/libc.so.6;py::Thread._bootstrap:${LIB}/threading.py;py::Thread.run:${LIB}/threading.py`;

/** The titles of threads, or their names in parentheses. Each sample is of one thread: `TID: STACK`. */
function titlesOf(threads: readonly Thread[], samples: readonly string[]): string[] {
  const { profile } = classify(
    profileOf(samples.map((each) => `${each.replace(/^\d+: /, '')} 1`).join('\n')),
  );
  const thread = Int32Array.from(samples, (each) =>
    threads.findIndex(({ tid }) => tid === parseInt(each, 10)),
  );
  const titled = titledThreads({ ...profile, threads, samples: { ...profile.samples, thread } }) ?? threads;
  return titled.map(({ title, comm }) => title ?? `(${comm})`);
}

const threadsOf = (...tids: readonly number[]) => tids.map((tid) => ({ pid: 7, tid, comm: 'python3' }));

test('threads with the name of their process have that of the function that they run', () => {
  expect(
    titlesOf(threadsOf(7, 8, 9, 10), [
      '7: py::main:/a.py',
      `8: ${START};py::brain:/a.py;py::think:/a.py`,
      `8: ${START};py::brain:/a.py`,
      `8: ${START}`,
      `9: ${START};py::_worker:${LIB}/concurrent/futures/thread.py;py::zipper:/a.py;compress@/lib/libz.so`,
      '10: clone3@/lib/libc.so.6;start_thread@/lib/libc.so.6;blas_thread_server@/lib/libopenblas.so;gemm@/lib/libopenblas.so',
    ]),
  ).toEqual(['(python3)', 'brain', 'zipper', 'blas_thread_server']);
});

test('threads with a name of their own, and threads that run different functions, have no title', () => {
  const named = { pid: 7, tid: 8, comm: 'Thread-1 (brain' };
  expect(
    titlesOf(
      [...threadsOf(7, 9), named],
      [
        '7: py::main:/a.py',
        `8: ${START};py::brain:/a.py`,
        `9: ${START};py::f:/a.py`,
        `9: ${START};py::g:/a.py`,
        `9: ${START};py::h:/a.py`,
      ],
    ),
  ).toEqual(['(python3)', '(python3)', '(Thread-1 (brain)']);
});
