// Records programs with the built command line, the perf of this machine and the python3 in PATH.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-record-'));
const PROGRAM = join(FOLDER, 'program', 'pyrograph.js');
const OUTPUT = 'recording/perf.data';

beforeAll(async () => {
  const outDir = join(FOLDER, 'program');
  await build({ root: ROOT, mode: 'cli', logLevel: 'silent', build: { outDir, emptyOutDir: true } });
});

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

function run(folder: string, ...args: string[]) {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` };
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

  test('wrong usage: exit code 2', () => {
    const folder = folderWith('usage', fakePerf('exit 0'));
    for (const args of [
      ['true'],
      ['--'],
      ['-F', 'x', '--', 'true'],
      ['--mode', 'lbr', '--', 'true'],
      ['--', 'nosuch'],
    ])
      expect(run(folder, 'record', ...args).status, args.join(' ')).toBe(2);
  });
});

/** The reason why this machine cannot record its python3; undefined if it can. */
function obstacle(): string | undefined {
  const scratch = join(FOLDER, 'trial.data');
  if (spawnSync('perf', ['record', '-e', 'cpu-clock', '-o', scratch, '--', 'true']).status !== 0)
    return 'perf cannot record here';
  const question = 'import sys; sys.exit(sys.version_info < (3, 13))';
  return spawnSync('python3', ['-c', question]).status === 0 ? undefined : 'python3 is older than 3.13';
}

const OBSTACLE = obstacle();

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
      expect(error).toMatch(/^\+ PYTHON\w+=1 perf record .* -- \S*python\S* -X perf\w* app\.py$/m);
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
