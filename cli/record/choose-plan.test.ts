// Chooses plans for simulated machines; record.test.ts records on the real one.

import { describe, expect, test } from 'vitest';
import { memoryFile } from '../../src/bytes/random-access.ts';
import { recordCommand } from '../../src/record/record-command.ts';
import { choosePlan, type RecordOptions } from './choose-plan.ts';
import { findProgram, type FoundPython } from './find-python.ts';
import { findFramePointers } from './frame-pointers.ts';
import type { Host, RunOutcome } from './host.ts';
import { readPerf } from './read-perf.ts';

const WITH = '-O2 -fno-omit-frame-pointer';
const WITHOUT = '-O2 -fomit-frame-pointer';

/** A simulated machine. */
interface MachineSpec {
  /** Version and compiler flags of each Python, by path. */
  readonly pythons?: Readonly<Record<string, readonly [version: string, flags: string]>>;
  /** Text of other files, by path. Those in a folder `bin` are executable. */
  readonly files?: Readonly<Record<string, string>>;
  /** Scripts that start a Python: path of the script → path of the interpreter. */
  readonly shims?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  /** Outcomes of perf commands, by how the command line starts. */
  readonly perf?: Readonly<Record<string, Partial<RunOutcome>>>;
  readonly platform?: string;
}

const PERF = {
  'perf version': { out: 'perf version 6.12.90\n' },
  'perf record': {},
  'perf evlist': { out: 'cycles: type: 0, exclude_hv: 1\n' },
};
const DENIED = {
  status: 255,
  error: 'Error:\nNo permission to enable cycles event.\n\nAccess to performance\n',
};

function machine({
  pythons = {},
  files = {},
  links = {},
  shims = {},
  perf = PERF,
  platform = 'linux',
}: MachineSpec = {}): Host {
  const known: Record<string, string> = { '/sys/bus/event_source': '', '/bin/perf': '', ...files };
  for (const path of Object.keys(pythons)) known[path] = '';
  for (const path of Object.keys(links)) known[path] = '';
  for (const path of Object.keys(shims)) known[path] = '#!/bin/bash\n';
  const find = (name: string) =>
    (name.includes('/') ? [name] : [`/venv/bin/${name}`, `/bin/${name}`]).find(
      (path) => /\/bin\//.test(path) && path in known,
    );
  return {
    platform,
    environment: {},
    exists: (path) => path in known,
    read: (path) => known[path],
    file: (path) => (path in known ? memoryFile(new TextEncoder().encode(known[path])) : undefined),
    realPath: (path) => links[path] ?? path,
    findProgram: (name) => (name === 'perf' && !('perf version' in perf) ? undefined : find(name)),
    run(words) {
      const line = words.join(' ');
      const answer = Object.entries(perf).find(([start]) => line.startsWith(start))?.[1];
      if (answer) return { status: 0, out: '', error: '', ...answer };
      // Package managers start the Python of their environment.
      const started = words[0] === 'uv' ? '/venv/bin/python' : words[0];
      const python = pythons[links[started] ?? find(started) ?? ''];
      if (!python) return { status: 127, out: '', error: '' };
      const [version, flags] = python;
      const [major, minor, micro] = version.split('.').map(Number);
      const answered: FoundPython = {
        executable: shims[started] ?? started,
        implementation: 'cpython',
        version: [major, minor, micro],
        flags,
        code: started,
      };
      return { status: 0, out: JSON.stringify(answered), error: '' };
    },
  };
}

const OPTIONS: RecordOptions = { frequency: 999, mode: undefined, output: 'a/perf.data' };

/** The command and the reasons that are chosen for a program. */
async function plan(
  words: string,
  spec: MachineSpec,
  options: Partial<RecordOptions> & { event?: string } = {},
) {
  const host = machine(spec);
  const perf = readPerf(options.event, '/scratch', host);
  const program = findProgram(words.split(' '), host);
  const framePointers = program.python && (await findFramePointers(program.python, host));
  const { plan: chosen, reasons } = choosePlan(
    { program, framePointers, perf },
    { ...OPTIONS, ...options },
    host,
  );
  return { command: recordCommand(chosen).replace(' -o a/perf.data', ''), reasons: reasons.join(' ') };
}

const FP: MachineSpec = { pythons: { '/bin/python3': ['3.15.0', WITH] } };
const NOFP: MachineSpec = { pythons: { '/bin/python3': ['3.13.5', WITHOUT] } };
const OLD: MachineSpec = {
  pythons: { '/bin/python3': ['3.12.1', WITHOUT], '/bin/python3.14': ['3.14.0', WITHOUT] },
};
const FP_RECORD = 'PYTHONPERFSUPPORT=1 perf record -F 999 -g --';
const DWARF_RECORD = 'PYTHON_PERF_JIT_SUPPORT=1 perf record -F 999 -k 1 --call-graph dwarf,16384 --';

describe('the mode', () => {
  test('with frame pointers: -g and -X perf', async () => {
    const { command, reasons } = await plan('python3 app.py', FP);
    expect(command).toBe(`${FP_RECORD} python3 -X perf app.py`);
    expect(reasons).toContain('has frame pointers (it was compiled with -fno-omit-frame-pointer)');
  });

  test('without frame pointers: stack copies and -X perf_jit', async () => {
    expect((await plan('python3 app.py', NOFP)).command).toBe(`${DWARF_RECORD} python3 -X perf_jit app.py`);
  });

  test('if compiler flags contradict each other, the last one decides', async () => {
    const spec: MachineSpec = { pythons: { '/bin/python3': ['3.13.5', `${WITH} ${WITHOUT}`] } };
    expect((await plan('python3 a.py', spec)).command).toContain('dwarf');
  });

  test('--mode fp without frame pointers is followed, with a warning', async () => {
    const { command, reasons } = await plan('python3 app.py', NOFP, { mode: 'fp' });
    expect(command).toBe(`${FP_RECORD} python3 -X perf app.py`);
    expect(reasons).toContain('Callers will be missing.');
  });

  test('the frequency is lowered if perf could not write all stack copies', async () => {
    const { command, reasons } = await plan('python3 a.py', NOFP, { frequency: 4999 });
    expect(command).toContain('-F 999 ');
    expect(reasons).toContain('-F 999 instead of 4999');
  });
});

describe('exit code 3', () => {
  test.each<[string, MachineSpec, string]>([
    ['3.12 without frame pointers', OLD, '/bin/python3.14, or a build with CFLAGS=-fno-omit-frame-pointer'],
    ['3.11', { pythons: { '/bin/python3': ['3.11.2', WITH] } }, 'use Python 3.13 or newer.'],
    ['no perf', { ...FP, perf: {}, files: { '/etc/os-release': 'ID=debian\n' } }, 'apt install linux-perf'],
    ['not Linux', { ...FP, platform: 'darwin' }, 'only on Linux'],
    [
      'perf_event_paranoid',
      {
        ...FP,
        perf: { ...PERF, 'perf record': DENIED },
        files: {
          '/proc/sys/kernel/perf_event_paranoid': '4\n',
          '/proc/self/status': 'CapEff:\t0000000000000000\n',
        },
      },
      'sysctl kernel.perf_event_paranoid=1',
    ],
    [
      'a container',
      { ...FP, perf: { ...PERF, 'perf record': DENIED }, files: { '/.dockerenv': '' } },
      '--cap-add PERFMON --security-opt seccomp=unconfined',
    ],
  ])('for %s', async (_, spec, text) => {
    const planning = plan('python3 app.py', spec);
    await expect(planning).rejects.toMatchObject({ exitCode: 3 });
    await expect(planning).rejects.toThrow(text);
  });

  test('not for 3.12 with frame pointers, unless --mode dwarf', async () => {
    const spec: MachineSpec = { pythons: { '/bin/python3': ['3.12.1', WITH] } };
    expect((await plan('python3 a.py', spec)).command).toContain('-X perf a.py');
    await expect(plan('python3 a.py', spec, { mode: 'dwarf' })).rejects.toThrow('has no -X perf_jit');
  });
});

describe('the program', () => {
  const script = (line: string): MachineSpec => ({
    pythons: { '/venv/bin/python': ['3.15.0', WITH], '/bin/python3': ['3.13.5', WITHOUT] },
    files: { '/venv/bin/pytest': `${line}\nimport sys\n` },
  });

  test.each([
    ['#!/venv/bin/python', `${FP_RECORD} pytest -x`],
    ['#!/usr/bin/env python3', `${DWARF_RECORD} pytest -x`],
    ['#!/usr/bin/env -S uv run --script', `${FP_RECORD} pytest -x`],
    [`#!/bin/sh\n'''exec' "/venv/bin/python" "$0" "$@"\n' '''`, `${FP_RECORD} pytest -x`],
    ['#!/bin/bash', `${FP_RECORD} pytest -x`],
    ['#!/venv/bin/python -Es', `${FP_RECORD} /venv/bin/python -X perf -Es /venv/bin/pytest -x`],
  ])('can be a script with %s', async (line, expected) => {
    expect((await plan('pytest -x', script(line))).command).toBe(expected);
  });

  test('can run in the environment of a package manager', async () => {
    const spec = script('#!/venv/bin/python');
    expect((await plan('uv run pytest', spec)).command).toBe(`${FP_RECORD} uv run pytest`);
    expect((await plan('uv run -m pytest', spec)).command).toBe(`${FP_RECORD} uv run -m pytest`);
    expect((await plan('uv run python3 a.py', spec)).command).toBe(
      `${FP_RECORD} uv run python3 -X perf a.py`,
    );
  });

  test('can be a link to Python with another name', async () => {
    const spec: MachineSpec = { ...FP, links: { '/bin/py': '/bin/python3' } };
    expect((await plan('py -m app', spec)).command).toBe(`${FP_RECORD} py -X perf -m app`);
  });

  test('a script that only starts Python is replaced by the interpreter', async () => {
    const spec: MachineSpec = { ...FP, shims: { '/bin/python3': '/opt/bin/python3.15' } };
    const { command, reasons } = await plan('nice python3 a.py', spec);
    expect(command).toBe(`${FP_RECORD} nice /opt/bin/python3.15 -X perf a.py`);
    expect(reasons).toContain('recorded directly');
  });

  test('must exist and be executable', async () => {
    await expect(plan('nosuch a.py', FP)).rejects.toThrow('nosuch was not found in PATH.');
    await expect(plan('app.py', { ...FP, files: { 'app.py': '' } })).rejects.toThrow('python3 app.py');
  });
});

describe('the event', () => {
  const withEvlist = (out: string): MachineSpec => ({ ...FP, perf: { ...PERF, 'perf evlist': { out } } });

  test('is cpu-clock if perf cannot count cycles', async () => {
    const { command } = await plan('python3 a.py', withEvlist('cpu-clock: type: 1\n'));
    expect(command).toContain(' -e cpu-clock ');
  });

  test('excludes the kernel if perf may not sample it', async () => {
    const { command, reasons } = await plan(
      'python3 a.py',
      withEvlist('cycles:u: type: 0, exclude_kernel: 1\n'),
    );
    expect(command).toContain(' -e cycles:u ');
    expect(reasons).toContain('sysctl kernel.perf_event_paranoid=1');
  });

  test('can be chosen', async () => {
    const { command } = await plan('python3 a.py', withEvlist('page-faults: type: 1\n'), {
      event: 'page-faults',
    });
    expect(command).toContain(' -e page-faults ');
  });

  test('is cpu-clock if recording cycles fails', async () => {
    const perf = {
      'perf record -e cycles': DENIED,
      ...PERF,
      'perf evlist': { out: 'cpu-clock: type: 1\n' },
    };
    expect((await plan('python3 a.py', { ...FP, perf })).command).toContain(' -e cpu-clock ');
  });
});
