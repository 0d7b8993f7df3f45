// Prints the table of a small recording, with options that select threads, times and stacks.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { optionsOf, viewsOf } from '../fixtures/golden-views.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { fixture } from '../fixtures/sources.ts';
import { GROUPINGS } from '../src/model/session.ts';
import { rowLabel } from '../src/text/row-labels.ts';
import { top } from './top.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-top-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

interface Sample {
  readonly comm?: string;
  readonly tid?: number;
  /** In seconds. */
  readonly time: number;
  /** Root first. */
  readonly stack: readonly string[];
}

const LOAD = 'py::load:/srv/app.py';
const MAIN = 'py::main:/srv/app.py';
const DUMPS = 'py::dumps:/usr/lib/python3.13/json/__init__.py';

const SAMPLES: Sample[] = [
  { time: 1, stack: [MAIN, LOAD, 'memcpy'] },
  { time: 2, stack: [MAIN, LOAD, 'read'] },
  { time: 3, stack: [MAIN, DUMPS, 'memcpy'] },
  { comm: 'pool', tid: 8, time: 4, stack: [DUMPS] },
];

/** Each sample is 0.5 s of CPU time. */
function recordingOf(samples: readonly Sample[], event = 'cpu-clock', period = '500000000'): string {
  const text = samples.map(({ comm = 'app', tid = 7, time, stack }) => {
    const frames = stack.toReversed().map((name, i) => `\t${4096 + i} ${name} (/usr/bin/app)`);
    return [`${comm} 7/${tid} ${time}.000000: ${period} ${event}: `, ...frames, '', ''].join('\n');
  });
  const path = join(FOLDER, `${event}-${period}.perf`);
  writeFileSync(path, text.join(''));
  return path;
}

const RECORDING = recordingOf(SAMPLES);

/** The names and totals of all rows. */
async function rowsOf(...args: string[]): Promise<Record<string, string>> {
  const { out } = await runCommand(top, '-n', '0', '--level', '2', ...args, RECORDING);
  const rows = out.split('\n').slice(3, -1);
  return Object.fromEntries(
    rows.map((row) => {
      const [, total, name] = /\S+ (?:s|%|) *(\S+) s +\S+ %  (.*?)(?:  \(.*)?$/.exec(row) ?? [];
      return [name, total];
    }),
  );
}

test('prints seconds and shares', async () => {
  const { out } = await runCommand(top, '-n', '3', '--level', '2', RECORDING);
  expect(out.split('\n')).toEqual([
    `${RECORDING}: 2.000 s of CPU time, 4 samples of cpu-clock, level merged`,
    '',
    '   self             total           function',
    '1.000 s  50.00 %  1.000 s  50.00 %  memcpy',
    '0.500 s  25.00 %  1.000 s  50.00 %  dumps  (json)',
    '0.500 s  25.00 %  0.500 s  25.00 %  read',
    '… and 2 more rows',
    '',
  ]);
});

test('prints numbers of samples if the recording has no periods', async () => {
  const { out } = await runCommand(top, '-n', '1', '--level', '2', recordingOf(SAMPLES, 'cpu-clock', ''));
  const [about, , , heaviest] = out.split('\n');
  expect(about).toMatch(/: 4 samples of cpu-clock, level merged$/);
  expect(heaviest).toMatch(/^ *2 +50\.00 % +2 +50\.00 % +memcpy$/);
});

test('prints the weights of other events without a unit, and zero as a dash', async () => {
  const { out } = await runCommand(
    top,
    '--sort',
    'total',
    '-n',
    '1',
    '--level',
    '2',
    recordingOf(SAMPLES, 'faults', '3'),
  );
  expect(out).toContain('12, 4 samples of faults');
  expect(out).toMatch(/^ +–  +–  +9  75\.00 %  main /m);
});

test.each(['raw', 'merged', 'python-c', 'python-leaf-c', 'python'].map((level, i) => [i + 1, level]))(
  'accepts level %s for %s',
  async (number, level) => {
    const { out } = await runCommand(top, '--level', `${number}`, RECORDING);
    expect(out).toContain(`level ${level}\n`);
  },
);

describe('prints the rows of the page’s table', () => {
  const EVENTS = join(import.meta.dirname, '..', 'fixtures', 'recordings', 'events.perf');
  const EVENT = 'page-faults';

  // Lines are tested in lines.test.ts: this recording has none.
  test.each(GROUPINGS.filter((by) => by !== 'line'))('by %s', async (by) => {
    const views = await viewsOf(fixture('recordings', 'events.perf'));
    for (const level of ['python-c', 'python'] as const) {
      const table = await views.table({ options: optionsOf(views, level, EVENT), by });
      const shown = Array.from(table.id, (id, row) => [
        rowLabel(views.open.recording, by, id, table.parts?.[row]).name,
        ...[table.self, table.selfSamples, table.total, table.totalSamples].map((column) => column[row]),
      ]);
      const args = ['--json', '-n', '0', '--by', by, '--level', level, '--event', EVENT, EVENTS];
      const { rows }: { rows: Record<string, string | number>[] } = JSON.parse(
        (await runCommand(top, ...args)).out,
      );
      const printed = rows.map(({ name, self, selfSamples, total, totalSamples }) => [
        name,
        self,
        selfSamples,
        total,
        totalSamples,
      ]);
      expect(printed.length).toBeGreaterThan(0);
      expect(printed.map(String).sort()).toEqual(shown.map(String).sort());
    }
  });
});

describe('selects', () => {
  test.each([
    ['threads by name', ['--thread', 'pool'], { dumps: '0.500' }],
    ['threads by ID', ['--thread', '8'], { dumps: '0.500' }],
    ['threads by process and ID', ['--thread', '7/8'], { dumps: '0.500' }],
    [
      'several threads',
      ['--thread', '7', '--thread', '8', '--filter', 'keep:function:dumps'],
      { dumps: '1.000' },
    ],
    ['a time range', ['--time', '1-2'], { main: '0.500', load: '0.500', read: '0.500' }],
  ])('%s', async (_, args, rows) => expect(await rowsOf(...args)).toMatchObject(rows));

  test.each([
    ['focus:function:load', { load: '1.000', memcpy: '0.500', read: '0.500' }],
    ['callers:function:load', { load: '1.000', main: '1.000' }],
    ['only:pattern:^read$', { main: '0.500', load: '0.500', read: '0.500' }],
    ['drop:file:app.py', { dumps: '0.500' }],
    ['keep:folder:/srv', { main: '1.500', load: '1.000', '[hidden]': '0.500' }],
    [
      'hide:kind:standard library',
      { main: '1.500', load: '1.000', memcpy: '1.000', read: '0.500', '[hidden]': '0.500' },
    ],
    ['focus:function:py::dumps:/usr/lib/python3.13/json/__init__.py', { dumps: '1.000', memcpy: '0.500' }],
  ])('stacks with --filter %s', async (filter, rows) =>
    expect(await rowsOf('--filter', filter)).toEqual(rows),
  );

  test('nothing, and says so', async () => {
    const { error } = await runCommand(top, '--time', '0-1', '--thread', 'pool', RECORDING);
    expect(error).toBe('pyrograph: No samples match --thread, --time, --filter and --cost.\n');
  });
});

describe('rejects', () => {
  test.each([
    [['--thread', 'x'], /has no thread x: its threads are named app and pool\.$/],
    [['--time', '3-2'], 'Invalid --time 3-2: use FROM-TO in seconds'],
    [['--time', '5-6'], 'it lasts 3.000 s.'],
    [['--filter', 'melt:function:load'], 'Invalid --filter melt:function:load: use ACTION:WHAT:VALUE'],
    [['--filter', 'hide:function'], 'Invalid --filter hide:function:'],
    [['--filter', 'hide:kind:soft'], 'Invalid --filter hide:kind:soft:'],
    [['--filter', 'hide:function:nowhere'], /^--filter hide:function:nowhere matches nothing in .*\.$/],
    [['--level', '6'], 'Unknown level 6: use one of raw'],
  ])('%j', async (args, sentence) => {
    await expect(top([...args, RECORDING])).rejects.toThrow(sentence);
  });

  test('a name that several functions share', async () => {
    const path = recordingOf([{ time: 1, stack: ['py::f:/a.py', 'py::f:/b.py'] }], 'task-clock');
    await expect(top(['--filter', 'hide:function:f', path])).rejects.toThrow(
      'matches py::f:/a.py and py::f:/b.py: use a full name, or a pattern.',
    );
  });
});
