// Findings in perf script output, at the thresholds of their rules. Drawings have 100 samples unless they say otherwise.

import { describe, expect, test } from 'vitest';
import { diagnosePrinted, findingsOf, mix, times } from '../../fixtures/diagnosis.ts';

const PYTHON = '@/usr/bin/python3.13';
const MAP = '@/tmp/perf-1.map';
const JITTED = '@/tmp/jitted-1-7.so';
const LIBC = '@/usr/lib/libc.so.6';
const EVAL = `_PyEval_EvalFrameDefault${PYTHON}`;
const ROOT = `_start${PYTHON};Py_RunMain${PYTHON}`;
/** Runs C code of Python, but no bytecode. */
const PLAIN = `${ROOT};PyList_Append${PYTHON}`;
const TRACED = `${ROOT};py::main:/a.py${MAP};${EVAL}`;
const UNTRACED = `${ROOT};${EVAL}`;
const BROKEN = `py::main:/a.py${MAP};${EVAL}`;
const JUNK = `[unknown]@;${EVAL}`;
/** A stack of this depth that ends in the evaluator. */
const deep = (frames: number) => EVAL + `;f@/lib/x.so`.repeat(frames - 1);
const NAMED = `${ROOT};py::main:/a.py${JITTED};${EVAL}`;

describe('a finding needs enough samples', () => {
  test.each([
    ['perf-support-off', 5, `${ROOT};${EVAL}`, PLAIN],
    ['interpreter-without-frame-pointers', 10, `PyList_Append${PYTHON};list_resize${PYTHON}`, PLAIN],
    [
      'library-without-frame-pointers',
      10,
      `EVP_Digest@/usr/lib/libcrypto.so.3;sha256@/usr/lib/libcrypto.so.3`,
      PLAIN,
    ],
    ['trampolines-without-unwind-info', 10, `py::main:/a.py${MAP};${EVAL}`, PLAIN],
    ['jit-not-injected', 5, `[unknown]${MAP};${EVAL}`, PLAIN],
    ['jit-files-missing', 5, `${ROOT};[unknown]${JITTED};${EVAL}`, TRACED],
    ['perf-map-missing', 5, `${ROOT};[unknown]${MAP};${EVAL}`, PLAIN],
    ['stack-dump-too-small', 5, `py::main:/a.py${JITTED};${EVAL}`, NAMED],
    ['unwinding-stopped', 5, '[unknown]@/lib/numpy.so', NAMED],
    ['perf-support-partial', 10, `${ROOT};${EVAL}`, TRACED],
    ['jitdump-incomplete', 5, `${ROOT};[unknown]${MAP};${EVAL}`, NAMED],
    ['tracer-active', 5, `${TRACED};sys_trace_line_func${PYTHON}`, TRACED],
    ['compiled-python', 10, `${TRACED};CPyDef_parse@/a/x__mypyc.so`, TRACED],
    ['stripped-interpreter', 67, `${TRACED};[unknown]${PYTHON}`, `${ROOT};py::main:/a.py${MAP};f@/lib/x.so`],
  ])('%s: %d of 100', (id, minCount, affected, others) => {
    const found = (count: number) =>
      diagnosePrinted(mix(count, affected, others)).diagnosis.findings.find((each) => each.id === id);
    expect(found(minCount)).toMatchObject({ samples: minCount, share: minCount / 100 });
    expect(found(minCount - 1)).toBeUndefined();
  });

  test('at least five, even if they are heavy', () => {
    const heavy = (count: number) =>
      times(count, `${TRACED};sys_trace_f${PYTHON} 90`) + times(90, `${TRACED} 1`);
    expect(findingsOf(diagnosePrinted(heavy(4)))).toEqual(['too-few-samples hint 100%']);
    expect(findingsOf(diagnosePrinted(heavy(5)))).toContain('tracer-active misleading 83.3%');
  });
});

test('findings are misleading from a share of 25%', () => {
  const traced = `${TRACED};call_trampoline${PYTHON}`;
  expect(findingsOf(diagnosePrinted(mix(25, traced, TRACED)))).toEqual(['tracer-active misleading 25%']);
  expect(findingsOf(diagnosePrinted(mix(24, traced, TRACED)))).toEqual(['tracer-active incomplete 24%']);
});

describe('processes', () => {
  const withProcess = (count: number, other: string, python = '3.13') =>
    times(100 - count, `p 1/1 | ${TRACED} 1`) +
    times(count, `p 2/2 | ${other.replaceAll('python3.13', `python${python}`)} 1`);

  test.each([
    ['python-too-old', 5, '3.11', PLAIN],
    ['debug-build', 5, '3.13d', PLAIN],
    ['children-without-perf-support', 20, '3.13', `${ROOT};${EVAL}`],
  ])('%s: %d of 100', (id, minCount, version, other) => {
    const found = (count: number) => findingsOf(diagnosePrinted(withProcess(count, other, version)));
    expect(found(minCount)).toEqual([`${id} incomplete ${minCount}%`]);
    expect(found(minCount - 1)).toEqual([]);
  });

  test('Python 3.12 is not too old', () => {
    expect(findingsOf(diagnosePrinted(withProcess(50, PLAIN, '3.12')))).toEqual([]);
    const [{ title }] = diagnosePrinted(withProcess(50, PLAIN, '3.9')).diagnosis.findings;
    expect(title).toContain('Python 3.9 ');
  });

  test('a process is traced if 5% of its bytecode stacks have trampolines', () => {
    const child = (traced: number) =>
      times(100, `p 1/1 | ${TRACED} 1`) +
      times(traced, `p 2/2 | ${TRACED} 1`) +
      times(100 - traced, `p 2/2 | ${ROOT};${EVAL} 1`);
    const ids = (traced: number) => diagnosePrinted(child(traced)).diagnosis.findings.map(({ id }) => id);
    expect(ids(5)).toEqual(['perf-support-partial']);
    expect(ids(4)).toEqual(['children-without-perf-support']);
  });

  test('in system-wide recordings, other Python programs are not judged', () => {
    const others = withProcess(50, `${ROOT};${EVAL}`);
    expect(findingsOf(diagnosePrinted(others))).toEqual(['children-without-perf-support misleading 50%']);
    expect(findingsOf(diagnosePrinted(others, { hasCpu: true }))).toEqual([]);
  });

  test('recordings without Python have no findings', () => {
    expect(findingsOf(diagnosePrinted(times(100, 'ls | f@/bin/ls;[unknown]@[kernel.kallsyms] ^ 1')))).toEqual(
      [],
    );
  });
});

describe('unnamed trampolines', () => {
  test('were not injected if 80% of their stacks have one outermost', () => {
    const outermost = (count: number) =>
      mix(count, `[unknown]${MAP};${EVAL}`, `${ROOT};[unknown]${MAP};${EVAL}`);
    const ids = (count: number) => diagnosePrinted(outermost(count)).diagnosis.findings.map(({ id }) => id);
    expect(ids(80)).toEqual(['jit-not-injected']);
    expect(ids(79)).toContain('perf-map-missing');
  });
});

describe('libraries that perf could not unwind', () => {
  const found = (drawing: string) =>
    diagnosePrinted(drawing).diagnosis.findings.filter(({ id }) => id === 'unwinding-stopped');

  test('have stacks of one frame, kernel frames aside', () => {
    expect(found(mix(50, 'dgemm@/lib/numpy.so;vfs_read@[kernel.kallsyms] ^', NAMED))).toMatchObject([
      {
        title: 'The text lacks the callers of numpy.so',
        evidence: { libraries: { '/lib/numpy.so': 0.5 } },
        fix: ['pyrograph open perf.data', expect.stringMatching(/^# From another machine: pyrograph pack /)],
      },
    ]);
    expect(found(mix(50, 'dgemm@/lib/numpy.so;f@/lib/x.so', NAMED))).toEqual([]);
    expect(found(mix(50, `[unknown]${PYTHON}`, NAMED))).toEqual([]);
  });

  test('are not those of perf 7, or of frame pointers', () => {
    expect(found(mix(20, 'dgemm@/lib/numpy.so', EVAL))).toEqual([]);
    expect(found(mix(20, 'dgemm@/lib/numpy.so', TRACED))).toEqual([]);
  });

  test('need no other command', () => {
    expect(diagnosePrinted(mix(50, 'dgemm@/lib/numpy.so', NAMED)).diagnosis.command).toEqual([]);
  });
});

describe('text that was printed before perf inject', () => {
  test.each([
    ['perf 6', `[unknown]${MAP};${EVAL}`, 'jit-not-injected', 0],
    ['perf 7, which drops trampolines', EVAL, 'trampolines-without-unwind-info', 2],
  ])('%s', (_, stack, id, at) => {
    const { findings, command } = diagnosePrinted(mix(90, stack, PLAIN)).diagnosis;
    expect(findings.map((each) => each.id)).toEqual([id]);
    expect(findings[0].fix.slice(at, at + 2)).toEqual([
      'perf inject -i perf.data --jit --output perf.jit.data',
      'perf script -i perf.jit.data --no-inline > out.perf',
    ]);
    expect(command).toEqual([]);
  });
});

describe('the kernel', () => {
  const hidden = `${TRACED};[unknown]@[kernel.kallsyms] ^`;
  const named = `${TRACED};vfs_read@[kernel.kallsyms] ^`;

  test.each([
    ['5% of all samples', mix(5, hidden, TRACED), mix(4, hidden, TRACED)],
    ['90% of the samples with kernel frames', mix(90, hidden, named), mix(89, hidden, named)],
    ['no named frame', mix(50, hidden, TRACED), mix(50, `${hidden};vfs_read@[kernel.kallsyms] ^`, TRACED)],
  ])('kernel-symbols-hidden: %s', (_, enough, tooFew) => {
    expect(findingsOf(diagnosePrinted(enough))[0]).toMatch(/^kernel-symbols-hidden incomplete/);
    expect(findingsOf(diagnosePrinted(tooFew))).toEqual([]);
  });

  test.each([
    ['cycles:u', true],
    ['cycles:Pu', true],
    ['cycles:k', false],
    ['cpu-clock', false],
  ])('kernel-not-recorded: %s', (event, isFound) => {
    const drawing = times(100, `p 1/1 | ${event} | ${TRACED} 1`);
    expect(findingsOf(diagnosePrinted(drawing))).toEqual(isFound ? ['kernel-not-recorded hint 0%'] : []);
  });
});

describe('the recording', () => {
  test.each([
    [99, ['too-few-samples hint 100%']],
    [100, []],
  ])('%d samples', (count, expected) => {
    expect(findingsOf(diagnosePrinted(times(count, TRACED + ' 1')))).toEqual(expected);
  });

  test('“too few samples” states a confidence interval', () => {
    const [{ title, text }] = diagnosePrinted(times(15, TRACED + ' 1')).diagnosis.findings;
    expect(title).toBe('Only 15 samples');
    expect(text).toContain('2.3% to 34%');
  });

  test('no stacks', () => {
    expect(findingsOf(diagnosePrinted(times(100, `main${PYTHON} 1`)))).toEqual([
      'no-call-stacks misleading 100%',
    ]);
    expect(findingsOf(diagnosePrinted(times(100, '[no stack] 1')))).toEqual([
      'no-call-stacks misleading 100%',
    ]);
  });

  test('no modules', () => {
    const drawing = times(100, '_start;Py_RunMain;py::main:/a.py;_PyEval_EvalFrameDefault 1');
    expect(findingsOf(diagnosePrinted(drawing))).toEqual(['text-fields-missing incomplete 100%']);
  });

  test('no times', () => {
    const drawing = times(100, `p 1/1 | cycles 0 | ${TRACED} 1`);
    expect(findingsOf(diagnosePrinted(drawing))).toEqual(['text-fields-missing hint 100%']);
  });

  test('a truncated end', () => {
    const drawing = times(100, TRACED + ' 1');
    expect(findingsOf(diagnosePrinted(drawing, { isTruncated: true }))).toEqual([
      'truncated-recording incomplete 0%',
    ]);
  });
});

describe('the mode', () => {
  const modeOf = (drawing: string) => diagnosePrinted(drawing).diagnosis.mode;

  test('frame pointers', () => {
    expect(modeOf(mix(100, TRACED, PLAIN))).toBe('fp');
  });

  test.each([
    ['half of the stacks with trampolines end in one', mix(50, BROKEN, TRACED), mix(49, BROKEN, TRACED)],
    ['five stacks with trampolines', mix(5, BROKEN, PLAIN), mix(4, BROKEN, PLAIN)],
    ['files that perf inject wrote', mix(1, NAMED, PLAIN), mix(1, TRACED, PLAIN)],
    [
      'libdw: half of the stacks with evaluators end in one',
      mix(50, EVAL, UNTRACED),
      mix(49, EVAL, UNTRACED),
    ],
    ['libdw: five of them', mix(5, EVAL, PLAIN), mix(4, EVAL, PLAIN)],
    ['libdw: shallower than 100 frames', mix(50, deep(99), UNTRACED), mix(50, deep(100), UNTRACED)],
    ['libdw: at most 5% with junk', mix(5, JUNK, EVAL), mix(6, JUNK, EVAL)],
    ['libdw: no trampolines', mix(99, EVAL, PLAIN), mix(99, EVAL, TRACED)],
  ])('copied stacks: %s', (_, isDwarf, isNot) => {
    expect(modeOf(isDwarf)).toBe('dwarf');
    expect(modeOf(isNot)).toBe('fp');
  });
});

test('a stripped interpreter is reported from 50 frames', () => {
  // Two frames per sample, one of them unnamed.
  const few = (count: number) => mix(count, `_start${PYTHON};[unknown]${PYTHON}`, `start_thread${LIBC}`);
  expect(findingsOf(diagnosePrinted(few(25)))).toEqual(['stripped-interpreter incomplete 25%']);
  expect(findingsOf(diagnosePrinted(few(24)))).toEqual([]);
});

test('the stacks of a stripped interpreter count as bytecode if any of them has its evaluator', () => {
  const unnamed = `[unknown]${PYTHON}`;
  const of = (named: number, startup = 0) => {
    const stacks = [
      times(named, `p 1/1 | ${ROOT};${EVAL} 1`),
      times(startup, `p 1/1 | ${ROOT};Py_InitializeFromConfig${PYTHON};${unnamed} 1`),
      times(100 - named - startup, `p 1/1 | __libc_start_main${LIBC};${unnamed};${unnamed} 1`),
    ];
    const { findings } = diagnosePrinted(stacks.join('')).diagnosis;
    return findings.find(({ id }) => id === 'perf-support-off')?.share;
  };
  expect(of(5)).toBe(1);
  expect(of(5, 20)).toBe(0.8);
  expect(of(4)).toBeUndefined();
});

test('a stack that starts in the C library is rooted', () => {
  const thread = (callees: string) => mix(99, `[unknown]${LIBC};${callees}`, `${ROOT};memcpy${LIBC}`);
  expect(findingsOf(diagnosePrinted(thread(`bootstrap${PYTHON};run${PYTHON}`)))).toEqual([]);
  expect(findingsOf(diagnosePrinted(thread(`bootstrap${PYTHON}`)))).toEqual([
    'library-without-frame-pointers misleading 99%',
  ]);
});

test('start-up and shutdown are never traced', () => {
  const startup = `${ROOT};Py_InitializeFromConfig${PYTHON};${EVAL}`;
  expect(findingsOf(diagnosePrinted(mix(50, startup, TRACED)))).toEqual([]);
});

test('if no function of the interpreter has a name, broken stacks are not reported', () => {
  const blind = times(100, `p 1/1 | [unknown]${PYTHON};py::f:/a.py${MAP};[unknown]${PYTHON} 1`);
  expect(findingsOf(diagnosePrinted(blind))).toEqual(['stripped-interpreter incomplete 100%']);
});
