// Compares the wall time of printed recordings.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand, runToEnd } from '../fixtures/run-command.ts';
import { wallText } from '../fixtures/waits.ts';
import { compareCommand } from './compare.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-compare-wall-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const MAIN = 'py::main:/srv/app.py@/tmp/perf-7.map';
const IDLE =
  'py::_worker:/usr/lib/python3.13/concurrent/futures/thread.py@/tmp/perf-7.map;py::Thread.run:/usr/lib/python3.13/threading.py@/tmp/perf-7.map';

/** A thread that computes, waits for a lock for about so many milliseconds, and sleeps, 300 times; another thread is idle. */
function record(name: string, locked: number, first = 0): string {
  let time = 1000;
  const lines = [`app 7/8 ${time} switch sem_wait@/lib/libc.so.6;${IDLE}`, `app 7/8 ${time} out`];
  const wait = (stack: string, length: number) => {
    lines.push(`app 7/7 ${time} switch ${stack}`, `app 7/7 ${time} out`);
    time += length;
    lines.push(`app 7/7 ${time} in`);
  };
  for (let i = first; i < first + 300; i++) {
    time += 4 + (i % 3);
    lines.push(`app 7/7 ${time} clock list_sort;py::price:/srv/app.py@/tmp/perf-7.map;${MAIN}`);
    wait(`sem_wait@/lib/libc.so.6;py::store:/srv/app.py@/tmp/perf-7.map;${MAIN}`, locked + (i % 5));
    wait(
      `do_nanosleep@[kernel.kallsyms];time_sleep;py::poll:/srv/app.py@/tmp/perf-7.map;${MAIN}`,
      5 + (i % 2),
    );
  }
  const path = join(FOLDER, name);
  writeFileSync(path, wallText(lines.join('\n')));
  return path;
}

const BEFORE = record('before.perf', 10);

test('says which waits got longer, and in which own function', async () => {
  // Without --wall, too, since it is the event that is shown first.
  const slower = record('slower.perf', 40, 1);
  expect((await runCommand(compareCommand, BEFORE, slower)).out).toContain('\nBasis cpu (wall time); ');
  const { out } = await runCommand(compareCommand, '--wall', BEFORE, slower);
  expect(out).toMatch(
    /^B uses \S+ % ± \S+ % more wall time\. Changed for certain: \[waiting for a lock\] \+250 % /,
  );
  expect(out).toMatch(/^A {2}\S+: 6\.7\d s of wall time, \d+ pieces$/m);
  expect(out).toMatch(/\nBasis cpu \(wall time\); Wall time B\/A \d\.\d+; /);
  expect(out).not.toContain('The sampling rates differ.');
  const [, waits] = /Waits that changed:\n.*\n([^]*?)\n\n/.exec(out) ?? [];
  expect(waits.split('\n')).toEqual([expect.stringMatching(/ more {2}.*\[waiting for a lock\] in store$/)]);
  const [, totals] = /\nTotal, .*\n.*\n([^]*)/.exec(out) ?? [];
  const names = totals
    .trim()
    .split('\n')
    .map((line) => line.replace(/^.*(?:more|less) +/, ''));
  expect(names.slice(0, 2).sort()).toEqual(['main  (app.py)', 'store  (app.py)']);
});

test('two runs of the same program do not differ, and idle threads do not count', async () => {
  const { out } = await runCommand(compareCommand, '--wall', BEFORE, record('same.perf', 10, 1));
  expect(out).toMatch(/^No certain difference in wall time /);
  expect(out).toContain('\nNo wait got longer or shorter for certain.\n');
  expect(out).not.toContain('_worker');
});

test('other recordings have no wall time', async () => {
  const path = join(FOLDER, 'cpu.perf');
  writeFileSync(path, wallText(`app 7/7 1000 clock ${MAIN}`));
  const { reason } = await runToEnd(compareCommand, '--wall', BEFORE, path);
  expect(reason).toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(
      /cpu\.perf does not say when threads waited; record it with: pyrograph record --wall/,
    ),
  });
});
