// Chooses plans for simulated machines; record.test.ts records on the real one.

import { describe, expect, test } from 'vitest';
import { memoryFile } from '../../src/bytes/random-access.ts';
import { recordCommand } from '../../src/record/record-command.ts';
import type { MeasuredStacks } from '../../src/record/sampling.ts';
import type { RecordOptions } from './arguments.ts';
import { chooseMode, choosePlan } from './choose-plan.ts';
import { findProcesses, findProgram, type FoundPython, findFramePointers } from './find-python.ts';
import type { Host, RunOutcome } from './host.ts';
import { probePerf } from './read-perf.ts';

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
  readonly arch?: string;
  /** Of all Pythons. */
  readonly implementation?: string;
  readonly environment?: Readonly<Record<string, string>>;
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
  arch = 'x64',
  implementation = 'cpython',
  environment = {},
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
    arch,
    cpus: 2,
    environment,
    exists: (path) => path in known,
    list: (folder) => [
      ...new Set(
        Object.keys(known)
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split('/')[0]),
      ),
    ],
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
        implementation,
        version: [major, minor, micro],
        flags,
        code: started,
      };
      return { status: 0, out: JSON.stringify(answered), error: '' };
    },
  };
}

const OPTIONS: RecordOptions = {
  frequency: undefined,
  stackSize: undefined,
  mode: undefined,
  wall: false,
  event: undefined,
  attach: '',
  systemWide: false,
  duration: undefined,
  buffer: '',
  perf: [],
  output: 'a/perf.data',
};

/** The command and the reasons that are chosen for a program, or for running processes without one. */
async function plan(
  words: string,
  spec: MachineSpec,
  changes: Partial<RecordOptions> = {},
  measured?: MeasuredStacks,
) {
  const host = machine(spec);
  const options = { ...OPTIONS, ...changes };
  const perf = probePerf(options.event, options.buffer, '/scratch', host);
  const program = words === '' ? findProcesses(options.attach, host) : findProgram(words.split(' '), host);
  const isFramePointers = chooseMode(options, perf, host) === 'fp';
  const framePointers =
    program.python && isFramePointers ? await findFramePointers(program.python, host) : undefined;
  const { plan: chosen, reasons } = choosePlan({ program, framePointers, perf }, options, measured, host);
  return { command: recordCommand(chosen)?.replace(' -o a/perf.data', ''), reasons: reasons.join(' ') };
}

const FP: MachineSpec = { pythons: { '/bin/python3': ['3.15.0', WITH] } };
const NOFP: MachineSpec = { pythons: { '/bin/python3': ['3.13.5', WITHOUT] } };
const OLD: MachineSpec = { pythons: { '/bin/python3': ['3.11.2', WITHOUT] } };
const COPIES = '-z --buildid-mmap -m 16M --call-graph dwarf,65528';
const RECORD = `PYTHONPERFSUPPORT=1 perf record -F 499 ${COPIES} --`;

/** Perfs for which recordings with one of these options fail. */
const withoutOptions = (...options: string[]): MachineSpec => ({
  ...FP,
  perf: {
    ...Object.fromEntries(
      ['-z --buildid-mmap ', '-z ', '']
        .flatMap((compress) => ['-m 16M ', '-m 4M ', '-m 1M ', ''].map((size) => `${compress}${size}--call`))
        .filter((start) => options.some((option) => start.includes(option)))
        .map((start) => [`perf record -e cycles -F 99 ${start}`, { status: 129 }]),
    ),
    ...PERF,
  },
});

describe('the mode', () => {
  test.each([FP, NOFP])('copied stacks and -X perf, with frame pointers or without', async (spec) => {
    const { command, reasons } = await plan('python3 app.py', spec);
    expect(command).toBe(`${RECORD} python3 -X perf app.py`);
    expect(reasons).toContain('perf copies the stacks, which Pyrograph unwinds');
    expect(reasons).toContain('about 3.3 MB per second for each busy CPU');
  });

  test.each([
    ['perf cannot copy stacks', withoutOptions('--call')],
    ['Pyrograph cannot unwind them', { ...FP, arch: 'riscv64' }],
  ])('frame pointers if %s', async (_, spec) => {
    const { command } = await plan('python3 app.py', spec);
    expect(command).toBe('PYTHONPERFSUPPORT=1 perf record -F 999 -g -- python3 -X perf app.py');
  });

  test('--mode fp is followed, with a warning if the Python has no frame pointers', async () => {
    const { command, reasons } = await plan('python3 app.py', NOFP, { mode: 'fp' });
    expect(command).toBe('PYTHONPERFSUPPORT=1 perf record -F 999 -g -- python3 -X perf app.py');
    expect(reasons).toContain('Callers will be missing.');
    expect((await plan('python3 app.py', FP, { mode: 'fp' })).reasons).toContain(
      'has frame pointers (it was compiled with -fno-omit-frame-pointer)',
    );
  });

  test('if compiler flags contradict each other, the last one decides', async () => {
    const spec: MachineSpec = { pythons: { '/bin/python3': ['3.13.5', `${WITH} ${WITHOUT}`] } };
    expect((await plan('python3 a.py', spec, { mode: 'fp' })).reasons).toContain('has no frame pointers');
  });
});

describe('the copies', () => {
  test.each([
    ['record build IDs of mappings', '--buildid-mmap', '-F 499 -z -m 16M --call-graph dwarf,65528'],
    ['compress', '-z', '-F 299 -m 16M --call-graph dwarf,65528'],
    ['have a large buffer', '-m ', '-F 499 -z --buildid-mmap --call-graph dwarf,65528'],
    ['lock more than 4 MB', '-m 16M', '-F 499 -z --buildid-mmap -m 4M --call-graph dwarf,65528'],
    ['lock more than 1 MB', '-m 16M,-m 4M', '-F 499 -z --buildid-mmap -m 1M --call-graph dwarf,65528'],
    ['compress, nor lock 16 MB', '-z,-m 16M', '-F 299 -m 4M --call-graph dwarf,65528'],
  ])('fit if perf cannot %s', async (_, option, expected) => {
    expect((await plan('python3 a.py', withoutOptions(...option.split(',')))).command).toContain(
      ` ${expected} --`,
    );
  });

  test('follow the options', async () => {
    const { command } = await plan('python3 a.py', FP, {
      frequency: 99,
      stackSize: 8192,
      buffer: '2M',
      perf: ['--all-user'],
    });
    expect(command).toContain(' -F 99 -z --buildid-mmap -m 2M --all-user --call-graph dwarf,8192 --');
  });

  test('may exceed the usual limit if the options say so, with a warning', async () => {
    const { command, reasons } = await plan('python3 a.py', FP, { frequency: 9999, stackSize: 65_528 });
    expect(command).toContain('-F 9999 ');
    expect(reasons).toContain(
      'about 66 MB per second for each busy CPU, more than the usual limit of 20 MB.',
    );
  });
});

const RUNNING: MachineSpec = {
  pythons: { '/bin/python3.13': ['3.13.5', WITHOUT] },
  links: { '/proc/12/exe': '/bin/python3.13' },
  files: { '/proc/12': '', '/proc/12/status': 'NSpid:\t12\t3\n', '/proc/12/root/tmp/perf-3.map': '' },
};
const MEASURED = { needed: new Float64Array(100).fill(9000), busy: 6.1, compression: 20 };

describe('--wall', () => {
  const WALL =
    '-e context-switches/period=1/ --switch-events -k CLOCK_MONOTONIC -z --buildid-mmap -m 16M --call-graph dwarf,16384';

  test('records each switch, with the clock event that the machine has', async () => {
    expect((await plan('python3 a.py', NOFP, { wall: true })).command).toBe(
      `PYTHONPERFSUPPORT=1 perf record -F 499 -e cycles ${WALL} -- python3 -X perf a.py`,
    );
    const spec: MachineSpec = { ...NOFP, perf: { ...PERF, 'perf evlist': { out: 'cpu-clock: type: 1\n' } } };
    const { command, reasons } = await plan('python3 a.py', spec, { wall: true, frequency: 99 });
    expect(command).toContain(` -F 99 -e cpu-clock ${WALL} --`);
    expect(reasons).toContain(
      'perf copies up to 16,384 bytes of the stack 99 times per second, and at each switch of a thread',
    );
  });

  test('names the functions of Python 3.12, too', async () => {
    const spec: MachineSpec = { pythons: { '/bin/python3': ['3.12.1', WITHOUT] } };
    expect((await plan('python3 a.py', spec, { wall: true })).command).toMatch(/ -- python3 -X perf a\.py$/);
  });

  test('attaches to running processes, whatever a trial measured', async () => {
    const { command, reasons } = await plan('', RUNNING, { attach: '12', wall: true }, MEASURED);
    expect(command).toBe(`perf record -p 12 -F 499 -e cycles ${WALL}`);
    expect(reasons).not.toContain('as measured');
  });

  test('needs the kernel', async () => {
    const spec: MachineSpec = {
      ...NOFP,
      perf: { ...PERF, 'perf evlist': { out: 'cycles:u: type: 0, exclude_kernel: 1\n' } },
    };
    const planning = plan('python3 a.py', spec, { wall: true });
    await expect(planning).rejects.toMatchObject({ exitCode: 3 });
    await expect(planning).rejects.toThrow('sysctl kernel.perf_event_paranoid=1');
  });
});

describe('running processes', () => {
  test('are recorded as measured, until Ctrl-C or for the given time', async () => {
    const { command, reasons } = await plan('', RUNNING, { attach: '12' }, MEASURED);
    expect(command).toBe(`perf record -p 12 -F 499 ${COPIES}`);
    expect(reasons).toContain('about 10 MB per second, as measured.');
    const { command: limited } = await plan('', RUNNING, { attach: '12', duration: 2.5 });
    expect(limited).toBe(`perf record -p 12 -F 499 ${COPIES} -- sleep 2.5`);
  });

  test('must exist, and must have been started with perf support', async () => {
    await expect(plan('', RUNNING, { attach: '12,13' })).rejects.toThrow('There is no process 13.');
    const started = plan('', { ...RUNNING, files: { '/proc/12': '' } }, { attach: '12' });
    await expect(started).rejects.toMatchObject({ exitCode: 3 });
    await expect(started).rejects.toThrow('start it with python3.13 -X perf');
  });

  test('may be all', async () => {
    const { command } = await plan('python3 a.py', FP, { systemWide: true });
    expect(command).toBe(`PYTHONPERFSUPPORT=1 perf record -a -F 499 ${COPIES} -- python3 -X perf a.py`);
  });
});

describe('exit code 3', () => {
  test.each<[string, MachineSpec, string]>([
    [
      'Python 3.11',
      OLD,
      'use Python 3.13 or newer, or run py-spy record -s -f raw -o out.folded -- python3 app.py and open out.folded.',
    ],
    [
      'PyPy',
      { pythons: { '/bin/python3': ['3.11.2', WITH] }, implementation: 'pypy' },
      'perf support is part of CPython only',
    ],
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
    [
      'a filter of system calls',
      {
        ...FP,
        perf: { ...PERF, 'perf record': DENIED },
        files: { '/proc/self/status': 'CapEff:\t000001ffffffffff\nSeccomp:\t2\n' },
      },
      '--cap-add PERFMON --security-opt seccomp=unconfined',
    ],
  ])('for %s', async (_, spec, text) => {
    const planning = plan('python3 app.py', spec);
    await expect(planning).rejects.toMatchObject({ exitCode: 3 });
    await expect(planning).rejects.toThrow(text);
  });

  test.each<[string, MachineSpec, string]>([
    [
      'in PATH',
      { pythons: { '/bin/python3.12': ['3.12.1', WITH], '/bin/python3.14': ['3.14.0', WITH] } },
      '/bin/python3.14',
    ],
    [
      'of pyenv',
      {
        pythons: {
          '/h/.pyenv/versions/3.13.2/bin/python3.13': ['3.13.2', WITH],
          '/h/.pyenv/versions/3.12.9/bin/python3.12': ['3.12.9', WITH],
          '/h/.pyenv/versions/3.10.1/bin/python3.10': ['3.10.1', WITH],
        },
      },
      '/h/.pyenv/versions/3.13.2/bin/python3.13',
    ],
    [
      'of uv',
      {
        pythons: {
          '/h/.local/share/uv/python/cpython-3.14.0-linux-x86_64-gnu/bin/python3.14': ['3.14.0', WITH],
        },
      },
      '/h/.local/share/uv/python/cpython-3.14.0-linux-x86_64-gnu/bin/python3.14',
    ],
    [
      'that answers',
      {
        pythons: { '/bin/python3.13': ['3.13.0', WITH] },
        shims: { '/bin/python3.14': '/nosuch' },
      },
      '/bin/python3.13',
    ],
  ])('names a newer Python %s', async (_, spec, path) => {
    const both = { ...spec, environment: { HOME: '/h' }, pythons: { ...OLD.pythons, ...spec.pythons } };
    await expect(plan('python3 a.py', both)).rejects.toThrow(`perf: use ${path}, or run py-spy`);
  });
});

describe('the program', () => {
  const script = (line: string): MachineSpec => ({
    pythons: { '/venv/bin/python': ['3.15.0', WITH], '/bin/python3': ['3.13.5', WITHOUT] },
    files: { '/venv/bin/pytest': `${line}\nimport sys\n` },
  });

  test.each([
    ['#!/venv/bin/python', `${RECORD} pytest -x`],
    ['#!/usr/bin/env python3', `${RECORD} pytest -x`],
    ['#!/usr/bin/env -S uv run --script', `${RECORD} pytest -x`],
    [`#!/bin/sh\n'''exec' "/venv/bin/python" "$0" "$@"\n' '''`, `${RECORD} pytest -x`],
    ['#!/bin/bash', `${RECORD} pytest -x`],
    ['#!/venv/bin/python -Es', `${RECORD} /venv/bin/python -X perf -Es /venv/bin/pytest -x`],
  ])('can be a script with %s', async (line, expected) => {
    expect((await plan('pytest -x', script(line))).command).toBe(expected);
  });

  test('can run in the environment of a package manager', async () => {
    const spec = script('#!/venv/bin/python');
    expect((await plan('uv run pytest', spec)).command).toBe(`${RECORD} uv run pytest`);
    expect((await plan('uv run -m pytest', spec)).command).toBe(`${RECORD} uv run -m pytest`);
    expect((await plan('uv run python3 a.py', spec)).command).toBe(`${RECORD} uv run python3 -X perf a.py`);
  });

  test('can be a link to Python with another name', async () => {
    const spec: MachineSpec = { ...FP, links: { '/bin/py': '/bin/python3' } };
    expect((await plan('py -m app', spec)).command).toBe(`${RECORD} py -X perf -m app`);
  });

  test('a script that only starts Python is replaced by the interpreter', async () => {
    const spec: MachineSpec = { ...FP, shims: { '/bin/python3': '/opt/bin/python3.15' } };
    const { command, reasons } = await plan('nice python3 a.py', spec);
    expect(command).toBe(`${RECORD} nice /opt/bin/python3.15 -X perf a.py`);
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
