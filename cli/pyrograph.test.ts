// Runs the built command-line program as processes: standard input, pipes, signals, exit codes and the page next to it.

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programIn } from '../fixtures/program.ts';
import { fixture } from '../fixtures/sources.ts';
import { until } from '../fixtures/until.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-'));
const RULES = join(ROOT, 'fixtures', 'recordings', 'rules.perf');

beforeAll(() => programIn(join(FOLDER, 'program')));

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

interface RunResult {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the built program, in the folder of these tests. */
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

describe('the program', () => {
  test('prints without messages and exits with 0', () => {
    expect(run(['fold', RULES])).toEqual({
      status: 0,
      out: golden('rules.python-c.folded'),
      error: '',
    });
  });

  test('reads stdin, plain or compressed', () => {
    const plain = readFileSync(RULES);
    const expected = { status: 0, out: golden('rules.python-c.folded'), error: '' };
    expect(run(['fold', '-'], plain)).toEqual(expected);
    expect(run(['fold', '-'], gzipSync(plain)).out).toBe(golden('rules.python-c.folded'));
    expect(run(['fold', '-'], fixture('compressed', 'frames.zst')).out).toBe(golden('rules.python-c.folded'));
  });

  test('accepts files whose names look like options', () => {
    file('-odd.perf', readFileSync(RULES));
    expect(run(['fold', '--', '-odd.perf']).out).toBe(golden('rules.python-c.folded'));
  });

  test('does not escape what it prints to files and pipes', () => {
    const hostile = file('hostile.folded', 'app;main;\x1b[2J\x9b31m\u202eevil 3\napp;main 1\n');
    expect(run(['fold', '--level', 'raw', hostile]).out).toBe(
      readFileSync(hostile, 'utf8').split('\n').sort().join('\n').trimStart() + '\n',
    );
  });

  test('rejects empty standard input', () => {
    const { status, out, error } = run(['fold', '-']);
    expect(error).toMatch(/^pyrograph: [^\n]*“standard input” is empty[^\n]*[.!?…]\n$/);
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });

  test('rejects a missing page', () => {
    // The built program of these tests has no page next to it.
    const { status, out, error } = run(['open', RULES]);
    expect(error).toMatch(/^pyrograph: No built page in [^\n]*dist[^\n]*[.!?…]\n$/);
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });
});

/** Copies the program next to a minimal page and returns its path. */
function withPage(home: string): string {
  for (const folder of ['dist', 'temp']) mkdirSync(join(home, folder), { recursive: true });
  cpSync(join(FOLDER, 'program'), join(home, 'dist-cli'), { recursive: true });
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
  writeFileSync(join(home, 'dist', 'index.html'), policy);
  return join(home, 'dist-cli', 'pyrograph.js');
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
    try {
      const [printed] = await Promise.race([once(running.stdout, 'data'), once(running, 'exit')]);
      const address = /http:\S+/.exec(String(printed))?.[0] ?? '';
      const [, secret] = /127\.0\.0\.1:\d+\/([\w-]{22})\/#/.exec(address) ?? [];
      expect(secret).toBeDefined();
      await until(
        () => existsSync(seen),
        () => hasEnded(running),
      );
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
      running.kill('SIGKILL');
    }
  });

  test('and removes the file if it was not opened', async () => {
    const running = spawn(process.execPath, [program, 'open', RULES], { env: environment });
    try {
      const isWritten = () => contentsIn(tempFolder, 'open.html').join().includes('<a href');
      await until(isWritten, () => hasEnded(running));
      expect(isWritten()).toBe(true);
      running.kill('SIGINT');
      await until(() => hasEnded(running));
      expect([running.exitCode, running.signalCode]).toEqual([0, null]);
      expect(readdirSync(tempFolder)).toEqual([]);
    } finally {
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
    try {
      await until(
        () => JSON.stringify(contentsIn(tempFolder, 'recording')) === JSON.stringify(files),
        () => hasEnded(running),
      );
      expect(contentsIn(tempFolder, 'recording')).toEqual(files);
      running.kill(signal);
      await until(() => hasEnded(running));
      expect([running.exitCode, running.signalCode]).toEqual([0, null]);
      expect(readdirSync(tempFolder)).toEqual([]);
    } finally {
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

/** Contents of `file` in each subfolder that has it. */
function contentsIn(folder: string, file: string): string[] {
  const paths = readdirSync(folder).map((name) => join(folder, name, file));
  return paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

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
