// Runs the built command-line program, in a new process for each command.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mmap, perfData, sample, USER } from '../fixtures/perf-data.ts';
import { fixture } from '../fixtures/sources.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-'));
const RULES = join(ROOT, 'fixtures', 'recordings', 'rules.perf');
const JIT = join(ROOT, 'fixtures', 'recordings', 'jit.perf');

beforeAll(async () => {
  const outDir = join(FOLDER, 'program');
  await build({ root: ROOT, mode: 'cli', logLevel: 'silent', build: { outDir, emptyOutDir: true } });
});

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

interface RunResult {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

function run(args: readonly string[], input: Uint8Array | string = ''): RunResult {
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, cwd: FOLDER });
  return { status, out: stdout.toString(), error: stderr.toString() };
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

function printedTable(args: readonly string[]): PrintedTable {
  const { status, out, error } = run(['top', '--json', ...args]);
  expect({ status, error }).toEqual({ status: 0, error: '' });
  const printed: PrintedTable = JSON.parse(out);
  return printed;
}

/** Expects no output, one sentence on stderr, and exit code 2. */
function expectRejected(
  args: readonly string[],
  sentence: string | RegExp,
  input?: Uint8Array | string,
): void {
  const { status, out, error } = run(args, input);
  expect(error).toMatch(sentence);
  expect(error).toMatch(/^pyrograph: [^\n]+[.!?…]\n$/);
  expect({ status, out }).toEqual({ status: 2, out: '' });
}

describe('pyrograph fold', () => {
  test('prints folded stacks without messages and exits with 0', () => {
    expect(run(['fold', RULES])).toEqual({ status: 0, out: golden('rules.python-c.folded'), error: '' });
  });

  test.each(['raw', 'merged', 'python-c', 'python-leaf-c', 'python'])('prints level %s', (level) => {
    expect(run(['fold', '--level', level, RULES]).out).toBe(golden(`rules.${level}.folded`));
  });

  test('accepts the number of a level', () => {
    expect(run(['fold', '--level', '5', RULES]).out).toBe(golden('rules.python.folded'));
  });

  test('prints the event chosen with --event', () => {
    const args = ['fold', '--event', 'page-faults', '--level=python', RULES];
    expect(run(args).out).toBe(golden('rules.python.page-faults.folded'));
  });

  test('weights stacks by samples or period', () => {
    const sum = (out: string) =>
      out
        .trim()
        .split('\n')
        .reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
    expect(sum(run(['fold', '--weight', 'samples', JIT]).out)).toBe(18);
    expect(sum(run(['fold', '--weight', 'period', JIT]).out)).toBe(18 * 5025125);
  });

  test('reads stdin, plain or compressed', () => {
    const plain = readFileSync(RULES);
    expect(run(['fold', '-'], plain)).toEqual({ status: 0, out: golden('rules.python-c.folded'), error: '' });
    expect(run(['fold', '-'], gzipSync(plain)).out).toBe(golden('rules.python-c.folded'));
    expect(run(['fold', '-'], fixture('compressed', 'frames.zst')).out).toBe(golden('rules.python-c.folded'));
  });

  test('reads its own output', () => {
    const printed = golden('rules.raw.folded');
    expect(run(['fold', '--level', 'raw', '-'], printed).out).toBe(printed);
  });

  test('accepts options anywhere, and files whose names look like options', () => {
    expect(run(['fold', RULES, '--level', 'raw']).out).toBe(golden('rules.raw.folded'));
    file('-odd.perf', readFileSync(RULES));
    expect(run(['fold', '--', '-odd.perf']).out).toBe(golden('rules.python-c.folded'));
  });

  test('reports anomalies on stderr, and prints the rest', () => {
    const { status, out, error } = run(['fold', '-'], readFileSync(RULES).subarray(0, 10_000));
    expect(error).toMatch(
      /^pyrograph: Samples cut off at the end of the text were skipped, first at line \d+\.\n$/,
    );
    expect(out).not.toBe('');
    expect(status).toBe(0);
  });

  test('reports how often each anomaly occurs', () => {
    const noise = 'a\nb\nc\n';
    const { error } = run(['fold', '-'], noise + readFileSync(RULES, 'utf8'));
    expect(error).toBe(
      'pyrograph: Lines that are not perf script output were skipped (3 times), first at line 1.\n',
    );
  });

  test('prints help', () => {
    for (const help of ['--help', '-h']) {
      const { status, out, error } = run(['fold', help]);
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
  test('an empty folder', () => {
    mkdirSync(join(FOLDER, 'empty'));
    expectRejected(['fold', 'empty'], 'empty cannot be read: the folder has no files');
  });
  test('an empty file', () => expectRejected(['fold', '-'], '“standard input” is empty'));
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
  // The program in this test has no built page next to it.
  test('a missing page', () => expectRejected(['open', RULES], /No built page in .*dist/));
});

/** Copies the program next to a minimal page and returns its path. */
function withPage(home: string): string {
  for (const folder of ['dist', 'dist-cli', 'temp']) mkdirSync(join(home, folder), { recursive: true });
  const program = join(home, 'dist-cli', 'pyrograph.js');
  copyFileSync(join(FOLDER, 'program', 'pyrograph.js'), program);
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
  writeFileSync(join(home, 'dist', 'index.html'), policy);
  return program;
}

describe.skipIf(process.platform !== 'linux')('pyrograph open starts the browser', () => {
  const home = join(FOLDER, 'with a browser');
  const browser = join(home, 'bin', 'xdg-open');
  const seen = join(home, 'seen');
  const tempFolder = join(home, 'temp');
  const environment = {
    ...process.env,
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    DISPLAY: ':99',
    HOME: tempFolder,
    XDG_RUNTIME_DIR: tempFolder,
  };
  let program = '';

  beforeAll(() => {
    program = withPage(home);
    mkdirSync(join(home, 'bin'));
    writeFileSync(
      browser,
      `#!/bin/sh\nprintf '%s\\0' "$@" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`,
    );
    chmodSync(browser, 0o755);
  });

  test('with a private file that redirects to the page once', async () => {
    const running = spawn(process.execPath, [program, 'open', RULES], { env: environment });
    const killTimer = setTimeout(() => running.kill('SIGKILL'), 60_000);
    try {
      const [printed] = await once(running.stdout, 'data');
      const address = /http:\S+/.exec(String(printed))?.[0] ?? '';
      const [, secret] = /127\.0\.0\.1:\d+\/([\w-]{22})\/#/.exec(address) ?? [];
      expect(secret).toBeDefined();
      await expect.poll(() => existsSync(seen), { timeout: 30_000 }).toBe(true);
      const [path, ...others] = readFileSync(seen, 'utf8').split('\0').slice(0, -1);
      expect(others).toEqual([]);
      expect(path.startsWith(`${tempFolder}/pyrograph-`)).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
      const page = readFileSync(path, 'utf8');
      const [, ticket] = /url=(http:\/\/127\.0\.0\.1:\d+\/[\w-]{22})"/.exec(page) ?? [];
      expect(page).not.toContain(secret);
      // Neither secret appears in the path or in the command line, which all users of the machine can read.
      const visible = path + readFileSync(`/proc/${running.pid}/cmdline`, 'utf8');
      for (const hidden of [secret ?? '', ticket.slice(-22)]) expect(visible).not.toContain(hidden);

      const first = await fetch(ticket, { redirect: 'manual' });
      expect(first.headers.get('refresh')).toBe(`0; url=${address}`);
      expect((await fetch(ticket, { redirect: 'manual' })).status).toBe(404);
      expect(readdirSync(tempFolder)).toEqual([]);
    } finally {
      clearTimeout(killTimer);
      running.kill('SIGKILL');
    }
  });

  test('and removes the file if it was not opened', async () => {
    const running = spawn(process.execPath, [program, 'open', RULES], { env: environment });
    const ended = once(running, 'exit');
    const killTimer = setTimeout(() => running.kill('SIGKILL'), 60_000);
    try {
      await expect
        .poll(() => contentsIn(tempFolder, 'open.html').join(), { timeout: 30_000 })
        .toContain('<a href');
      running.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
      expect(readdirSync(tempFolder)).toEqual([]);
    } finally {
      clearTimeout(killTimer);
      running.kill('SIGKILL');
    }
  });
});

describe('a signal ends pyrograph open without leftovers', () => {
  const home = join(FOLDER, 'with a page');
  let program = '';
  const pipe = join(home, 'pipe');
  const tempFolder = join(home, 'temp');

  beforeAll(() => {
    program = withPage(home);
    execFileSync('mkfifo', [pipe]);
  });

  /** Sends the signal once the stored input equals `files`, and expects a clean exit without leftovers. */
  async function expectCleanExit(signal: NodeJS.Signals, files: readonly string[]): Promise<void> {
    const running = spawn(process.execPath, [program, 'open', '--no-browser', pipe], {
      env: { ...process.env, TMPDIR: tempFolder },
    });
    const ended = once(running, 'exit');
    // Kill the process if it hangs.
    const killTimer = setTimeout(() => running.kill('SIGKILL'), 60_000);
    try {
      await expect.poll(() => contentsIn(tempFolder, 'recording'), { timeout: 30_000 }).toEqual(files);
      running.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(readdirSync(tempFolder)).toEqual([]);
    } finally {
      clearTimeout(killTimer);
      running.kill('SIGKILL');
    }
  }

  test.each(['SIGINT', 'SIGQUIT'] as const)('%s while a named pipe has no writer', (signal) =>
    expectCleanExit(signal, ['']),
  );

  test('SIGINT while the writer is idle', async () => {
    // Also opened for reading, so that opening does not wait for a reader.
    const writer = openSync(pipe, 'r+');
    try {
      writeSync(writer, 'main;f 1\n');
      await expectCleanExit('SIGINT', ['main;f 1\n']);
    } finally {
      closeSync(writer);
    }
  });
});

/** Contents of `file` in each subfolder. */
function contentsIn(folder: string, file: string): string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name, file), 'utf8'));
}

describe('pyrograph pack', () => {
  test('rejects missing arguments and other formats without leftovers', () => {
    expectRejected(['pack'], 'Missing RECORDING.');
    expectRejected(['pack', RULES], 'Missing -o ARCHIVE.tar.gz.');
    expectRejected(['pack', RULES, '-o', 'x.tar.gz'], /rules\.perf already contains its function names/);
    expect(readdirSync(FOLDER).filter((name) => name.startsWith('x.tar.gz'))).toEqual([]);
  });

  test('packs a recording without samples', () => {
    const recording = file('empty.data', emptyPerfData());
    expect(run(['pack', recording, '-o', 'empty.tar.gz'])).toEqual({
      status: 0,
      out: 'empty.tar.gz: empty.data and 0 symbol files.\n',
      error: '',
    });
    const { status, error } = run(['fold', 'empty.tar.gz']);
    expect(status).toBe(0);
    expect(error).toMatch(
      /^pyrograph: The recording contains no complete sample\.\npyrograph: The recording has no samples\. Fix: .*\n$/,
    );
    expect(run(['pack', recording, '-o', '-']).status).toBe(0);
  });

  test('writes an archive, but exits with 1 if symbol files are missing', () => {
    const records = [
      mmap({ pid: 7, start: 0x7000, size: 0x1000, path: '/opt/app' }),
      sample({ pid: 7, time: 5, chain: [USER, 0x7010] }),
    ];
    const recording = file('nameless.data', perfData({ records }));
    mkdirSync(join(FOLDER, 'machine'));
    expect(run(['pack', '--symfs', 'machine', recording, '-o', 'nameless.tar.gz'])).toEqual({
      status: 1,
      out: 'nameless.tar.gz: nameless.data and 0 symbol files.\n',
      error: 'pyrograph: Not found, so their functions have no names: /opt/app.\n',
    });
    expect(run(['fold', 'nameless.tar.gz']).status).toBe(0);
  });
});

/** A perf.data in pipe mode that ends after its header. */
function emptyPerfData(): Uint8Array {
  return Uint8Array.from([...Buffer.from('PERFILE2'), 16, 0, 0, 0, 0, 0, 0, 0]);
}

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
    (level) => {
      const { weight, sums } = countWeights(golden(`rules.${level}.folded`));
      const printed = printedTable(['-n', '0', '--level', level, RULES]);
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

  test('prints the heaviest rows first, and how many remain', () => {
    const { out } = run(['top', '-n', '3', '--by', 'kind', JIT]);
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

  test('escapes control characters', () => {
    const hostile = file('hostile.folded', 'app;main;\x1b[2J\x9b31m\u202eevil 3\napp;main 1\n');
    const { out } = run(['top', '--level', 'raw', hostile]);
    expect(out).toContain('\\x1b[2J\\x9b31m\\u{202e}evil');
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(run(['fold', '\x1b]0;title\x07']).error).toContain('\\x1b]0;title\\x07');
    const printed = printedTable(['--level', 'raw', hostile]);
    expect(printed.rows.map(({ name }) => name)).toContain('\x1b[2J\x9b31m\u202eevil');
    // Output to files and pipes is not escaped.
    expect(run(['fold', '--level', 'raw', hostile]).out).toBe(
      readFileSync(hostile, 'utf8').split('\n').sort().join('\n').trimStart() + '\n',
    );
  });

  test('sorts by total', () => {
    const { rows } = printedTable(['--sort', 'total', '-n', '0', JIT]);
    const totals = rows.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    expect(totals[0]).toBeGreaterThan(rows[0].self);
  });

  test.each([
    [
      ['--by', 'line'],
      'Unknown group line: use one of function, file, package, module, kind, thread, cost, part.',
    ],
    [['--sort', 'name'], 'Unknown column name: use one of self, total.'],
    [['-n', 'all'], 'Invalid -n all: use a number of rows.'],
  ])('rejects %j', (args, sentence) => expectRejected(['top', ...args, JIT], sentence));
});

describe('pyrograph', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', (args) => {
    const { status, out, error } = run(args);
    expect(out).toMatch(/^Pyrograph shows/);
    expect(out).toContain('fold');
    expect({ status, error }).toEqual({ status: 0, error: '' });
  });

  test('rejects an unknown command', () =>
    expectRejected(['melt'], 'Unknown command melt; run pyrograph --help for a list.'));
});

test('a named pipe is read like a file', () => {
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const shell = `"${process.execPath}" "${program}" fold <(cat "${RULES}")`;
  const { status, stdout } = spawnSync('bash', ['-c', shell]);
  expect({ status, out: stdout.toString() }).toEqual({ status: 0, out: golden('rules.python-c.folded') });
});

test('the writer of a named pipe may open it late and write in pieces', () => {
  execFileSync('mkfifo', [join(FOLDER, 'late')]);
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const late = `(sleep 0.3; (head -c 5000; sleep 0.1; cat) > late) < "${RULES}"`;
  const shell = `${late} & "${process.execPath}" "${program}" fold late`;
  const { status, stdout } = spawnSync('bash', ['-c', shell], { cwd: FOLDER });
  expect({ status, out: stdout.toString() }).toEqual({ status: 0, out: golden('rules.python-c.folded') });
});

test('a reader that stops early is not an error', () => {
  // More than a pipe can buffer.
  const many = file(
    'many.folded',
    Array.from({ length: 50_000 }, (_, i) => `app;main;function_${i} 1\n`).join(''),
  );
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const shell = `"${process.execPath}" "${program}" fold --level raw "${many}" | head -c 10; exit \${PIPESTATUS[0]}`;
  const { status, stderr } = spawnSync('bash', ['-c', shell]);
  expect({ status, error: stderr.toString() }).toEqual({ status: 0, error: '' });
});
