// Findings in text, at the thresholds of their rules. Each drawing has 100 samples unless it says otherwise.

import { describe, expect, test } from 'vitest';
import { diagnosePrinted, findingsOf, times } from '../../fixtures/diagnosis.ts';

const PYTHON = '@/usr/bin/python3.13';
const MAP = '@/tmp/perf-1.map';
const JITTED = '@/tmp/jitted-1-7.so';
const LIBC = '@/usr/lib/libc.so.6';
const EVAL = `_PyEval_EvalFrameDefault${PYTHON}`;
const ROOT = `_start${PYTHON};Py_RunMain${PYTHON}`;
/** C code of Python that runs no byte code. */
const PLAIN = `${ROOT};PyList_Append${PYTHON}`;
const TRACED = `${ROOT};py::main:/a.py${MAP};${EVAL}`;
const UNTRACED = `${ROOT};${EVAL}`;
const BROKEN = `py::main:/a.py${MAP};${EVAL}`;
const JUNK = `[unknown]@;${EVAL}`;
/** A stack of so many frames that ends in the evaluator. */
const deep = (frames: number) => EVAL + `;f@/lib/x.so`.repeat(frames - 1);
const NAMED = `${ROOT};py::main:/a.py${JITTED};${EVAL}`;

/** So many affected samples, and others up to 100 in all. */
function among(count: number, affected: string, others: string, all = 100): string {
  return times(count, `p 1/1 | ${affected} 1`) + times(all - count, `p 1/1 | ${others} 1`);
}

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
    ['perf-support-partial', 10, `${ROOT};${EVAL}`, TRACED],
    ['jitdump-incomplete', 5, `${ROOT};[unknown]${MAP};${EVAL}`, NAMED],
    ['tracer-active', 5, `${TRACED};sys_trace_line_func${PYTHON}`, TRACED],
    ['compiled-python', 10, `${TRACED};CPyDef_parse@/a/x__mypyc.so`, TRACED],
    ['stripped-interpreter', 67, `${TRACED};[unknown]${PYTHON}`, `${ROOT};py::main:/a.py${MAP};f@/lib/x.so`],
  ])('%s: %d of 100', (id, least, affected, others) => {
    const found = (count: number) =>
      diagnosePrinted(among(count, affected, others)).diagnosis.findings.find((each) => each.id === id);
    expect(found(least)).toMatchObject({ samples: least, share: least / 100 });
    expect(found(least - 1)).toBeUndefined();
  });

  test('five samples, however heavy', () => {
    const heavy = (count: number) =>
      times(count, `${TRACED};sys_trace_f${PYTHON} 90`) + times(90, `${TRACED} 1`);
    expect(findingsOf(diagnosePrinted(heavy(4)))).toEqual(['too-few-samples hint 100%']);
    expect(findingsOf(diagnosePrinted(heavy(5)))).toContain('tracer-active misleading 83.3%');
  });
});

test('a share of 25% is misleading', () => {
  const traced = `${TRACED};call_trampoline${PYTHON}`;
  expect(findingsOf(diagnosePrinted(among(25, traced, TRACED)))).toEqual(['tracer-active misleading 25%']);
  expect(findingsOf(diagnosePrinted(among(24, traced, TRACED)))).toEqual(['tracer-active incomplete 24%']);
});

describe('processes', () => {
  const mixed = (count: number, other: string, python = '3.13') =>
    times(100 - count, `p 1/1 | ${TRACED} 1`) +
    times(count, `p 2/2 | ${other.replaceAll('python3.13', `python${python}`)} 1`);

  test.each([
    ['python-too-old', 5, '3.11', PLAIN],
    ['debug-build', 5, '3.13d', PLAIN],
    ['children-without-perf-support', 20, '3.13', `${ROOT};${EVAL}`],
  ])('%s: %d of 100', (id, least, version, other) => {
    expect(findingsOf(diagnosePrinted(mixed(least, other, version)))).toEqual([`${id} incomplete ${least}%`]);
    expect(findingsOf(diagnosePrinted(mixed(least - 1, other, version)))).toEqual([]);
  });

  test('a version of 3.12 is not too old', () => {
    expect(findingsOf(diagnosePrinted(mixed(50, PLAIN, '3.12')))).toEqual([]);
    expect(diagnosePrinted(mixed(50, PLAIN, '3.9')).diagnosis.findings[0].title).toContain('Python 3.9 ');
  });

  test('a process is traced if 5% of its byte code shows trampolines', () => {
    const child = (traced: number) =>
      times(100, `p 1/1 | ${TRACED} 1`) +
      times(traced, `p 2/2 | ${TRACED} 1`) +
      times(100 - traced, `p 2/2 | ${ROOT};${EVAL} 1`);
    const ids = (traced: number) => diagnosePrinted(child(traced)).diagnosis.findings.map(({ id }) => id);
    expect(ids(5)).toEqual(['perf-support-partial']);
    expect(ids(4)).toEqual(['children-without-perf-support']);
  });

  test('in a recording of the whole system, other Python programs are not faults', () => {
    const others = mixed(50, `${ROOT};${EVAL}`);
    expect(findingsOf(diagnosePrinted(others))).toEqual(['children-without-perf-support misleading 50%']);
    expect(findingsOf(diagnosePrinted(others, { hasCpu: true }))).toEqual([]);
  });

  test('programs without Python have no findings', () => {
    expect(findingsOf(diagnosePrinted(times(100, 'ls | f@/bin/ls;[unknown]@[kernel.kallsyms] ^ 1')))).toEqual(
      [],
    );
  });
});

describe('unnamed trampolines', () => {
  test('were not injected if 80% of them are outermost', () => {
    const outermost = (count: number) =>
      among(count, `[unknown]${MAP};${EVAL}`, `${ROOT};[unknown]${MAP};${EVAL}`);
    const ids = (count: number) => diagnosePrinted(outermost(count)).diagnosis.findings.map(({ id }) => id);
    expect(ids(80)).toEqual(['jit-not-injected']);
    expect(ids(79)).toContain('perf-map-missing');
  });
});

describe('the kernel', () => {
  const hidden = `${TRACED};[unknown]@[kernel.kallsyms] ^`;
  const named = `${TRACED};vfs_read@[kernel.kallsyms] ^`;

  test.each([
    ['5% of all samples', among(5, hidden, TRACED), among(4, hidden, TRACED)],
    ['90% of the samples with kernel frames', among(90, hidden, named), among(89, hidden, named)],
    [
      'no named frame',
      among(50, hidden, TRACED),
      among(50, `${hidden};vfs_read@[kernel.kallsyms] ^`, TRACED),
    ],
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

describe('the text', () => {
  test.each([
    [99, ['too-few-samples hint 100%']],
    [100, []],
  ])('%d samples', (count, expected) => {
    expect(findingsOf(diagnosePrinted(times(count, TRACED + ' 1')))).toEqual(expected);
  });

  test('too few samples have a confidence interval', () => {
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
    expect(modeOf(among(100, TRACED, PLAIN))).toBe('fp');
  });

  test.each([
    ['half of the stacks with trampolines end in one', among(50, BROKEN, TRACED), among(49, BROKEN, TRACED)],
    ['five stacks with trampolines', among(5, BROKEN, PLAIN), among(4, BROKEN, PLAIN)],
    ['files that perf inject wrote', among(1, NAMED, PLAIN), among(1, TRACED, PLAIN)],
    [
      'libdw: half of the stacks with evaluators end in one',
      among(50, EVAL, UNTRACED),
      among(49, EVAL, UNTRACED),
    ],
    ['libdw: five of them', among(5, EVAL, PLAIN), among(4, EVAL, PLAIN)],
    ['libdw: shallower than 100 frames', among(50, deep(99), UNTRACED), among(50, deep(100), UNTRACED)],
    ['libdw: 5% with junk', among(5, JUNK, EVAL), among(6, JUNK, EVAL)],
    ['libdw: no trampolines', among(99, EVAL, PLAIN), among(99, EVAL, TRACED)],
  ])('copied stacks: %s', (_, isDwarf, isNot) => {
    expect(modeOf(isDwarf)).toBe('dwarf');
    expect(modeOf(isNot)).toBe('fp');
  });
});

test('an interpreter needs 50 frames to be stripped', () => {
  // Two frames per sample, one of them unnamed.
  const few = (count: number) => among(count, `_start${PYTHON};[unknown]${PYTHON}`, `start_thread${LIBC}`);
  expect(findingsOf(diagnosePrinted(few(25)))).toEqual(['stripped-interpreter incomplete 25%']);
  expect(findingsOf(diagnosePrinted(few(24)))).toEqual([]);
});

test('a stack that starts in the C library is rooted', () => {
  const thread = (callees: string) => among(99, `[unknown]${LIBC};${callees}`, `${ROOT};memcpy${LIBC}`);
  expect(findingsOf(diagnosePrinted(thread(`bootstrap${PYTHON};run${PYTHON}`)))).toEqual([]);
  expect(findingsOf(diagnosePrinted(thread(`bootstrap${PYTHON}`)))).toEqual([
    'library-without-frame-pointers misleading 99%',
  ]);
});

test('start-up and shutdown are never traced', () => {
  const startup = `${ROOT};Py_InitializeFromConfig${PYTHON};${EVAL}`;
  expect(findingsOf(diagnosePrinted(among(50, startup, TRACED)))).toEqual([]);
});

test('without any name in the interpreter, its stacks are not judged', () => {
  const blind = times(100, `p 1/1 | [unknown]${PYTHON};py::f:/a.py${MAP};[unknown]${PYTHON} 1`);
  expect(findingsOf(diagnosePrinted(blind))).toEqual(['stripped-interpreter incomplete 100%']);
});
