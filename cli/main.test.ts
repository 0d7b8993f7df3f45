// Runs commands in this process, with their messages and exit codes.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { mmap, perfData, sample, USER } from '../fixtures/perf-data.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { main } from './main.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-'));
const RULES = join(ROOT, 'fixtures', 'recordings', 'rules.perf');
const JIT = join(ROOT, 'fixtures', 'recordings', 'jit.perf');

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

interface RunResult {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a command in this process. */
async function run(...args: string[]): Promise<RunResult> {
  try {
    const printed = await runCommand(main, ...args);
    return { status: Number(process.exitCode ?? 0), ...printed };
  } finally {
    process.exitCode = undefined;
  }
}

/** Writes a file to the test folder and returns its path. */
function file(name: string, content: Uint8Array | string): string {
  writeFileSync(join(FOLDER, name), content);
  return join(FOLDER, name);
}

function golden(name: string): string {
  return readFileSync(join(ROOT, 'fixtures', 'recordings', name), 'utf8');
}

interface Row {
  readonly name: string;
  readonly path?: string;
  readonly self: number;
  readonly total: number;
}

interface PrintedTable {
  readonly level: string;
  readonly by: string;
  readonly weight: number;
  readonly rows: readonly Row[];
}

async function printedTable(...args: string[]): Promise<PrintedTable> {
  const { status, out, error } = await run('top', '--json', ...args);
  expect({ status, error }).toEqual({ status: 0, error: '' });
  const printed: PrintedTable = JSON.parse(out);
  return printed;
}

/** Expects no output, one sentence on stderr, and exit code 2. */
async function expectRejected(args: readonly string[], sentence: string | RegExp): Promise<void> {
  const { status, out, error } = await run(...args);
  expect(error).toMatch(sentence);
  expect(error).toMatch(/^pyrograph: [^\n]+[.!?…]\n$/);
  expect({ status, out }).toEqual({ status: 2, out: '' });
}

describe('pyrograph fold', () => {
  test.each(['raw', 'merged', 'python-c', 'python-leaf-c', 'python'])('prints level %s', async (level) => {
    expect((await run('fold', '--level', level, RULES)).out).toBe(golden(`rules.${level}.folded`));
  });

  test('accepts the number of a level', async () => {
    expect((await run('fold', '--level', '5', RULES)).out).toBe(golden('rules.python.folded'));
  });

  test('prints the event chosen with --event', async () => {
    const { out } = await run('fold', '--event', 'page-faults', '--level=python', RULES);
    expect(out).toBe(golden('rules.python.page-faults.folded'));
  });

  test('weights stacks by samples or period', async () => {
    const sum = (out: string) =>
      out
        .trim()
        .split('\n')
        .reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
    expect(sum((await run('fold', '--weight', 'samples', JIT)).out)).toBe(18);
    expect(sum((await run('fold', '--weight', 'period', JIT)).out)).toBe(18 * 5025125);
  });

  test('reads its own output', async () => {
    const printed = golden('rules.raw.folded');
    expect((await run('fold', '--level', 'raw', file('own.folded', printed))).out).toBe(printed);
  });

  test('accepts options anywhere', async () => {
    expect((await run('fold', RULES, '--level', 'raw')).out).toBe(golden('rules.raw.folded'));
  });

  test('reports anomalies on stderr, and prints the rest', async () => {
    const cut = file('cut.perf', readFileSync(RULES).subarray(0, 10_000));
    const { status, out, error } = await run('fold', cut);
    expect(error).toMatch(
      /^pyrograph: Samples cut off at the end of the text were skipped, first at line \d+\.\n$/,
    );
    expect(out).not.toBe('');
    expect(status).toBe(0);
  });

  test('reports how often each anomaly occurs', async () => {
    const noise = 'a\nb\nc\n';
    const { error } = await run('fold', file('noise.perf', noise + readFileSync(RULES, 'utf8')));
    expect(error).toBe(
      'pyrograph: Lines that are not perf script output were skipped (3 times), first at line 1.\n',
    );
  });

  test('prints help', async () => {
    for (const help of ['--help', '-h']) {
      const { status, out, error } = await run('fold', help);
      expect(out).toMatch(/^Prints the folded stacks/);
      for (const word of [
        '--level',
        '--event',
        '--weight',
        'python-leaf-c',
        'FILE',
        '--no-lookup',
        '--symfs',
      ])
        expect(out).toContain(word);
      expect({ status, error }).toEqual({ status: 0, error: '' });
    }
  });
});

describe('pyrograph fold rejects', () => {
  test('a missing FILE argument', () => expectRejected(['fold'], 'Missing FILE.'));
  test('a missing file', () =>
    expectRejected(['fold', 'nowhere.perf'], 'nowhere.perf cannot be read: the file does not exist.'));
  test('an empty folder', async () => {
    mkdirSync(join(FOLDER, 'empty'));
    await expectRejected(
      ['fold', join(FOLDER, 'empty')],
      /^pyrograph: \S+\/empty cannot be read: the folder has no files/,
    );
  });
  test('two recordings, and names both', () =>
    expectRejected(['fold', RULES, JIT], /One recording at a time: “.*rules\.perf” and “.*jit\.perf”/));
  test('the same recording twice', () => expectRejected(['fold', RULES, RULES], 'One recording at a time'));
  test('perf.data with a truncated header', () =>
    expectRejected(
      ['fold', file('perf.data', 'PERFILE2\x68\0\0\0\0\0\0\0')],
      /perf\.data” is a perf\.data file with a damaged header/,
    ));
  test('unrelated text, and says how to record', () =>
    expectRejected(['fold', file('diary.txt', 'Dear diary,\n')], 'record one with: perf record'));
  test('a file that is damaged at its start', () =>
    expectRejected(['fold', file('cut.gz', gzipSync('main').subarray(0, 12))], 'could not be decompressed'));
  test('an unknown level', () =>
    expectRejected(
      ['fold', '--level', 'fine', RULES],
      'Unknown level fine: use one of raw, merged, python-c, python-leaf-c, python.',
    ));
  test('an unknown weight', () =>
    expectRejected(['fold', '--weight', 'kg', RULES], 'Unknown weight kg: use one of period, samples.'));
  test('an unknown event', () =>
    expectRejected(
      ['fold', '--event', 'x', RULES],
      /\S+ has no event x: its events are cpu-clock:ppp, page-faults\./,
    ));
  test('--no-lookup with --symfs', () =>
    expectRejected(['fold', '--no-lookup', '--symfs', '.', RULES], '--no-lookup and --symfs contradict'));
  test('a missing --symfs folder', () =>
    expectRejected(['fold', '--symfs', 'nowhere', RULES], '--symfs nowhere: no such folder'));
  test('an unknown option', () => expectRejected(['fold', '--unknown', RULES], '--help for the options'));
  test('an option without its value', () =>
    expectRejected(['fold', RULES, '--level'], '--help for the options'));
});

describe('pyrograph open rejects', () => {
  test('a missing FILE argument', () => expectRejected(['open'], 'Missing FILE.'));
  test('an invalid port', () => expectRejected(['open', '--port', '65536', RULES], 'Invalid port 65536'));
  test('--no-lookup with --symfs', () =>
    expectRejected(['open', '--no-lookup', '--symfs', '.', RULES], '--no-lookup and --symfs contradict'));
});

describe('pyrograph pack', () => {
  test('rejects missing arguments and other formats without leftovers', async () => {
    await expectRejected(['pack'], 'Missing RECORDING.');
    await expectRejected(['pack', RULES], 'Missing -o ARCHIVE.tar.gz.');
    await expectRejected(
      ['pack', RULES, '-o', join(FOLDER, 'x.tar.gz')],
      /rules\.perf already contains its function names/,
    );
    expect(readdirSync(FOLDER).filter((name) => name.startsWith('x.tar.gz'))).toEqual([]);
  });
});

describe('pyrograph top', () => {
  const countWeights = (text: string) => {
    const sums = new Map<string, { self: number; total: number }>();
    let weight = 0;
    for (const line of text.trim().split('\n')) {
      const space = line.lastIndexOf(' ');
      // The first frame is the command name.
      const frames = line.slice(0, space).split(';').slice(1);
      const lineWeight = Number(line.slice(space + 1));
      weight += lineWeight;
      for (const [i, frame] of frames.entries()) {
        const sum = sums.get(frame) ?? { self: 0, total: 0 };
        sums.set(frame, sum);
        if (i === frames.length - 1) sum.self += lineWeight;
        if (frames.indexOf(frame) === i) sum.total += lineWeight;
      }
    }
    return { weight, sums };
  };

  test.each(['raw', 'merged', 'python-c', 'python-leaf-c', 'python'])(
    'self and total match the folded output at level %s',
    async (level) => {
      const { weight, sums } = countWeights(golden(`rules.${level}.folded`));
      const printed = await printedTable('-n', '0', '--level', level, RULES);
      expect(printed).toMatchObject({ level, by: 'function', weight });
      const found = new Map<string, Row[]>();
      for (const row of printed.rows) {
        // Folded text separates frames with semicolons, so those in names are written as colons.
        const python = `py::${row.name}:${row.path}`.replaceAll(';', ':');
        const frame = sums.has(python) ? python : row.name.replaceAll(';', ':');
        found.set(frame, [...(found.get(frame) ?? []), row]);
      }
      expect([...found.keys()].sort()).toEqual([...sums.keys()].sort());
      for (const [frame, rows] of found) {
        // Functions of the same name in several modules are one frame in folded text.
        const self = rows.reduce((sum, row) => sum + row.self, 0);
        expect([frame, self]).toEqual([frame, sums.get(frame)?.self]);
        if (rows.length === 1) expect([frame, rows[0].total]).toEqual([frame, sums.get(frame)?.total]);
      }
    },
  );

  test('prints the heaviest rows first, and how many remain', async () => {
    const { out } = await run('top', '-n', '3', '--by', 'kind', JIT);
    expect(out.split('\n')).toEqual([
      `${JIT}: 0.090 s of CPU time, 18 samples of cpu-clock, level python-c`,
      '',
      '   self             total           kind',
      '0.080 s  88.89 %  0.080 s  88.89 %  interpreter',
      '0.005 s   5.56 %  0.075 s  83.33 %  standard library',
      '0.005 s   5.56 %  0.065 s  72.22 %  own code',
      '… and 4 more rows',
      '',
    ]);
  });

  test('escapes control characters', async () => {
    const hostile = file('hostile.folded', 'app;main;\x1b[2J\x9b31m\u202eevil 3\napp;main 1\n');
    const { out } = await run('top', '--level', 'raw', hostile);
    expect(out).toContain('\\x1b[2J\\x9b31m\\u{202e}evil');
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect((await run('fold', '\x1b]0;title\x07')).error).toContain('\\x1b]0;title\\x07');
    const printed = await printedTable('--level', 'raw', hostile);
    expect(printed.rows.map(({ name }) => name)).toContain('\x1b[2J\x9b31m\u202eevil');
  });

  test('sorts by total', async () => {
    const { rows } = await printedTable('--sort', 'total', '-n', '0', JIT);
    const totals = rows.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    expect(totals[0]).toBeGreaterThan(rows[0].self);
  });

  test.each([
    [
      ['--by', 'lines'],
      'Unknown group lines: use one of function, file, package, module, kind, thread, cost, part, line.',
    ],
    [['--sort', 'name'], 'Unknown column name: use one of self, total.'],
    [['-n', 'all'], 'Invalid -n all: use a number of rows.'],
  ])('rejects %j', (args, sentence) => expectRejected(['top', ...args, JIT], sentence));
});

describe('pyrograph', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const { status, out, error } = await run(...args);
    expect(out).toMatch(/^Pyrograph shows/);
    expect(out).toContain('fold');
    expect({ status, error }).toEqual({ status: 0, error: '' });
  });

  test('rejects an unknown command', () =>
    expectRejected(['melt'], 'Unknown command melt; run pyrograph --help for a list.'));
});

describe('the start', () => {
  test('prints the version', async () => {
    const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const word of ['--version', '-V', 'version'])
      expect(await run(word)).toMatchObject({ status: 0, out: `pyrograph ${version}\n` });
  });

  test('prints the help of a command', async () => {
    expect((await run('help', 'fold')).out).toBe((await run('fold', '--help')).out);
    expect((await run('help')).out).toBe((await run('--help')).out);
    expect((await run('help')).out).toMatch(/^ {2}doctor {5}print what is wrong/m);
    await expectRejected(['help', 'flod'], 'Unknown command flod: did you mean fold? Run pyrograph --help');
  });

  test('names the command that was probably meant', async () => {
    await expectRejected(
      ['recrod', '--', 'x'],
      'Unknown command recrod: did you mean record? Run pyrograph --help',
    );
    await expectRejected(['frobnicate'], 'Unknown command frobnicate; run pyrograph --help for a list.');
    await expectRejected(['missing.data'], 'missing.data does not exist');
  });

  test('opens a file without a command', async () => {
    // The option is one of pyrograph open.
    await expectRejected([RULES, '--port', 'x'], 'Invalid port x');
  });
});

describe('pyrograph pack', () => {
  test('packs a recording without samples', async () => {
    const recording = file('empty.data', emptyPerfData());
    const archive = join(FOLDER, 'empty.tar.gz');
    expect(await run('pack', recording, '-o', archive)).toEqual({
      status: 0,
      out: `${archive}: empty.data and 0 symbol files.\n`,
      error: '',
    });
    const { status, error } = await run('fold', archive);
    expect(status).toBe(0);
    expect(error).toMatch(
      /^pyrograph: The recording contains no complete sample\.\npyrograph: The recording has no samples\. Fix: .*\n$/,
    );
    expect((await run('pack', recording, '-o', '-')).status).toBe(0);
  });

  test('writes an archive, but exits with 1 if symbol files are missing', async () => {
    const records = [
      mmap({ pid: 7, start: 0x7000, size: 0x1000, path: '/opt/app' }),
      sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
    ];
    const recording = file('nameless.data', perfData({ records }));
    const [archive, machine] = [join(FOLDER, 'nameless.tar.gz'), join(FOLDER, 'machine')];
    mkdirSync(machine);
    expect(await run('pack', '--symfs', machine, recording, '-o', archive)).toEqual({
      status: 1,
      out: `${archive}: nameless.data and 0 symbol files.\n`,
      error: 'pyrograph: Not found, so their functions have no names: /opt/app.\n',
    });
    expect((await run('fold', archive)).status).toBe(0);
  });
});

/** A perf.data in pipe mode that ends after its header. */
function emptyPerfData(): Uint8Array {
  return Uint8Array.from([...Buffer.from('PERFILE2'), 16, 0, 0, 0, 0, 0, 0, 0]);
}
