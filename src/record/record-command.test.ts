import { describe, expect, test } from 'vitest';
import {
  fittingFrequency,
  parseRecordCommand,
  recordCommand,
  type RecordedCommand,
  type RecordPlan,
  areTracepoints,
  isTracepoint,
  withEachSwitch,
  withoutMaxStack,
  withoutModifier,
} from './record-command.ts';

const EMPTY: RecordedCommand = {
  systemWide: false,
  attach: '',
  events: [],
  extra: [],
  launcher: [],
  options: [],
  program: [],
};

/** The command that records a recorded command line again. */
function again(line: string, changes: Partial<RecordPlan> = {}): string | undefined {
  const parsed = parseRecordCommand(line.split(' '));
  if (!parsed) throw new Error(`Not a command: ${line}`);
  return recordCommand({
    ...parsed,
    frequency: 999,
    mode: 'fp',
    stackSize: 16384,
    coversChildren: false,
    ...changes,
  });
}

describe('perf record options', () => {
  test.each([
    ['perf record -F 99 -o a.data -g -- python3 a.py', EMPTY],
    ['/usr/bin/perf_6.1 record -agF 99 python3 a.py', { ...EMPTY, systemWide: true }],
    ['perf record --all-cpus --freq=99 --call-graph=dwarf python3 a.py', { ...EMPTY, systemWide: true }],
    [
      'perf record -e cycles -ecpu-clock:u --event=a,b -k 1 --call-graph dwarf,8192 -m 4 python3 a.py',
      { ...EMPTY, events: ['cycles', 'cpu-clock:u', 'a,b'] },
    ],
    ['perf record -C 0-3 --all-user python3 a.py', { ...EMPTY, extra: ['-C', '0-3', '--all-user'] }],
  ])('%s', (line, expected) => {
    expect(parseRecordCommand(line.split(' '))).toEqual({
      ...expected,
      launcher: ['python3'],
      program: ['a.py'],
    });
  });

  test('attaching to a process needs no program', () => {
    expect(parseRecordCommand('perf record -g -p 12,13'.split(' '))).toEqual({ ...EMPTY, attach: '12,13' });
    expect(again('perf record -p 12 -g')).toBe('perf record -p 12 -F 999 -g');
    expect(again('perf record -p 12 -- sleep 10')).toBe('perf record -p 12 -F 999 -g -- sleep 10');
  });

  test('other commands are not parsed', () => {
    for (const words of [[], ['perf'], ['perf', 'inject', '-i', 'perf.data'], ['record', '-g']])
      expect(parseRecordCommand(words)).toBeUndefined();
  });
});

describe('tracepoints are recorded without -F', () => {
  test.each([
    ['-e kmem:kmalloc -F 99', '-e kmem:kmalloc'],
    ['-e kmem:kmalloc -e sched:sched_switch', '-e kmem:kmalloc -e sched:sched_switch'],
    ['-e kmem:kmalloc -c 100', '-c 100 -e kmem:kmalloc'],
    ['-e kmem:kmalloc -e cycles', '-F 999 -e kmem:kmalloc -e cycles'],
    ['-e cycles:u -c 100', '-F 999 -e cycles:u'],
    ['-c 100', '-F 999'],
  ])('%s', (options, expected) => {
    expect(again(`perf record ${options} python3 a.py`)).toBe(
      `perf record ${expected} -g -- python3 -X perf a.py`,
    );
  });
});

describe('-X perf follows the interpreter', () => {
  test.each([
    ['python3 app.py', 'python3 -X perf app.py'],
    ['/opt/venv/bin/python -m pytest -x', '/opt/venv/bin/python -X perf -m pytest -x'],
    ['python3.13t -X dev -W error app.py', 'python3.13t -X perf -X dev -W error app.py'],
    ['python3 -X perf_jit -O app.py -X perf', 'python3 -X perf -O app.py -X perf'],
    ['python3 -Xperf -uXperf_jit -Bm mod', 'python3 -X perf -u -Bm mod'],
    ['python3 -X importtime -c pass', 'python3 -X perf -X importtime -c pass'],
    [
      'python3.13-fp --check-hash-based-pycs never a',
      'python3.13-fp -X perf --check-hash-based-pycs never a',
    ],
    ['env -i A=1 python3 a.py', 'env -i A=1 python3 -X perf a.py'],
    ['/usr/bin/env -u A python3 a.py', '/usr/bin/env -u A python3 -X perf a.py'],
    ['env PYTHONPERFSUPPORT=1 A=1 python3 a.py', 'env A=1 python3 -X perf a.py'],
    ['sudo -E -u me python3 a.py', 'sudo -E -u me python3 -X perf a.py'],
    [
      'nice -n 5 taskset -c 1 timeout -k 1 9 python3 a.py',
      'nice -n 5 taskset -c 1 timeout -k 1 9 python3 -X perf a.py',
    ],
    ['uv run --with rich python -m app', 'uv run --with rich python -X perf -m app'],
    ['uv --directory x run -- python3.14 a.py', 'uv --directory x run -- python3.14 -X perf a.py'],
    ['poetry run python a.py', 'poetry run python -X perf a.py'],
    ['conda run -n test python a.py', 'conda run -n test python -X perf a.py'],
  ])('%s', (program, expected) => {
    expect(again(`perf record -g -- ${program}`)).toBe(`perf record -F 999 -g -- ${expected}`);
  });

  test.each(['pytest -x', 'uv run pytest', 'uv run -m pytest', './app.py', 'bash run.sh python3', 'uv sync'])(
    'a variable replaces it if the command names no interpreter: %s',
    (program) => {
      expect(again(`perf record -g -- ${program}`)).toBe(
        `PYTHONPERFSUPPORT=1 perf record -F 999 -g -- ${program}`,
      );
    },
  );

  test('is not added to a program that only limits the duration of a system-wide recording', () => {
    expect(again('perf record -a -- sleep 10')).toBe('perf record -a -F 999 -g -- sleep 10');
  });
});

describe('children', () => {
  test.each([
    ['python3 a.py', 'PYTHONPERFSUPPORT=1 perf record -F 999 -g -- python3 -X perf a.py'],
    [
      'env -i A=1 python3 a.py',
      'perf record -F 999 -g -- env -i PYTHONPERFSUPPORT=1 A=1 python3 -X perf a.py',
    ],
    ['sudo -u me pytest', 'perf record -F 999 -g -- sudo -u me PYTHONPERFSUPPORT=1 pytest'],
    ['sudo -E python3 a.py', 'PYTHONPERFSUPPORT=1 perf record -F 999 -g -- sudo -E python3 -X perf a.py'],
  ])('inherit the variable: %s', (program, expected) => {
    expect(again(`perf record -- ${program}`, { coversChildren: true })).toBe(expected);
  });
});

describe('dwarf', () => {
  test('copies stacks with the clock of the jitdump', () => {
    expect(
      again('perf record -F 99 -e cpu-clock -- python3 a.py', { mode: 'dwarf', coversChildren: true }),
    ).toBe(
      'PYTHON_PERF_JIT_SUPPORT=1 perf record -F 999 -e cpu-clock -k 1 --call-graph dwarf,16384 -- python3 -X perf_jit a.py',
    );
  });

  test('with -X perf, no particular clock is needed', () => {
    expect(
      again('perf record -- python3 a.py', { mode: 'dwarf', support: 'perf', coversChildren: true }),
    ).toBe('PYTHONPERFSUPPORT=1 perf record -F 999 --call-graph dwarf,16384 -- python3 -X perf a.py');
  });

  test.each([
    [999, 16384, 999],
    [4999, 16384, 999],
    [999, 24576, 499],
    [399, 24576, 399],
    [999, 32768, 499],
    [499, 49152, 199],
    [9999, 65528, 199],
    [99, 65528, 99],
  ])('%d samples per second with %d bytes each are lowered to %d', (frequency, stackSize, expected) => {
    const plan: RecordPlan = { ...EMPTY, frequency, stackSize, mode: 'dwarf', coversChildren: false };
    expect(fittingFrequency(plan)).toBe(expected);
    expect(fittingFrequency({ ...plan, mode: 'fp' })).toBe(frequency);
    expect(recordCommand(plan)).toContain(`-F ${frequency} `);
  });
});

test('words are quoted for a shell', () => {
  const plan: RecordPlan = {
    ...EMPTY,
    frequency: 999,
    mode: 'fp',
    stackSize: 0,
    coversChildren: true,
    launcher: ['/opt/my python/bin/python3'],
    program: ['-c', "print('$HOME')", '', 'a=b'],
  };
  expect(recordCommand(plan)).toBe(
    `PYTHONPERFSUPPORT=1 perf record -F 999 -g -- '/opt/my python/bin/python3' -X perf -c 'print('\\''$HOME'\\'')' '' a=b`,
  );
  expect(recordCommand({ ...plan, program: ['-c', 'a\nb'] })).toBe(
    `PYTHONPERFSUPPORT=1 perf record -F 999 -g -- '/opt/my python/bin/python3' -X perf app.py`,
  );
});

test.each([
  ['cycles', 'cycles'],
  ['cycles:u', 'cycles'],
  ['cpu-clock:Pu', 'cpu-clock'],
  ['cpu_core/cycles/P', 'cpu_core/cycles/P'],
  ['kmem:kmalloc', 'kmem:kmalloc'],
  ['kmem:kmalloc:u', 'kmem:kmalloc'],
])('%s without its modifier is %s', (event, expected) => {
  expect(withoutModifier(event)).toBe(expected);
});

test.each([
  ['kmem:kmalloc', true],
  ['syscalls:sys_enter_*', true],
  ['kmem:kmalloc:k', true],
  ['cycles', false],
  ['cycles:ppp', false],
  ['mem:0x1000:rw', false],
  ['cpu/event=0x3c,umask=0x1/u', false],
])('%s is a tracepoint: %s', (event, expected) => {
  expect(isTracepoint(event)).toBe(expected);
});

test.each([
  ['kmem:kmalloc,kmem:kfree', true],
  ['{sched:sched_switch,sched:sched_wakeup}:S', true],
  ['kmem:kmalloc,cycles', false],
  ['', false],
])('%s has only tracepoints: %s', (value, expected) => {
  expect(areTracepoints(value)).toBe(expected);
});

test.each([
  ['cycles/max-stack=20/', 'cycles'],
  ['cycles/max-stack=20/u', 'cycles:u'],
  ['cycles/max-stack=20,freq=99/', 'cycles/freq=99/'],
  ['cpu/event=0x3c,max-stack=9/u,page-faults', 'cpu/event=0x3c/u,page-faults'],
  ['kmem:kmalloc', 'kmem:kmalloc'],
])('%s without a depth limit is %s', (value, expected) => {
  expect(withoutMaxStack(value)).toBe(expected);
});

test.each([
  ['context-switches', 'context-switches/period=1/'],
  ['cpu-clock,cs', 'cpu-clock,cs/period=1/'],
  ['context-switches:u', 'context-switches/period=1/'],
  ['context-switches/period=1/', 'context-switches/period=1/'],
  ['sched:sched_switch,cycles', 'sched:sched_switch,cycles'],
])('%s with every switch is %s', (value, expected) => {
  expect(withEachSwitch(value)).toBe(expected);
});
