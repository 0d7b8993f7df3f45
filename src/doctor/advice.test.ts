// The commands that findings suggest: each leads on, and none is the recorded one. Drawings have 100 samples unless they say
// otherwise.

import { describe, expect, test } from 'vitest';
import {
  diagnosePrinted,
  diagnoseRecorded,
  findingsOf,
  mix,
  times,
  type DrawnRecording,
} from '../../fixtures/diagnosis.ts';

const BINARY = '/usr/bin/python3.13';
const PYTHON = `@${BINARY}`;
const MAP = '@/tmp/perf-1.map';
const JITTED = '@/tmp/jitted-1-7.so';
const EVAL = `_PyEval_EvalFrameDefault${PYTHON}`;
const ROOT = `_start${PYTHON};Py_RunMain${PYTHON}`;
const TRACED = `${ROOT};py::main:/a.py${MAP};${EVAL}`;
const BROKEN = `py::main:/a.py${MAP};${EVAL}`;
const deep = (frames: number) => `f${PYTHON};`.repeat(frames - 1) + `g${PYTHON}`;
const all = (stack: string, count = 100) => times(count, `p 1/1 | ${stack} 1`);

const ANCESTOR = { pid: 1, python: BINARY, hasAnonymousCode: true };
const SOUND: DrawnRecording = { processes: [ANCESTOR] };
const RECORDED = 'perf record -F 999 -g -- python3 -X perf app.py';

function copies(count: number, isFull: (sample: number) => boolean, needed = 20_000) {
  return {
    size: new Uint32Array(count).fill(8000),
    isFull: Uint8Array.from({ length: count }, (_, sample) => Number(isFull(sample))),
    needed: new Float64Array(count).fill(needed),
  };
}

/** A recording with `-X perf` and copied stacks. */
function copied(stackSize: number, full: number, facts: DrawnRecording = {}): DrawnRecording {
  const copiedStacks = copies(100, (sample) => sample < full, 70_000);
  return { ...SOUND, event: { stackSize }, copiedStacks, ...facts };
}

function fixOf(drawing: string, given: DrawnRecording): readonly string[] {
  return diagnoseRecorded(drawing, given).diagnosis.findings[0]?.fix ?? [];
}

function commandOf(drawing: string, given: DrawnRecording): readonly string[] {
  return diagnoseRecorded(drawing, given).diagnosis.command;
}

describe('the depth limit', () => {
  test.each([
    [127, 'sysctl kernel.perf_event_max_stack=1024'],
    [1024, 'sysctl kernel.perf_event_max_stack=4096'],
    [4096, 'sysctl kernel.perf_event_max_stack=8000'],
    [8000, undefined],
  ])('of %d frames is raised: %s', (limit, raise) => {
    const drawing = mix(30, deep(limit), TRACED);
    const { findings, command } = diagnoseRecorded(drawing, SOUND).diagnosis;
    expect(findings).toMatchObject([{ id: 'stack-depth-limit', evidence: { limit } }]);
    expect(command.at(0)).toBe(raise);
    expect(findings[0].fix.some((line) => line === raise)).toBe(raise !== undefined);
  });

  test('of the event is removed from the event', () => {
    const commandLine = 'perf record -e cycles/max-stack=20/u -g -- python3 -X perf app.py'.split(' ');
    const given = { ...SOUND, commandLine, event: { maxStack: 20 } };
    const command = 'perf record -F 999 -e cycles:u -g -- python3 -X perf app.py';
    expect(fixOf(mix(30, deep(20), TRACED), given)).toEqual([command]);
    expect(commandOf(mix(30, deep(20), TRACED), given)).toEqual([command]);
  });

  test('does not exist where Pyrograph unwinds the stacks', () => {
    const drawing = mix(30, `_start${PYTHON};${deep(126)}`, TRACED);
    expect(findingsOf(diagnoseRecorded(mix(30, deep(127), TRACED), copied(65_528, 0)))).toEqual([]);
    expect(findingsOf(diagnoseRecorded(drawing, copied(65_528, 0)))).toEqual([]);
  });

  test('of text with copied stacks is cured by opening the recording', () => {
    const { findings, command } = diagnosePrinted(
      mix(30, deep(127), `${ROOT};py::f:/a.py${JITTED}`),
    ).diagnosis;
    expect(findings[0]).toMatchObject({
      id: 'stack-depth-limit',
      fix: [
        'pyrograph open perf.data   # unwinds whole stacks',
        '# Or print the text again:',
        'perf script -i perf.data --no-inline --max-stack 2000 > out.perf',
      ],
    });
    expect(command).toEqual([]);
  });
});

describe('a stack dump that is too small', () => {
  test('is enlarged up to the most that the kernel copies', () => {
    expect(commandOf(mix(30, deep(3), TRACED), copied(32_768, 30))).toEqual([
      'perf record -F 199 --call-graph dwarf,65528 -- /usr/bin/python3.13 -X perf app.py',
      'pyrograph open perf.data',
    ]);
  });

  test('and then replaced by frame pointers', () => {
    const { findings, command } = diagnoseRecorded(mix(30, deep(3), TRACED), copied(65_528, 30)).diagnosis;
    expect(findings).toMatchObject([
      {
        id: 'stack-dump-too-small',
        text: 'perf copied 65,528 bytes of each stack, the most that the kernel copies; half of the samples needed 70,000.',
        fix: [
          '# Frame pointers need no copies:',
          'sysctl kernel.perf_event_max_stack=1024',
          'perf record -F 999 -g -- python3.15 -X perf app.py',
        ],
      },
    ]);
    expect(command).toEqual([]);
  });

  test('keeps a Python with frame pointers', () => {
    const python = '/opt/python3.15';
    const drawing = mix(30, deep(3), TRACED).replaceAll(BINARY, python);
    const given = copied(65_528, 30, { processes: [{ ...ANCESTOR, python }] });
    expect(fixOf(drawing, given).at(-1)).toBe('perf record -F 999 -g -- python3.15 -X perf app.py');
  });

  test('is no problem if the missing callers can be inferred, and no larger one is possible', () => {
    const drawing = mix(40, deep(3), TRACED);
    const shareOf = (size: number, inferred: number) =>
      diagnoseRecorded(drawing, copied(size, 40), () => new Uint8Array(100).fill(1, 0, inferred)).diagnosis
        .findings[0]?.share;
    expect(shareOf(65_528, 35)).toBe(0.4);
    expect(shareOf(65_528, 36)).toBeUndefined();
    expect(shareOf(49_152, 40)).toBe(0.4);
  });

  test('in text has an unknown size, so the fix names both ways', () => {
    const drawing = mix(30, `py::f:/a.py${JITTED};${EVAL}`, `${ROOT};py::f:/a.py${JITTED};${EVAL}`);
    const [{ id, fix }] = diagnosePrinted(drawing).diagnosis.findings;
    expect(id).toBe('stack-dump-too-small');
    expect(fix[0]).toContain('dwarf,65528');
    expect(fix.at(-1)).toBe('perf record -F 999 -g -- python3.15 -X perf app.py');
  });
});

describe('the recorded command is never suggested again', () => {
  const few = (frequency: number, commandLine: string): DrawnRecording => ({
    ...SOUND,
    event: { frequency },
    commandLine: commandLine.split(' '),
  });

  test.each([
    ['perf record -F 4998 -g -- python3 -X perf app.py', 4998, true],
    ['perf record -F 4999 -g -- python3 -X perf app.py', 4999, false],
    ['perf record -F 4999 -g -- python3 -uXperf app.py', 4999, false],
    ['perf record -F 4999 -g -- python3 -Xperf app.py', 4999, false],
    ['perf record -F 4999 -g -- python3 app.py', 4999, true],
  ])('%s: another one exists: %s', (line, frequency, isOther) => {
    const drawing = all(TRACED, 50);
    expect(fixOf(drawing, few(frequency, line))).toHaveLength(isOther ? 2 : 1);
    expect(fixOf(drawing, few(frequency, line)).at(-1)).toMatch(isOther ? /^# Or record/ : /^# Record for/);
    expect(commandOf(drawing, few(frequency, line))).toHaveLength(isOther ? 1 : 0);
  });

  test('unless the program has to change', () => {
    const drawing = all(`${TRACED};sys_trace_f${PYTHON}`);
    expect(commandOf(drawing, few(999, RECORDED))).toEqual([RECORDED]);
  });

  test('if tracing was off for a part of the run', () => {
    const drawing = mix(50, `${ROOT};${EVAL}`, TRACED);
    expect(fixOf(drawing, few(999, 'perf record -g -- python3 app.py'))).toEqual([RECORDED]);
    expect(fixOf(drawing, few(999, RECORDED))).toEqual(['# Do not call sys.deactivate_stack_trampoline.']);
    expect(commandOf(drawing, few(999, RECORDED))).toEqual([]);
  });

  test('with copied stacks, if a library has no unwind tables', () => {
    const line = 'perf record -F 999 --call-graph dwarf,16384 -- python3 -X perf app.py';
    const given = copied(16_384, 0, { commandLine: line.split(' ') });
    const { findings, command } = diagnoseRecorded(
      mix(30, 'f@/lib/x.so;g@/lib/x.so', TRACED),
      given,
    ).diagnosis;
    expect(findings.map(({ id }) => id)).toEqual(['unwinding-stopped']);
    expect(command).toEqual([]);
  });
});

describe('with -X perf and copied stacks', () => {
  test('commands need neither -X perf_jit nor -k 1', () => {
    const given = copied(16_384, 0, { lost: 50, lostRecords: 1 });
    expect(commandOf(all(TRACED), given)).toEqual([
      'perf record -F 249 -m 16M --call-graph dwarf,16384 -- /usr/bin/python3.13 -X perf app.py',
      'pyrograph open perf.data',
    ]);
    const jit = { ...given, processes: [{ ...ANCESTOR, jitdump: '/tmp/jit-1.dump' }] };
    expect(commandOf(all(TRACED), jit)[0]).toContain('-k 1 --call-graph dwarf,16384');
  });

  test('Python 3.12 needs no other Python', () => {
    const old = (stack: string) => stack.replaceAll('3.13', '3.12');
    const given = {
      processes: [{ ...ANCESTOR, python: old(BINARY) }],
      commandLine: old(RECORDED).split(' '),
    };
    expect(fixOf(all(old(`f${PYTHON};g${PYTHON}`)), given)[0]).toBe(
      'perf record -F 999 --call-graph dwarf,16384 -- python3 -X perf app.py',
    );
  });

  test('stacks that end at trampolines are larger than their copies', () => {
    const ids = (full: number) =>
      diagnoseRecorded(mix(30, BROKEN, TRACED), copied(8192, full)).diagnosis.findings.map(({ id }) => id);
    expect(ids(30)).toEqual(['stack-dump-too-small']);
    expect(ids(0)).toEqual([]);
  });
});

describe('a recording that could not be checked', () => {
  const blind = `[unknown]${PYTHON};[unknown]${PYTHON}`;

  test('has no command, unless a finding is certain', () => {
    const given = { ...SOUND, event: { frequency: 99 } };
    expect(fixOf(all(blind, 50), given)).toEqual(['# Record for longer.']);
    expect(commandOf(all(blind, 50), given)).toEqual([]);
    expect(commandOf(all(TRACED, 50), given)).toHaveLength(1);
    expect(commandOf(all(blind, 50), { ...given, lost: 5, lostRecords: 1 })).toHaveLength(1);
  });

  test('of another program has none either', () => {
    const { findings, command } = diagnosePrinted(times(50, 'ls | f@/bin/ls;g@/bin/ls 1')).diagnosis;
    expect(findings).toMatchObject([{ id: 'too-few-samples', fix: ['# Record for longer.'] }]);
    expect(command).toEqual([]);
  });
});

describe('recorded events are kept', () => {
  test.each([
    ['kmem:kmalloc', 'perf record -e kmem:kmalloc -g -- python3.13 -X perf app.py'],
    ['page-faults:u', 'perf record -F 999 -e page-faults -g -- python3.13 -X perf app.py'],
    ['cycles:P', 'perf record -F 999 -g -- python3.13 -X perf app.py'],
  ])('%s of text', (event, command) => {
    const drawing = times(100, `p 1/1 | ${event} | ${ROOT};${EVAL} 1`).replaceAll('/usr/bin/', '/usr/lib/');
    expect(diagnosePrinted(drawing).diagnosis.command).toEqual([command]);
  });

  test('by a perf that stores no command line, also those without samples', () => {
    const drawing = times(100, `p 1/1 | kmem:kmalloc | ${ROOT};${EVAL} 1`);
    const { command } = diagnoseRecorded(drawing, {
      processes: [{ pid: 1, python: BINARY }],
      otherEvents: ['kmem:kfree', 'dummy:u'],
    }).diagnosis;
    expect(command).toEqual([
      'perf record -e kmem:kmalloc -e kmem:kfree -g -- /usr/bin/python3.13 -X perf app.py',
    ]);
  });

  test('a tracepoint has no higher frequency', () => {
    const drawing = times(50, `p 1/1 | kmem:kmalloc | ${TRACED} 1`);
    expect(fixOf(drawing, SOUND)).toEqual(['# Record for longer.']);
  });
});
