// Reports of recordings in the repository.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { comm, perfData, sample } from '../fixtures/perf-data.ts';
import { HAS_PROFILES, pathAt, SKIP_NOTE } from '../fixtures/profiles.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { wallText } from '../fixtures/waits.ts';
import { readAddress } from '../src/sharing/address.ts';
import { costs } from './costs.ts';
import { doctor } from './doctor.ts';
import { MAX_LENGTH, report } from './report.ts';
import { top } from './top.ts';
import { viewInLink } from './open.ts';

const RECORDINGS = 'fixtures/recordings';
const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-report-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
afterEach(() => (process.exitCode = undefined));

interface Step {
  readonly what: string;
  readonly command: string | null;
  readonly link: string;
}

async function stepsOf(...args: string[]): Promise<readonly Step[]> {
  const { out } = await runCommand(report, '--json', ...args);
  const { next }: { next: Step[] } = JSON.parse(out);
  return next;
}

describe('reports are as expected', () => {
  test.each([
    ['workers.perf.gz', [], 'workers.report.md'],
    ['numeric.perf.gz', ['--url', 'https://example.org/pyrograph/'], 'numeric.report.md'],
    ['events.perf', ['--json', '--event', 'page-faults'], 'events.page-faults.report.json'],
  ])('%s', async (file, args, golden) => {
    const { out } = await runCommand(report, `${RECORDINGS}/${file}`, ...args);
    expect(out).toBe(readFileSync(`${RECORDINGS}/${golden}`, 'utf8'));
  });
});

test('begins with the hint that the program mostly waits', async () => {
  // 2 ms of CPU time each.
  const lines = Array.from(
    { length: 99 },
    (_, i) => `app 7/7 ${1000 + 20 * i} clock py::work:/a.py@/tmp/perf-7.map`,
  );
  const file = join(FOLDER, 'waiting.perf');
  writeFileSync(file, wallText(lines.join('\n')));
  const { out } = await runCommand(report, file);
  expect(out).toMatch(
    /## Problems\n\n1\. \*\*hint\*\*: Busy 10% of the time: .* Fix: `pyrograph record --wall -- python3 app\.py`\n2\. \*\*misleading/,
  );
});

test('says where the wall time went', async () => {
  const work = 'py::work:/a.py@/tmp/perf-7.map';
  const lines = [
    `app 7/7 1000 clock ${work}`,
    `app 7/7 1100 switch do_nanosleep@[kernel.kallsyms];time_sleep;${work}`,
    'app 7/7 1100 out',
    'app 7/7 1400 in',
  ];
  const file = join(FOLDER, 'wall.perf');
  writeFileSync(file, wallText(lines.join('\n')));
  const { out } = await runCommand(report, file);
  expect(out).toContain('400 ms of wall time, ');
  expect(out).not.toContain('of waiting');
  expect(out).toContain('\n## Where the wall time went\n\n- 75.0% Sleeping\n- 25.0% Running\n');
});

test('the commands run, and find samples', async () => {
  // A small recording with steps of all kinds.
  const commands = (await stepsOf(`${RECORDINGS}/numeric.perf.gz`)).map(({ command }) => command ?? '');
  for (const kind of ['--cost imports', 'only:package:', 'only:finding:', 'focus:function:'])
    expect(commands).toContainEqual(expect.stringContaining(kind));
  for (const command of commands) {
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command.replace('pyrograph top ', '')}`], {
      encoding: 'utf8',
    });
    const { out, error } = await runCommand(top, ...words.trimEnd().split('\n'));
    expect(error, command).not.toContain('No samples match');
    expect(out.split('\n').length, command).toBeGreaterThan(3);
  }
});

test('the page can read the links', async () => {
  const file = `${RECORDINGS}/events.perf`;
  const steps = await stepsOf(file, '--event', 'page-faults');
  for (const { link } of steps)
    expect(readAddress(link)).toMatchObject({ event: 'page-faults', skippedFilters: undefined });
  const addresses = steps.map(({ link }) => readAddress(link));
  expect(addresses).toContainEqual(
    expect.objectContaining({
      filters: [{ action: 'only', target: { by: 'cost', cost: 'memory' }, isOn: true }],
    }),
  );
  expect(addresses).toContainEqual(expect.objectContaining({ view: 'table' }));
});

test('links lead to the given page', async () => {
  const [site] = await stepsOf(`${RECORDINGS}/workers.perf.gz`, '--url', 'https://example.org/p/');
  expect(site.link).toMatch(/^https:\/\/example\.org\/p\/#v=2&view=sandwich&.*&recording=workers\.perf\.gz$/);
  const opened = 'http://127.0.0.1:8123/x/#profileURL=profiles/0&profileIndex=profiles/index.json&title=a';
  const [local] = await stepsOf(`${RECORDINGS}/workers.perf.gz`, '--url', opened);
  expect(local.link).toMatch(/&title=a&v=2&view=sandwich&function=[^&]*$/);
  expect(viewInLink(local.link)).toBe(viewInLink(site.link));
});

test('a recording without samples has only problems', async () => {
  const empty = join(FOLDER, 'empty.data');
  writeFileSync(empty, perfData({ records: [comm(1, 'python3')] }));
  const { out } = await runCommand(report, '--no-lookup', empty);
  expect(out).toContain('1. **misleading**: The recording has no samples.');
  expect(out).not.toContain('## Look next');
  expect(process.exitCode).toBe(1);
});

test('problems of a recording that can be shown are no failure', async () => {
  const { out } = await runCommand(report, `${RECORDINGS}/events.perf`);
  expect(out).toContain('## Problems');
  expect(process.exitCode).toBeUndefined();
});

test('a recording that cannot be shown', async () => {
  const traced = join(FOLDER, 'traced.data');
  const events = [{ fields: ['ip', 'tid', 'time'] as const, name: 'raw_syscalls:sys_enter' }];
  writeFileSync(traced, perfData({ events, records: [comm(1, 'python3'), sample({ pid: 1, time: 5 })] }));
  const { out } = await runCommand(report, '--no-lookup', '--json', traced);
  expect(JSON.parse(out)).toMatchObject({ version: 1, recorded: { samples: 0 }, next: [] });
  expect(process.exitCode).toBe(1);
});

test('usage errors', async () => {
  await expect(runCommand(report)).rejects.toThrow('Missing FILE');
  await expect(runCommand(report, 'missing.perf')).rejects.toThrow('missing.perf');
  await expect(runCommand(report, `${RECORDINGS}/events.perf`, '--event', 'x')).rejects.toThrow('no event x');
  await expect(runCommand(report, 'a', '--url', 'javascript:0')).rejects.toThrow('Invalid --url');
});

// Those of all recordings are checked where these are opened anyway: workers/recordings.test.ts, recordings-with-symbols.test.ts.
test.skipIf(!HAS_PROFILES).each([
  ['fp-syswide', 'expected.perf.gz'],
  ['jit-numeric', 'perf.data.gz'],
])(`a printed report is short: %s/%s${SKIP_NOTE}`, async (folder, file) => {
  const { out } = await runCommand(report, '--no-lookup', '--json', pathAt(folder, file));
  expect(out.length).toBeGreaterThan(200);
  expect(out.length).toBeLessThanOrEqual(MAX_LENGTH);
});

interface TopRow {
  readonly name: string;
  readonly path?: string;
  readonly self: number;
  readonly total: number;
}

test.each(['numeric.perf.gz', 'events.perf', 'jit.perf'])(
  'the figures are those of `top`, `costs` and `doctor`: %s',
  async (name) => {
    const json = async (command: typeof top, ...args: string[]) =>
      JSON.parse((await runCommand(command, '--json', '--no-lookup', ...args, `${RECORDINGS}/${name}`)).out);
    const made = await json(report);
    const { weight, rows }: { weight: number; rows: TopRow[] } = await json(top, '-n', '0');
    const shareOf = (part: number) => Math.round((part / weight) * 1e4) / 1e4;
    const inTop = rows.map((row) => [row.name, row.path ?? null, shareOf(row.self), shareOf(row.total)]);
    for (const { name: func, path, self, total } of made.functions)
      expect(inTop).toContainEqual([func, path, self, total]);
    const threads: { rows: TopRow[] } = await json(top, '-n', '8', '--by', 'thread', '--sort', 'total');
    expect(made.threads.map(({ share }: { share: number }) => share)).toEqual(
      threads.rows.map(({ total }) => shareOf(total)),
    );
    const spent: { rows: { cost: string; weight: number }[] } = await json(
      costs,
      '--event',
      made.recorded.event,
    );
    for (const { cost, share } of made.costs)
      expect(spent.rows.map((row) => [row.cost, shareOf(row.weight)])).toContainEqual([cost, share]);
    const { findings } = await json(doctor);
    expect(made.problems.map(({ id, share }: { id: string; share: number }) => [id, share])).toEqual(
      findings.map(({ id, share }: { id: string; share: number }) => [id, share]),
    );
  },
);

test('the hottest lines are those of `top --by line`', async () => {
  const file = 'fixtures/profilers/py-spy.txt';
  const { out } = await runCommand(report, '--json', file);
  const made: { lines: object[] } = JSON.parse(out);
  const { out: printed } = await runCommand(top, '--by', 'line', '--level', 'python', '--json', file);
  const { weight, rows }: { weight: number; rows: (TopRow & { line: number })[] } = JSON.parse(printed);
  const shareOf = (part: number) => Math.round((part / weight) * 1e4) / 1e4;
  expect(made.lines).toEqual(
    rows.slice(0, 8).map(({ name, path, line, self, total }) => ({
      name,
      path,
      line,
      self: shareOf(self),
      total: shareOf(total),
    })),
  );
  const { out: markdown } = await runCommand(report, file);
  expect(markdown).toContain('| 56.7% | 56.7% | `leaf` | `pkg/job.py:3` |');
  const lineless = await runCommand(report, '--json', `${RECORDINGS}/events.perf`);
  expect(JSON.parse(lineless.out)).not.toHaveProperty('lines');
});
