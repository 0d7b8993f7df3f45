// Records programs with the built command line, the perf of this machine and the python3 in PATH.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { comm, lost, mmap, perfData, sample, USER } from '../fixtures/perf-data.ts';
import { programIn } from '../fixtures/program.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { main } from './main.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-record-'));
const PROGRAM = join(FOLDER, 'program', 'pyrograph.js');
const OUTPUT = 'recording/perf.data';

beforeAll(() => programIn(join(FOLDER, 'program')));

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Creates a folder with these files; those in `bin` are executable. */
function folderWith(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(FOLDER, name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(folder, path), text);
    if (path.startsWith('bin/')) chmodSync(join(folder, path), 0o755);
  }
  return folder;
}

/** With the programs of the folder first. */
function pathOf(folder: string): string {
  return `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
}

function run(folder: string, ...args: string[]) {
  return runWith({}, folder, ...args);
}

function runWith(environment: Readonly<Record<string, string>>, folder: string, ...args: string[]) {
  const env = { ...process.env, ...environment, PATH: pathOf(folder) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: folder, env });
  return { status, out: stdout.toString(), error: stderr.toString() };
}

function record(folder: string, ...words: string[]) {
  return run(folder, 'record', '--no-open', '-o', OUTPUT, '--', ...words);
}

describe.skipIf(process.platform !== 'linux')('with a perf that does not work', () => {
  const fakePerf = (text: string) => ({
    'bin/perf': `#!/bin/sh\n[ "$1" = version ] && exec echo perf version 6.12\n${text}\n`,
  });

  test('no permission: exit code 3', () => {
    const folder = folderWith(
      'denied',
      fakePerf('echo "No permission to enable cycles event." >&2; exit 255'),
    );
    const { status, error } = record(folder, 'true');
    expect({ status, lines: error.trimEnd().split('\n').length }).toEqual({ status: 3, lines: 1 });
    expect(existsSync(join(folder, 'recording'))).toBe(false);
  });

  test('not installed for this kernel: exit code 3', () => {
    const folder = folderWith('wrapper', {
      'bin/perf': '#!/bin/sh\necho WARNING: perf not found >&2\nexit 2\n',
    });
    const { status, error } = record(folder, 'true');
    expect(status).toBe(3);
    expect(error).toMatch(/^pyrograph: perf is not installed for this kernel: \S.*\.\n$/);
  });

  test('fails while recording: exit code 4, with its last line', () => {
    const text = 'case "$*" in *trial.data*) exit 0;; *) echo "failed to mmap" >&2; exit 255;; esac';
    const { status, error } = record(folderWith('failing', fakePerf(text)), 'true');
    expect(status).toBe(4);
    expect(error).toMatch(/\npyrograph: perf failed: failed to mmap\n$/);
  });

  test('an option that perf does not know: its error, not the end of the list of options', () => {
    const text = `case "$*" in *--nosuch*) printf "  Error: unknown option 'nosuch'\\n\\n Usage: perf record\\n    -z\\n" >&2; exit 129;; esac`;
    const folder = folderWith('unknown-option', fakePerf(text));
    const words = ['record', '--no-open', '-o', OUTPUT, '--perf', '--nosuch', '--', 'true'];
    const { status, error } = run(folder, ...words);
    expect({ status, last: error.trimEnd().split('\n').at(-1) }).toEqual({
      status: 4,
      last: "pyrograph: perf failed: unknown option 'nosuch'",
    });
    expect(existsSync(join(folder, 'recording')), 'the empty folder').toBe(false);
  });

  test('killed while recording: exit code 4, and the samples are kept', () => {
    const killed = folderWith(
      'killed',
      fakePerf(
        'case "$*" in *trial.data*) exit 0;; *) cp "$PWD/samples" recording/perf.data; kill -9 $$;; esac',
      ),
    );
    const samples = perfData({ records: [comm(1, 'python3'), sample({ pid: 1, time: 5 })] });
    // perf writes the size of the data last.
    samples.fill(0, 48, 56);
    writeFileSync(join(killed, 'samples'), samples);
    const { status, error } = record(killed, 'true');
    expect(status).toBe(4);
    expect(error).toContain('perf was ended by SIGKILL before it completed the recording: the samples');
    expect(existsSync(join(killed, OUTPUT))).toBe(true);
  });

  test('without a folder for temporary files, another one is used', () => {
    const text = 'case "$*" in *trial.data*) exit 0;; *) echo "failed to mmap" >&2; exit 255;; esac';
    const folder = folderWith('no-tmpdir', fakePerf(text));
    const { status, error } = runWith(
      { TMPDIR: '/missing' },
      folder,
      'record',
      '--no-open',
      '-o',
      OUTPUT,
      '--',
      'true',
    );
    expect({ status, last: error.trimEnd().split('\n').at(-1) }).toEqual({
      status: 4,
      last: 'pyrograph: perf failed: failed to mmap',
    });
    expect(existsSync(join(folder, OUTPUT)), 'the empty file').toBe(false);
  });

  test('wrong usage: exit code 2', async () => {
    const folder = folderWith('usage', fakePerf('exit 0'));
    vi.stubEnv('PATH', pathOf(folder));
    for (const args of [
      ['true'],
      ['--'],
      ['-p', '1', '--', 'true'],
      ['-p', '99999999'],
      ['--perf', '--', 'true'],
      ['-F', 'x', '--', 'true'],
      ['--mode', 'lbr', '--', 'true'],
      ['--', 'nosuch'],
    ]) {
      await runCommand(main, 'record', '-o', join(folder, OUTPUT), ...args);
      expect(process.exitCode, args.join(' ')).toBe(2);
      process.exitCode = undefined;
    }
  });
});

describe.skipIf(process.platform !== 'linux')('with a perf that copies a recording', () => {
  /** Logs its arguments, and cannot compress. */
  const PERF = `#!/bin/sh
[ "$1" = version ] && exec echo perf version 6.12
case "$*" in *' -z '*) exit 129;; *trial.data*) exit 0;; esac
echo "$@" >> perf.log
while [ "$1" != -o ]; do shift; done
cp template.data "$2"
case "$*" in *waits) trap 'exit 3' INT; while :; do sleep 0.1; done;; esac
`;
  const PYTHON = { pid: 7, start: 0x1000, size: 0x1000, path: '/usr/bin/python3.13' };

  function folderWithTemplate(name: string): string {
    const folder = folderWith(name, { 'bin/perf': PERF, 'bin/waits': '' });
    const samples = Array.from({ length: 9 }, (_, i) => sample({ pid: 7, time: i, chain: [USER, 0x1010] }));
    const records = [mmap(PYTHON), comm(7, 'python3'), ...samples, lost(9)];
    writeFileSync(join(folder, 'template.data'), perfData({ records }));
    return folder;
  }

  test('options reach perf, and the doctor repeats them in its command', () => {
    const folder = folderWithTemplate('options');
    const words = ['-F', '400', '-m', '1M', '--duration', '9', '--perf', '--all-user', '--', 'sh', '-c', ':'];
    const { status, error } = run(folder, 'record', '--no-open', '-o', OUTPUT, ...words);
    expect({ status, error }).toMatchObject({ status: 0 });
    const log = readFileSync(join(folder, 'perf.log'), 'utf8');
    expect(log).toMatch(/ -F 400 .* -m 1M --all-user --call-graph dwarf,49152 -- sh -c :\n$/);
    expect(readdirSync(join(folder, 'recording'))).toEqual(['perf.data', 'perf.data.symbols.tar.gz']);
    const again = 'pyrograph record -F 249 -m 1M --duration 9 --perf --all-user -- sh -c :';
    expect(error).toContain(again);
    expect(run(folder, 'doctor', OUTPUT).out).toContain(`To fix all of this:\n    ${again}\n`);
  });

  test('--duration ends the program as Ctrl-C does', () => {
    const folder = folderWithTemplate('limited');
    const words = ['--duration', '2', '--', 'waits'];
    const { status, error } = run(folder, 'record', '--no-open', '-o', OUTPUT, ...words);
    expect(status).toBe(3);
    expect(error).toContain('press Ctrl-C to stop waiting');
  });

  test('running processes are recorded for a time', () => {
    const folder = folderWithTemplate('attached');
    const pid = `${process.pid}`;
    const { status } = run(folder, 'record', '--no-open', '-o', OUTPUT, '-p', pid, '--duration', '1');
    expect(status).toBe(0);
    const [trial, recording] = readFileSync(join(folder, 'perf.log'), 'utf8').split('\n');
    expect(trial).toContain(`record -p ${pid} -F 199 -m 16M --call-graph dwarf,65528`);
    expect(recording).toContain(`record -p ${pid} -F 299 `);
    expect(recording).toMatch(/ --call-graph dwarf,65528 -- sleep 1$/);
    expect(run(folder, 'doctor', OUTPUT).out).toContain(`pyrograph record -p ${pid} `);
  });
});

/** The reason why this machine cannot record its python3; undefined if it can. */
function obstacle(): string | undefined {
  const scratch = join(FOLDER, 'trial.data');
  if (spawnSync('perf', ['record', '-e', 'cpu-clock', '-o', scratch, '--', 'true']).status !== 0)
    return 'perf cannot record here';
  const question = 'import sys; sys.exit(sys.version_info < (3, 12))';
  return spawnSync('python3', ['-c', question]).status === 0 ? undefined : 'python3 is older than 3.12';
}

const OBSTACLE = obstacle();
/** Threads wait in the kernel, which users may record only then. */
const MAY_RECORD_SWITCHES = OBSTACLE === undefined && (process.getuid?.() === 0 || readParanoid() <= 1);

function readParanoid(): number {
  return Number(readFileSync('/proc/sys/kernel/perf_event_paranoid', 'utf8'));
}

describe.skipIf(OBSTACLE !== undefined)(
  `python3 with perf${OBSTACLE ? ` (skipped: ${OBSTACLE})` : ''}`,
  () => {
    const BURN = `
import os, subprocess, sys, time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        sum(i * i for i in range(1000))
`;
    const functions = (folder: string, file = OUTPUT) =>
      run(folder, 'top', '--sort', 'total', '-n', '0', '--level', 'python', file).out;
    /** Perf maps and jitdumps of processes that have ended. */
    const leftovers = () =>
      readdirSync('/tmp').filter((name) => {
        const pid = /^(?:perf-(\d+)\.map|jit-(\d+)\.dump)$/.exec(name)?.slice(1).find(Boolean);
        return pid !== undefined && !existsSync(`/proc/${pid}`);
      });

    test('records a program that starts others, prints, and ends with os._exit', () => {
      const before = leftovers();
      const folder = folderWith('children', {
        'app.py': `${BURN}
def parent(): burn(0.4)
def forked(): burn(0.3)
if os.fork() == 0:
    forked()
    sys.exit()
os.wait()
subprocess.run([sys.executable, 'child.py'])
parent()
print(sys.stdin.read(), flush=True)
os._exit(7)
`,
        'child.py': `${BURN}\ndef spawned(): burn(0.3)\nspawned()\n`,
      });
      const { status, out, error } = record(folder, 'python3', 'app.py');
      expect(status).toBe(7);
      expect(out).toBe('\n');
      expect(error).toMatch(
        /^\+ PYTHONPERFSUPPORT=1 perf record .* --call-graph dwarf,\d+ -- \S*python\S* -X perf app\.py$/m,
      );
      expect(readdirSync(join(folder, 'recording'))).toEqual(['perf.data', 'perf.data.symbols.tar.gz']);
      expect(leftovers()).toEqual(before);
      expect(run(folder, 'pack', 'recording', '-o', 'all.tar.gz').error).toBe('');
      expect(functions(folder, 'all.tar.gz')).toContain('spawned');
      const names = functions(folder);
      for (const name of ['forked', 'spawned', 'burn']) expect(names).toContain(name);
    });

    test('records a module, a script with a #! line, and a program killed by a signal', () => {
      const folder = folderWith('programs', {
        'module.py': `${BURN}\ndef work(): burn(0.3)\nwork()\n`,
        'bin/tool': `#!/usr/bin/env python3\n${BURN}\ndef tool(): burn(0.3)\ntool()\n`,
        'killed.py': `${BURN}\nimport signal\nburn(0.2)\nos.kill(os.getpid(), signal.SIGUSR1)\n`,
      });
      const recorded = (name: string, ...words: string[]) => {
        const file = `${name}.data`;
        const { status } = run(folder, 'record', '--no-open', '-o', file, '--', ...words);
        return { status, functions: functions(folder, file) };
      };
      expect(recorded('module', 'python3', '-m', 'module').functions).toMatch(/\bwork\b/);
      expect(recorded('tool', 'tool').functions).toMatch(/\btool\b/);
      expect(recorded('killed', 'python3', 'killed.py').status).toBe(128 + 10);
    });

    test.each([
      ['SIGINT', 'KeyboardInterrupt', 5],
      ['SIGTERM', 'SystemExit', 6],
    ] as const)('forwards %s to the program, which may clean up', async (signal, exception, expected) => {
      const folder = folderWith(signal, {
        'app.py': `${BURN}
import signal
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
def cleanup(): burn(0.4)
try:
    print('ready', flush=True)
    burn(60)
except ${exception}:
    cleanup()
    sys.exit(${expected})
`,
      });
      const args = [PROGRAM, 'record', '--no-open', '-o', OUTPUT, '--', 'python3', 'app.py'];
      const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
      await once(child.stdout, 'data');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([expected, null]);
      expect(functions(folder)).toContain('cleanup');
    });

    test('records a running program, which goes on', async () => {
      const folder = folderWith('running', { 'app.py': `${BURN}\ndef work(): burn(60)\nwork()\n` });
      const program = spawn('python3', ['-X', 'perf', 'app.py'], { cwd: folder });
      try {
        const isNamed = () => existsSync(`/tmp/perf-${program.pid}.map`);
        while (!isNamed()) await new Promise((resolve) => setTimeout(resolve, 20));
        const options = ['-o', OUTPUT, '--no-open', '-p', `${program.pid}`, '--duration', '0.5'];
        expect(run(folder, 'record', ...options).status).toBe(0);
        expect(program.exitCode).toBe(null);
        expect(functions(folder)).toContain('work');
      } finally {
        program.kill('SIGKILL');
      }
    });

    test.skipIf(!MAY_RECORD_SWITCHES)('--wall -p records what a running program waits for', async () => {
      const folder = folderWith('waiting', {
        'app.py': 'import time\ndef nap():\n    while True: time.sleep(0.01)\nnap()\n',
      });
      const program = spawn('python3', ['-X', 'perf', 'app.py'], { cwd: folder });
      try {
        while (!existsSync(`/tmp/perf-${program.pid}.map`))
          await new Promise((resolve) => setTimeout(resolve, 20));
        const options = ['--wall', '-o', OUTPUT, '--no-open', '-p', `${program.pid}`, '--duration', '0.5'];
        const { status, error } = run(folder, 'record', ...options);
        expect({ status, error }).toMatchObject({ status: 0 });
        expect(error).toMatch(/^pyrograph: \S+ switch(?:es)? of threads in .* per second; .* lost.*\.$/m);
        expect(run(folder, 'waits', '--folded', 'python', OUTPUT).out).toMatch(
          /;py::nap:\S*app\.py;\[sleeping\] \d+$/m,
        );
      } finally {
        program.kill('SIGKILL');
      }
    });

    test('--print and --json run nothing', () => {
      const folder = folderWith('printed', { 'app.py': 'open("ran", "w")' });
      const printed = run(folder, 'record', '--print', '-o', OUTPUT, '--', 'python3', 'app.py');
      expect(printed.status).toBe(0);
      expect(printed.out).toMatch(
        /^# Python .*\n(?:# .*\n)*PYTHON.* perf record .*\npyrograph open -- .*\n$/,
      );
      const { words } = JSON.parse(
        run(folder, 'record', '--json', '-o', OUTPUT, '--', 'python3', 'app.py').out,
      );
      expect(printed.out).toContain(words.join(' '));
      expect(readdirSync(folder).sort()).toEqual(['app.py', 'bin']);
    });
  },
);
