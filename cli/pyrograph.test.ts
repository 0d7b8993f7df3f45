// The terminal's program as people run it: built, and started anew for each command.

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

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

function run(args: readonly string[], input: Uint8Array | string = ''): Ran {
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, cwd: FOLDER });
  return { status, out: stdout.toString(), error: stderr.toString() };
}

/** A file in a folder of its own, by its path. */
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

interface Printed {
  readonly level: string;
  readonly by: string;
  readonly weight: number;
  readonly rows: readonly Row[];
}

function printedTable(args: readonly string[]): Printed {
  const { status, out, error } = run(['top', '--json', ...args]);
  expect({ status, error }).toEqual({ status: 0, error: '' });
  const printed: Printed = JSON.parse(out);
  return printed;
}

/** It prints nothing, says one sentence, and ends with 2. */
function expectRefused(
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
  test('prints folded text, says nothing and ends with 0', () => {
    expect(run(['fold', RULES])).toEqual({ status: 0, out: golden('rules.python-c.folded'), error: '' });
  });

  test.each(['raw', 'merged', 'python-c', 'python-leaf-c', 'python'])('at the level %s', (level) => {
    expect(run(['fold', '--level', level, RULES]).out).toBe(golden(`rules.${level}.folded`));
  });

  test('of another event', () => {
    const args = ['fold', '--event', 'page-faults', '--level=python', RULES];
    expect(run(args).out).toBe(golden('rules.python.page-faults.folded'));
  });

  test('with the number of samples for a weight', () => {
    const sum = (out: string) =>
      out
        .trim()
        .split('\n')
        .reduce((all, line) => all + Number(line.split(' ').at(-1)), 0);
    expect(sum(run(['fold', '--weight', 'samples', JIT]).out)).toBe(18);
    expect(sum(run(['fold', '--weight', 'period', JIT]).out)).toBe(18 * 5025125);
  });

  test('of standard input, plain or compressed', () => {
    const plain = readFileSync(RULES);
    expect(run(['fold', '-'], plain)).toEqual({ status: 0, out: golden('rules.python-c.folded'), error: '' });
    expect(run(['fold', '-'], gzipSync(plain)).out).toBe(golden('rules.python-c.folded'));
    expect(run(['fold', '-'], fixture('compressed', 'frames.zst')).out).toBe(golden('rules.python-c.folded'));
  });

  test('of what it printed itself', () => {
    const printed = golden('rules.raw.folded');
    expect(run(['fold', '--level', 'raw', '-'], printed).out).toBe(printed);
  });

  test('with options in any place, and files whose names look like options', () => {
    expect(run(['fold', RULES, '--level', 'raw']).out).toBe(golden('rules.raw.folded'));
    file('-odd.perf', readFileSync(RULES));
    expect(run(['fold', '--', '-odd.perf']).out).toBe(golden('rules.python-c.folded'));
  });

  test('says what is odd on standard error, and prints the rest', () => {
    const { status, out, error } = run(['fold', '-'], readFileSync(RULES).subarray(0, 10_000));
    expect(error).toMatch(
      /^pyrograph: The text ends inside a sample; that last sample was left out, first at line \d+\.\n$/,
    );
    expect(out).not.toBe('');
    expect(status).toBe(0);
  });

  test('says how often', () => {
    const noise = 'a\nb\nc\n';
    const { error } = run(['fold', '-'], noise + readFileSync(RULES, 'utf8'));
    expect(error).toBe(
      'pyrograph: Lines that are no part of perf script’s output were left out (3 times), first at line 1.\n',
    );
  });

  test('helps', () => {
    for (const help of ['--help', '-h']) {
      const { status, out, error } = run(['fold', help]);
      expect(out).toMatch(/^Prints the stacks/);
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

describe('pyrograph fold refuses', () => {
  test('no file', () => expectRefused(['fold'], 'Which file?'));
  test('a file that is not there', () =>
    expectRefused(['fold', 'nowhere.perf'], 'nowhere.perf cannot be read: there is no such file.'));
  test('a folder without a file', () => {
    mkdirSync(join(FOLDER, 'empty'));
    expectRefused(['fold', 'empty'], 'empty cannot be read: there is no file in the folder');
  });
  test('an empty file', () => expectRefused(['fold', '-'], '“standard input” is empty'));
  test('two recordings, and names both', () =>
    expectRefused(['fold', RULES, JIT], /One recording at a time: “.*rules\.perf” and “.*jit\.perf”/));
  test('the same recording twice', () => expectRefused(['fold', RULES, RULES], 'One recording at a time'));
  test('perf.data that is cut in its header', () =>
    expectRefused(
      ['fold', file('perf.data', 'PERFILE2\x68\0\0\0\0\0\0\0')],
      /perf\.data” is a perf\.data whose header is cut/,
    ));
  test('text that is none, and says how to record', () =>
    expectRefused(['fold', file('diary.txt', 'Dear diary,\n')], 'record one with: perf record'));
  test('what is damaged from its start', () =>
    expectRefused(['fold', file('cut.gz', gzipSync('main').subarray(0, 12))], 'cannot be unpacked'));
  test('a level there is not', () =>
    expectRefused(
      ['fold', '--level', 'fine', RULES],
      'There is no level fine: choose one of raw, merged, python-c, python-leaf-c, python.',
    ));
  test('a weight there is not', () =>
    expectRefused(
      ['fold', '--weight', 'kg', RULES],
      'There is no weight kg: choose one of period, samples.',
    ));
  test('an event there is not', () =>
    expectRefused(
      ['fold', '--event', 'x', RULES],
      /There is no event x in \S+: it has cpu-clock:ppp, page-faults\./,
    ));
  test('to look for files and not to', () =>
    expectRefused(['fold', '--no-lookup', '--symfs', '.', RULES], 'Either --no-lookup or --symfs'));
  test('to look into a folder that is not there', () =>
    expectRefused(['fold', '--symfs', 'nowhere', RULES], '--symfs nowhere: there is no such folder.'));
  test('an option there is not', () =>
    expectRefused(['fold', '--colour', RULES], '--help lists the options'));
  test('an option without its value', () =>
    expectRefused(['fold', RULES, '--level'], '--help lists the options'));
});

describe('pyrograph open refuses', () => {
  test('no file', () => expectRefused(['open'], 'Which file?'));
  test('a port there is not', () =>
    expectRefused(['open', '--port', '65536', RULES], 'There is no port 65536'));
  test('to look for files and not to', () =>
    expectRefused(['open', '--no-lookup', '--symfs', '.', RULES], 'Either --no-lookup or --symfs'));
  // The program stands alone here.
  test('to open without its page', () => expectRefused(['open', RULES], /The page is not in .*dist/));
});

/** The program beside a page; by its path. */
function withPage(home: string): string {
  for (const folder of ['dist', 'dist-cli', 'kept']) mkdirSync(join(home, folder), { recursive: true });
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
  const kept = join(home, 'kept');
  const environment = {
    ...process.env,
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    DISPLAY: ':99',
    HOME: kept,
    XDG_RUNTIME_DIR: kept,
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

  test('with a file that only its owner can read, and that leads to the page once', async () => {
    const running = spawn(process.execPath, [program, 'open', RULES], { env: environment });
    const patience = setTimeout(() => running.kill('SIGKILL'), 60_000);
    try {
      const [printed] = await once(running.stdout, 'data');
      const address = /http:\S+/.exec(String(printed))?.[0] ?? '';
      const [, secret] = /127\.0\.0\.1:\d+\/([\w-]{22})\/#/.exec(address) ?? [];
      expect(secret).toBeDefined();
      await expect.poll(() => existsSync(seen), { timeout: 30_000 }).toBe(true);
      const [path, ...others] = readFileSync(seen, 'utf8').split('\0').slice(0, -1);
      expect(others).toEqual([]);
      expect(path.startsWith(`${kept}/pyrograph-`)).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
      const page = readFileSync(path, 'utf8');
      const [, ticket] = /url=(http:\/\/127\.0\.0\.1:\d+\/[\w-]{22})"/.exec(page) ?? [];
      expect(page).not.toContain(secret);
      // What every user can see of the processes and of this folder's name gives neither away.
      const visible = path + readFileSync(`/proc/${running.pid}/cmdline`, 'utf8');
      for (const hidden of [secret ?? '', ticket.slice(-22)]) expect(visible).not.toContain(hidden);

      const first = await fetch(ticket, { redirect: 'manual' });
      expect(first.headers.get('refresh')).toBe(`0; url=${address}`);
      expect((await fetch(ticket, { redirect: 'manual' })).status).toBe(404);
      expect(readdirSync(kept)).toEqual([]);
    } finally {
      clearTimeout(patience);
      running.kill('SIGKILL');
    }
  });

  test('and removes the file when nobody opened it', async () => {
    const running = spawn(process.execPath, [program, 'open', RULES], { env: environment });
    const ended = once(running, 'exit');
    const patience = setTimeout(() => running.kill('SIGKILL'), 60_000);
    try {
      await expect.poll(() => contentsIn(kept, 'open.html').join(), { timeout: 30_000 }).toContain('<a href');
      running.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
      expect(readdirSync(kept)).toEqual([]);
    } finally {
      clearTimeout(patience);
      running.kill('SIGKILL');
    }
  });
});

describe('a signal ends pyrograph open, which leaves nothing behind,', () => {
  const home = join(FOLDER, 'with a page');
  let program = '';
  const pipe = join(home, 'pipe');
  const kept = join(home, 'kept');

  beforeAll(() => {
    program = withPage(home);
    execFileSync('mkfifo', [pipe]);
  });

  /** Once these files are kept of what came. */
  async function expectEnded(signal: NodeJS.Signals, files: readonly string[]): Promise<void> {
    const running = spawn(process.execPath, [program, 'open', '--no-browser', pipe], {
      env: { ...process.env, TMPDIR: kept },
    });
    const ended = once(running, 'exit');
    // What does not end by itself shall end this test all the same.
    const patience = setTimeout(() => running.kill('SIGKILL'), 60_000);
    try {
      await expect.poll(() => contentsIn(kept, 'recording'), { timeout: 30_000 }).toEqual(files);
      running.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(readdirSync(kept)).toEqual([]);
    } finally {
      clearTimeout(patience);
      running.kill('SIGKILL');
    }
  }

  test.each(['SIGINT', 'SIGQUIT'] as const)('%s while nobody writes into a named pipe', (signal) =>
    expectEnded(signal, ['']),
  );

  test('SIGINT while its writer says no more', async () => {
    // For reading too: so it waits for no reader.
    const writer = openSync(pipe, 'r+');
    try {
      writeSync(writer, 'main;f 1\n');
      await expectEnded('SIGINT', ['main;f 1\n']);
    } finally {
      closeSync(writer);
    }
  });
});

/** Of the file of this name in each folder. */
function contentsIn(folder: string, file: string): string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name, file), 'utf8'));
}

describe('pyrograph pack', () => {
  test('refuses no file, no archive and what is no recording, and leaves nothing behind', () => {
    expectRefused(['pack'], 'Which recording?');
    expectRefused(['pack', RULES], 'Into which archive?');
    expectRefused(['pack', RULES, '-o', 'x.tar.gz'], /rules\.perf is no perf\.data/);
    expect(readdirSync(FOLDER).filter((name) => name.startsWith('x.tar.gz'))).toEqual([]);
  });

  test('packs a recording without samples', () => {
    const recording = file('empty.data', emptyPerfData());
    expect(run(['pack', recording, '-o', 'empty.tar.gz'])).toEqual({
      status: 0,
      out: 'empty.tar.gz: empty.data and 0 files.\n',
      error: '',
    });
    const { status, error } = run(['fold', 'empty.tar.gz']);
    expect({ status, error }).toEqual({
      status: 0,
      error: 'pyrograph: The recording holds no whole sample.\n',
    });
    expect(run(['pack', recording, '-o', '-']).status).toBe(0);
  });
});

/** What went through a pipe and ended at once. */
function emptyPerfData(): Uint8Array {
  return Uint8Array.from([...Buffer.from('PERFILE2'), 16, 0, 0, 0, 0, 0, 0, 0]);
}

describe('pyrograph top', () => {
  const counted = (text: string) => {
    const sums = new Map<string, { self: number; total: number }>();
    let weight = 0;
    for (const line of text.trim().split('\n')) {
      const space = line.lastIndexOf(' ');
      // The first is the program.
      const frames = line.slice(0, space).split(';').slice(1);
      const of = Number(line.slice(space + 1));
      weight += of;
      for (const [i, frame] of frames.entries()) {
        const sum = sums.get(frame) ?? { self: 0, total: 0 };
        sums.set(frame, sum);
        if (i === frames.length - 1) sum.self += of;
        if (frames.indexOf(frame) === i) sum.total += of;
      }
    }
    return { weight, sums };
  };

  test.each(['raw', 'merged', 'python-c', 'python-leaf-c', 'python'])(
    'has the self and total of the folded text at the level %s',
    (level) => {
      const { weight, sums } = counted(golden(`rules.${level}.folded`));
      const printed = printedTable(['-n', '0', '--level', level, RULES]);
      expect(printed).toMatchObject({ level, by: 'function', weight });
      const found = new Map<string, Row[]>();
      for (const row of printed.rows) {
        // Folded text parts frames by semicolons, and writes colons for others.
        const python = `py::${row.name}:${row.path}`.replaceAll(';', ':');
        const frame = sums.has(python) ? python : row.name.replaceAll(';', ':');
        found.set(frame, [...(found.get(frame) ?? []), row]);
      }
      expect([...found.keys()].sort()).toEqual([...sums.keys()].sort());
      for (const [frame, rows] of found) {
        // Functions of one name in several modules are one frame in folded text.
        const self = rows.reduce((sum, row) => sum + row.self, 0);
        expect([frame, self]).toEqual([frame, sums.get(frame)?.self]);
        if (rows.length === 1) expect([frame, rows[0].total]).toEqual([frame, sums.get(frame)?.total]);
      }
    },
  );

  test('prints the heaviest rows first, and how many there are besides', () => {
    const { out } = run(['top', '-n', '3', '--by', 'kind', JIT]);
    expect(out.split('\n')).toEqual([
      `${JIT}: 18 samples of cpu-clock, level python-c`,
      '',
      '   self  samples    total  samples  kind',
      '88.89 %       16  88.89 %       16  runtime',
      ' 5.56 %        1  83.33 %       15  standard library',
      ' 5.56 %        1  72.22 %       13  own code',
      '… and 4 more rows',
      '',
    ]);
  });

  test('nothing that a terminal would obey', () => {
    const hostile = file('hostile.folded', 'app;main;\x1b[2J\x9b31m\u202eevil 3\napp;main 1\n');
    const { out } = run(['top', '--level', 'raw', hostile]);
    expect(out).toContain('\\x1b[2J\\x9b31m\\u{202e}evil');
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(run(['fold', '\x1b]0;title\x07']).error).toContain('\\x1b]0;title\\x07');
    const printed = printedTable(['--level', 'raw', hostile]);
    expect(printed.rows.map(({ name }) => name)).toContain('\x1b[2J\x9b31m\u202eevil');
    // A file or a program gets it as it is.
    expect(run(['fold', '--level', 'raw', hostile]).out).toBe(
      readFileSync(hostile, 'utf8').split('\n').sort().join('\n').trimStart() + '\n',
    );
  });

  test('by total', () => {
    const { rows } = printedTable(['--sort', 'total', '-n', '0', JIT]);
    const totals = rows.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    expect(totals[0]).toBeGreaterThan(rows[0].self);
  });

  test.each([
    [
      ['--by', 'line'],
      'There is no group line: choose one of function, file, package, module, kind, thread.',
    ],
    [['--sort', 'name'], 'There is no column name: choose one of self, total.'],
    [['-n', 'all'], '-n takes a number of rows, and all is none.'],
  ])('refuses %j', (args, sentence) => expectRefused(['top', ...args, JIT], sentence));
});

describe('pyrograph', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', (args) => {
    const { status, out, error } = run(args);
    expect(out).toMatch(/^Pyrograph shows/);
    expect(out).toContain('fold');
    expect({ status, error }).toEqual({ status: 0, error: '' });
  });

  test('refuses a command there is not', () =>
    expectRefused(['melt'], 'There is no command melt; pyrograph --help lists them.'));
});

test('a pipe with a name is read like a file', () => {
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const shell = `"${process.execPath}" "${program}" fold <(cat "${RULES}")`;
  const { status, stdout } = spawnSync('bash', ['-c', shell]);
  expect({ status, out: stdout.toString() }).toEqual({ status: 0, out: golden('rules.python-c.folded') });
});

test('and when its writer comes late, in pieces', () => {
  execFileSync('mkfifo', [join(FOLDER, 'late')]);
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const late = `(sleep 0.3; (head -c 5000; sleep 0.1; cat) > late) < "${RULES}"`;
  const shell = `${late} & "${process.execPath}" "${program}" fold late`;
  const { status, stdout } = spawnSync('bash', ['-c', shell], { cwd: FOLDER });
  expect({ status, out: stdout.toString() }).toEqual({ status: 0, out: golden('rules.python-c.folded') });
});

test('a reader that wants no more is no error', () => {
  // More than a pipe holds.
  const many = file(
    'many.folded',
    Array.from({ length: 50_000 }, (_, i) => `app;main;function_${i} 1\n`).join(''),
  );
  const program = join(FOLDER, 'program', 'pyrograph.js');
  const shell = `"${process.execPath}" "${program}" fold --level raw "${many}" | head -c 10; exit \${PIPESTATUS[0]}`;
  const { status, stderr } = spawnSync('bash', ['-c', shell]);
  expect({ status, error: stderr.toString() }).toEqual({ status: 0, error: '' });
});
