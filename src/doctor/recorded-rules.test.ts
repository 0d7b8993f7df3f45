// Findings that need facts from a perf.data, at the thresholds of their rules. Drawings have 100 samples unless they say otherwise.

import { describe, expect, test } from 'vitest';
import { diagnoseRecorded, findingsOf, mix, times, type DrawnRecording } from '../../fixtures/diagnosis.ts';

const BINARY = '/usr/bin/python3.13';
const PYTHON = `@${BINARY}`;
const MAP = '@/tmp/perf-1.map';
const EVAL = `_PyEval_EvalFrameDefault${PYTHON}`;
const ROOT = `_start${PYTHON};Py_RunMain${PYTHON}`;
const TRACED = `${ROOT};py::main:/a.py${MAP};${EVAL}`;
const UNTRACED = `${ROOT};${EVAL}`;
const BROKEN = `py::main:/a.py${MAP};${EVAL}`;
const UNNAMED = `${ROOT};[unknown]@//anon;${EVAL}`;

const ANCESTOR = { pid: 1, python: BINARY, hasAnonymousCode: true };
const JIT = { ...ANCESTOR, jitdump: '/tmp/jit-1.dump' };
const OPEN_DUMP = { jitdumps: new Map([[1, { size: 100, functions: 1, isTruncated: false }]]) };

function idsOf(drawing: string, given: DrawnRecording): string[] {
  return diagnoseRecorded(drawing, given).diagnosis.findings.map(({ id }) => id);
}

/** Stack copies of these sizes, one per sample, and the bytes that each sample needed. */
function copies(sizes: readonly number[], needed: (sample: number) => number = () => 20_000) {
  return {
    size: Uint32Array.from(sizes),
    isFull: Uint8Array.from(sizes, (size) => Number(size >= 8192 - 8)),
    needed: Float64Array.from(sizes, (_, sample) => needed(sample)),
  };
}

const SOUND: DrawnRecording = { processes: [ANCESTOR] };

describe('the recording', () => {
  test('a sound recording has no findings and no command', () => {
    const { diagnosis } = diagnoseRecorded(times(100, `p 1/1 | ${TRACED} 1`), SOUND);
    expect(diagnosis).toEqual({
      event: 'cycles',
      samples: 100,
      python: ['3.13'],
      mode: 'fp',
      command: [],
      isProgramKnown: false,
      findings: [],
    });
  });

  test.each([
    [{ isTruncated: true }, ['truncated-recording incomplete 0%']],
    [{ lost: 1, lostInTotal: 1, lostRecords: 2 }, ['lost-samples incomplete 2%']],
    [{ lost: 50, lostRecords: 2, throttled: 20 }, ['lost-samples misleading 33.3%']],
    [{ throttled: 9 }, []],
    [{ throttled: 10 }, ['throttled incomplete 0%']],
    [{ event: { excludesKernel: true } }, ['kernel-not-recorded hint 0%']],
    [{ event: { excludesKernel: true }, commandLine: ['perf', 'record', '-e', 'cycles:u'] }, []],
    [{ event: { hasCallChains: false } }, ['no-call-stacks misleading 100%']],
  ])('%o', (facts, expected) => {
    const drawing = times(100, `p 1/1 | ${TRACED} 1`);
    expect(findingsOf(diagnoseRecorded(drawing, { ...SOUND, ...facts }))).toEqual(expected);
  });

  test('no samples', () => {
    const { diagnosis } = diagnoseRecorded('', {
      ...SOUND,
      commandLine: 'perf record -F 99 -e page-faults -g -- python3 idle.py'.split(' '),
    });
    expect(diagnosis.findings.map(({ id }) => id)).toEqual(['no-samples']);
    expect(diagnosis.findings[0].fix[0]).toBe(
      'perf record -F 999 -e cpu-clock -g -- python3 -X perf idle.py',
    );
    expect(diagnosis.command).toEqual(['perf record -F 999 -e page-faults -g -- python3 -X perf idle.py']);
  });

  test('lost samples are reported from 1%', () => {
    const lost = (samples: number) =>
      idsOf(times(samples, `p 1/1 | ${TRACED} 1`), { ...SOUND, lost: 2, lostRecords: 1 });
    expect(lost(198)).toEqual(['lost-samples']);
    expect(lost(199)).toEqual([]);
  });

  test('throttling is reported from 1% of the samples', () => {
    const drawing = times(1001, `p 1/1 | ${TRACED} 1`);
    expect(idsOf(drawing, { ...SOUND, throttled: 10 })).toEqual([]);
    expect(idsOf(drawing, { ...SOUND, throttled: 11 })).toEqual(['throttled']);
  });

  test('findings are about the event with the most samples', () => {
    const drawing = times(99, `p 1/1 | faults | ${UNTRACED} 1`) + times(100, `p 1/1 | cycles | ${TRACED} 1`);
    const { diagnosis, samplesOf } = diagnoseRecorded(drawing, { ...SOUND, isTruncated: true });
    expect(diagnosis).toMatchObject({ event: 'cycles', samples: 100 });
    expect(diagnosis.findings.map(({ id }) => id)).toEqual(['truncated-recording']);
    expect(samplesOf('truncated-recording')).toBeUndefined();
  });
});

describe('processes', () => {
  const child = (count: number) => times(100, `p 1/1 | ${TRACED} 1`) + times(count, `p 2/2 | ${UNTRACED} 1`);
  const forked = { pid: 2, parent: 1 };

  test('a child that called exec is not traced', () => {
    const executed = { ...forked, execs: ['python3'], python: BINARY };
    const given = { processes: [ANCESTOR, executed] };
    expect(idsOf(child(6), given)).toEqual(['children-without-perf-support']);
    expect(diagnoseRecorded(child(6), given).diagnosis.findings[0].evidence).toEqual({ processes: 1 });
    expect(idsOf(child(5), given)).toEqual([]);
  });

  test('a forked child is traced like its parent', () => {
    expect(idsOf(child(50), { processes: [ANCESTOR, forked] })).toEqual(['perf-support-partial']);
  });

  test('processes that do not run Python are not judged', () => {
    const shell = { ...forked, execs: ['sh'] };
    expect(idsOf(child(50), { processes: [ANCESTOR, shell] })).toEqual([]);
  });

  test('in system-wide recordings, only the recorded program and its children are judged', () => {
    const commandLine = 'perf record -a -g -- env -i python3 app.py'.split(' ');
    const off = { pid: 1, execs: ['env', 'python3.13'], python: BINARY };
    const other = { pid: 2, execs: ['python3.13'], python: BINARY };
    const drawing = times(50, `p 1/1 | ${UNTRACED} 1`) + times(50, `p 2/2 | ${UNTRACED} 1`);
    const found = (given: DrawnRecording) => diagnoseRecorded(drawing, given).diagnosis.findings[0];
    const wide = { commandLine, event: { isSystemWide: true } };
    expect(found({ ...wide, processes: [off, other] })).toMatchObject({ samples: 50, share: 1 });
    expect(found({ ...wide, processes: [off, { ...other, parent: 1 }] })).toMatchObject({ samples: 100 });
    expect(found({ commandLine, processes: [off, other] })).toMatchObject({ samples: 100 });
    // So are traced programs.
    expect(found({ ...wide, processes: [off, { ...other, hasAnonymousCode: true }] })).toMatchObject({
      samples: 50,
      share: 0.5,
    });
  });

  test('process IDs may form a cycle', () => {
    const cycle = [
      { pid: 1, parent: 2, python: BINARY },
      { pid: 2, parent: 1, python: BINARY },
    ];
    const given = { processes: cycle, event: { isSystemWide: true } };
    expect(idsOf(times(100, `p 1/1 | ${UNTRACED} 1`), given)).toEqual(['perf-support-off']);
  });

  test('-X perf_jit needs Python 3.13', () => {
    const old = TRACED.replaceAll('python3.13', 'python3.12');
    const given = { processes: [{ ...ANCESTOR, python: '/usr/bin/python3.12' }] };
    const commandLine = 'perf record -g -- python3.12 -X perf_jit app.py'.split(' ');
    const drawing = times(100, `p 1/1 | ${old} 1`);
    expect(idsOf(drawing, given)).toEqual([]);
    const { diagnosis } = diagnoseRecorded(drawing, { ...given, commandLine });
    expect(diagnosis.findings.map(({ title }) => title)).toEqual(['Python 3.12 has no -X perf_jit']);
    expect(diagnosis.command[0]).toBe(
      'perf record -F 999 -k 1 --call-graph dwarf,16384 -- python3.13 -X perf_jit app.py',
    );
  });
});

describe('unnamed trampolines', () => {
  test.each([
    ['perf-map-missing', { processes: [ANCESTOR] }],
    ['jit-files-missing', { processes: [JIT] }],
  ])('%s', (id, given) => {
    expect(idsOf(mix(5, UNNAMED, TRACED), given)).toEqual([id]);
    expect(idsOf(mix(4, UNNAMED, TRACED), given)).toEqual([]);
  });

  test('the open map may belong to another process', () => {
    const found = (pid: number) =>
      diagnoseRecorded(mix(100, UNNAMED, TRACED), { ...SOUND, symbols: { perfMaps: new Set([pid]) } })
        .diagnosis.findings[0];
    expect(found(7)).toMatchObject({ evidence: { maps_given: 1, other_process: true } });
    expect(found(7).text).toContain('`/tmp/perf-1.map`. The open map is of PID 7;');
    expect(found(1)).toMatchObject({ evidence: { maps_given: 1, other_process: false } });
  });

  test('have no names if the clock is wrong', () => {
    const given = { processes: [JIT], event: { clock: NaN } };
    expect(findingsOf(diagnoseRecorded(mix(40, UNNAMED, ROOT), given))).toEqual([
      'clock-mismatch misleading 40%',
    ]);
    expect(findingsOf(diagnoseRecorded(mix(40, TRACED, ROOT), { ...given, symbols: OPEN_DUMP }))).toEqual([
      'clock-mismatch hint 40%',
    ]);
    expect(idsOf(mix(40, UNNAMED, ROOT), { ...given, isInjected: true })).toEqual(['jit-files-missing']);
  });

  test.each([
    [4096, 1, 5, ['jitdump-incomplete incomplete 2%']],
    [4096, 1, 4, []],
    [4095, 1, 5, []],
    [0, 0, 5, ['jitdump-incomplete misleading 100%']],
  ])('a jitdump of %d bytes with %d functions: %d of 250 samples', (size, functions, count, expected) => {
    const symbols = { jitdumps: new Map([[1, { size, functions, isTruncated: true }]]) };
    const drawing = mix(count, UNNAMED, TRACED, 250);
    expect(findingsOf(diagnoseRecorded(drawing, { processes: [JIT], symbols }))).toEqual(expected);
  });

  test('an incomplete jitdump is reported from 2% of the samples', () => {
    const symbols = { jitdumps: new Map([[1, { size: 4096, functions: 1, isTruncated: true }]]) };
    const of = (all: number) => idsOf(mix(5, UNNAMED, TRACED, all), { processes: [JIT], symbols });
    expect(of(250)).toEqual(['jitdump-incomplete']);
    expect(of(251)).toEqual([]);
  });

  test('a lost trampoline is unknown code called by the interpreter', () => {
    const symbols = { jitdumps: new Map([[1, { size: 4096, functions: 1, isTruncated: true }]]) };
    const lost = `${UNTRACED};[unknown]@;f@/lib/x.so`;
    const other = `${ROOT};[unknown]@;f@/lib/x.so`;
    expect(idsOf(mix(9, lost, TRACED), { processes: [JIT], symbols })).toEqual(['jitdump-incomplete']);
    expect(idsOf(mix(9, other, TRACED), { processes: [JIT], symbols })).toEqual([]);
  });
});

describe('copied stacks', () => {
  const LIBRARY = 'f@/lib/libbare.so;g@/lib/libbare.so';
  const dwarf = (full: number, rest: number, whole = 100 - full - rest) =>
    copies([
      ...Array<number>(full).fill(8192 - 8),
      ...Array<number>(rest).fill(8192 - 9),
      ...Array<number>(whole).fill(100),
    ]);
  const given = (
    copiedStacks: DrawnRecording['copiedStacks'],
    facts: DrawnRecording = {},
  ): DrawnRecording => ({
    processes: [JIT],
    symbols: OPEN_DUMP,
    event: { stackSize: 8192 },
    copiedStacks,
    ...facts,
  });

  test.each([
    [5, 0, ['stack-dump-too-small incomplete 5%']],
    [4, 0, []],
    [0, 5, ['unwinding-stopped incomplete 5%']],
    [0, 4, []],
  ])('stacks that end in a library: %d with full copies, %d with others', (full, rest, expected) => {
    const drawing = mix(full + rest, LIBRARY, TRACED);
    expect(findingsOf(diagnoseRecorded(drawing, given(dwarf(full, rest))))).toEqual(expected);
  });

  test('a library is reported from 5% of the samples', () => {
    const of = (count: number) => {
      const copiedStacks = copies(Array<number>(200).fill(100));
      return idsOf(mix(count, LIBRARY, TRACED, 200), given(copiedStacks));
    };
    expect(of(10)).toEqual(['unwinding-stopped']);
    expect(of(9)).toEqual([]);
  });

  test.each([
    [95, 1],
    [94, 3],
  ])('if %d of 100 stacks fit into the largest copy, the fix has %d lines', (count, lines) => {
    const copiedStacks = copies(Array<number>(100).fill(8192), (sample) =>
      sample < count ? 60_000 : 70_000,
    );
    const [{ fix }] = diagnoseRecorded(mix(100, BROKEN, TRACED), given(copiedStacks)).diagnosis.findings;
    expect(fix).toHaveLength(lines);
  });

  test.each([
    [98, 24_576],
    [97, 65_528],
  ])('if %d of 100 stacks fit into 24,576 bytes, suggests %d', (count, suggested) => {
    const copiedStacks = copies(Array<number>(100).fill(8192), (sample) =>
      sample < count ? 24_576 : 65_529,
    );
    const [{ evidence, text }] = diagnoseRecorded(mix(100, BROKEN, TRACED), given(copiedStacks)).diagnosis
      .findings;
    expect(evidence).toEqual({
      dump: 8192,
      median_needed: 24_576,
      largest_needed: 65_529,
      suggested,
      covered_by_65528: count / 100,
    });
    expect(text).toBe('perf copied 8,192 bytes of each stack; half of the samples needed 24,576.');
  });

  test('stacks that end in a library whose file is not open do not show that the copy is too small', () => {
    const missing = '[unknown]@/lib/x.so;[unknown]@/lib/x.so';
    expect(idsOf(mix(50, missing, TRACED), given(dwarf(50, 0)))).toEqual([]);
  });

  test('trampolines without unwind info are unwound, so stacks that end there are too large', () => {
    const found = (copiedStacks: ReturnType<typeof dwarf>) =>
      idsOf(mix(50, BROKEN, TRACED), given(copiedStacks, { processes: [ANCESTOR] }));
    expect(found(dwarf(50, 0))).toEqual(['stack-dump-too-small']);
    expect(found(dwarf(0, 50))).toEqual([]);
  });

  test.each([
    ['6.7.1', 25, ['perf-too-old-for-jit']],
    ['6.7.1', 24, []],
    ['6.7.2', 25, []],
    ['6.10', 25, []],
  ])('perf %s with %d stacks broken at trampolines', (perfVersion, count, expected) => {
    const facts = given(dwarf(0, count), { isInjected: true, perfVersion });
    expect(idsOf(mix(count, BROKEN, TRACED), facts)).toEqual(expected);
  });
});

describe('the depth limit', () => {
  const deep = (frames: number) => `f${PYTHON};`.repeat(frames - 1) + `g${PYTHON}`;

  test('can be set for the event', () => {
    const given = { ...SOUND, event: { maxStack: 20 } };
    expect(findingsOf(diagnoseRecorded(mix(5, deep(20), TRACED), given))).toEqual([
      'stack-depth-limit incomplete 5%',
    ]);
    expect(idsOf(mix(4, deep(20), TRACED), given)).toEqual([]);
    // Rooted stacks are complete.
    expect(idsOf(mix(5, `_start${PYTHON};${deep(19)}`, TRACED), given)).toEqual([]);
  });

  test('can be measured', () => {
    const { diagnosis } = diagnoseRecorded(mix(30, deep(127), TRACED), SOUND);
    expect(diagnosis.findings[0]).toMatchObject({
      id: 'stack-depth-limit',
      title: '30% of the samples are cut at 127 frames',
      evidence: { limit: 127, shown_as_cut: 0 },
    });
    expect(diagnosis.command).toEqual([
      'sysctl kernel.perf_event_max_stack=1024',
      'perf record -F 999 -g -- /usr/bin/python3.13 -X perf app.py',
    ]);
  });
});

test('a file of another build is reported from 5% of the samples', () => {
  const given = { ...SOUND, symbols: { otherBuilds: new Set(['/lib/x.so']) } };
  const drawing = (count: number) => mix(count, `${TRACED};f@/lib/x.so`, TRACED);
  expect(findingsOf(diagnoseRecorded(drawing(50), given))).toEqual(['wrong-build incomplete 50%']);
  expect(idsOf(drawing(5), given)).toEqual(['wrong-build']);
  expect(idsOf(drawing(4), given)).toEqual([]);
});

describe('without symbol files, missing names and broken stacks are not reported', () => {
  const blind = times(100, `p 1/1 | [unknown]${PYTHON};[unknown]${PYTHON};[unknown]@[kernel.kallsyms] ^ 1`);

  test.each(['fp', 'dwarf'])('mode %s', (mode) => {
    const stackSize = mode === 'dwarf' ? 8192 : 0;
    const copiedStacks = mode === 'dwarf' ? copies(Array<number>(100).fill(8192)) : undefined;
    const given = { ...SOUND, event: { stackSize }, copiedStacks, symbols: { hasKernel: false } };
    expect(idsOf(blind, given)).toEqual([]);
  });
});
