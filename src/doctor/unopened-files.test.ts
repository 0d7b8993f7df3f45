// Findings about files that are not open, at the thresholds of their rules. Drawings have 100 samples.

import { describe, expect, test } from 'vitest';
import { diagnoseRecorded, findingsOf, mix, times, type DrawnRecording } from '../../fixtures/diagnosis.ts';

const BINARY = '/usr/bin/python3.14';
const PYTHON = `@${BINARY}`;
const EVAL = `_PyEval_EvalFrameDefault${PYTHON}`;
const ROOT = `_start${PYTHON};Py_RunMain${PYTHON}`;
/** As perf 7 unwinds it without the tables of trampolines. */
const WITHOUT_TRAMPOLINES = `${EVAL};list_resize${PYTHON}`;
const UNNAMED = `${ROOT};[unknown]@/tmp/perf-1.map;${EVAL}`;

const ANCESTOR = { pid: 1, python: BINARY, hasAnonymousCode: true };
const DUMPED = { ...ANCESTOR, jitdump: '/tmp/jit-1.dump' };
const INJECTED = { ...ANCESTOR, hasJittedFiles: true };
const OPEN = { size: 100, functions: 1, isTruncated: false };

const COPIED: DrawnRecording = {
  event: { stackSize: 8192 },
  copiedStacks: {
    size: new Uint32Array(100).fill(100),
    isFull: new Uint8Array(100),
    needed: new Float64Array(100).fill(100),
  },
};

function findings(drawing: string, given: DrawnRecording): string[] {
  return findingsOf(diagnoseRecorded(drawing, given));
}

describe('a jitdump that was mapped but is not open', () => {
  const of = (stack: string, count: number, given: DrawnRecording) =>
    findings(mix(count, stack, ROOT), { ...COPIED, processes: [DUMPED], ...given });

  test.each([
    ['trampolines without names', UNNAMED],
    ['no trampolines', WITHOUT_TRAMPOLINES],
    ['code of files that are not open', '[unknown]@/usr/bin/python3.14'],
    ['no frame at all', '[no stack]'],
  ])('leaves %s', (_, stack) => {
    expect(of(stack, 5, {})).toEqual(['jit-files-missing incomplete 5%']);
    expect(of(stack, 4, {})).toEqual([]);
    expect(of(stack, 25, {})).toEqual(['jit-files-missing misleading 25%']);
  });

  test.each([
    ['is open', { symbols: { jitdumps: new Map([[1, OPEN]]) } }],
    [
      'is open by the ID in a PID namespace',
      {
        processes: [{ ...DUMPED, jitdump: '/tmp/jit-7.dump', namespacePid: 7 }],
        symbols: { jitdumps: new Map([[7, OPEN]]) },
      },
    ],
    ['was injected, and the files are open', { processes: [INJECTED], symbols: { hasInjectedFiles: true } }],
    ['does not exist', { processes: [ANCESTOR] }],
  ])('is no problem if it %s', (_, given) => {
    expect(of(WITHOUT_TRAMPOLINES, 100, given)).not.toContainEqual(expect.stringContaining('jit-files'));
  });

  test('was injected, and the files are not open', () => {
    const given = { processes: [INJECTED], isInjected: true };
    expect(of(WITHOUT_TRAMPOLINES, 5, given)).toEqual(['jit-files-missing incomplete 5%']);
  });

  test('is also that of forked processes', () => {
    const forked = { pid: 2, parent: 1 };
    const drawing = times(100, `p 2/2 | ${WITHOUT_TRAMPOLINES} 1`);
    const given = { ...COPIED, processes: [DUMPED, forked] };
    expect(findings(drawing, given)).toEqual(['jit-files-missing misleading 100%']);
    const symbols = { jitdumps: new Map([[1, OPEN]]) };
    expect(findings(drawing, { ...given, symbols })).toEqual([]);
  });

  test('with frame pointers is needed only for names', () => {
    const given = { event: { stackSize: 0 }, copiedStacks: undefined };
    expect(of(UNNAMED, 5, given)).toEqual(['jit-files-missing incomplete 5%']);
    expect(of(`${ROOT};${EVAL}`, 5, given)).toEqual([]);
  });

  test('makes a wrong clock misleading', () => {
    const given = { event: { stackSize: 8192, clock: NaN } };
    expect(of(WITHOUT_TRAMPOLINES, 40, given)).toEqual(['clock-mismatch misleading 40%']);
  });
});

describe('jitdumps of other programs in a system-wide recording', () => {
  const wide = {
    commandLine: 'perf record -a -g -- python3 app.py'.split(' '),
    event: { isSystemWide: true },
  };
  const own = { ...ANCESTOR, execs: ['python3'] };
  const traced = `${ROOT};py::f:/a.py@/tmp/perf-1.map;${EVAL}`;
  const drawing = times(50, `p 1/1 | ${traced} 1`) + times(50, `p 2/2 | ${UNNAMED} 1`);
  const others: readonly (readonly [string, NonNullable<DrawnRecording['processes']>[number]])[] = [
    ['Python', { ...DUMPED, pid: 2, jitdump: '/tmp/jit-2.dump' }],
    ['another language', { pid: 2, hasAnonymousCode: true, jitdump: '/tmp/jit-2.dump' }],
  ];

  test.each(others)('are not judged: %s', (_, other) => {
    const given = { ...wide, processes: [own, other] };
    expect(findings(drawing, given)).toEqual([]);
    expect(findings(drawing, { ...given, event: { ...wide.event, clock: NaN } })).toEqual([]);
    const cut = { jitdumps: new Map([[2, { size: 4096, functions: 0, isTruncated: true }]]) };
    expect(findings(drawing, { ...given, symbols: cut })).toEqual([]);
  });

  test('are judged if no other program was started', () => {
    const given = {
      ...wide,
      commandLine: 'perf record -a -g -- sleep 9'.split(' '),
      processes: [others[0][1]],
    };
    expect(findings(drawing, given)).toEqual(['jit-files-missing misleading 100%']);
  });
});

describe('the perf map of a process in a PID namespace', () => {
  const found = (given: Partial<DrawnRecording>) =>
    diagnoseRecorded(times(100, `p 27/27 | ${UNNAMED} 1`), {
      processes: [{ ...ANCESTOR, pid: 27, namespacePid: 1 }],
      ...given,
    }).diagnosis.findings[0];

  test('is named after its own ID', () => {
    expect(found({})).toMatchObject({
      id: 'perf-map-missing',
      text: 'Names of 1 process are in `/tmp/perf-1.map`. Python ran in its own PID namespace, as in a container: perf’s PID 27 is PID 1 there.',
      fix: [
        '# While the program runs; then open the map with perf.data:',
        'cp /proc/27/root/tmp/perf-1.map .',
      ],
    });
  });

  test('is named after perf’s ID if its own is unknown', () => {
    const processes = [{ ...ANCESTOR, pid: 27 }];
    expect(found({ processes }).text).toBe('Names of 1 process are in `/tmp/perf-27.map`.');
  });
});

describe('callers are missing above a library only if it is open', () => {
  const closed = '[unknown]@/lib/libx.so;[unknown]@/lib/libx.so';
  const open = 'f@/lib/libx.so;[unknown]@/lib/libx.so';
  const traced = `${ROOT};py::f:/a.py@/tmp/perf-1.map;${EVAL}`;

  test.each([
    ['frame pointers', {}, 10, 'library-without-frame-pointers'],
    ['copied stacks', COPIED, 5, 'unwinding-stopped'],
  ])('%s', (_, given, minCount, id) => {
    const of = (stack: string, count: number) =>
      findings(mix(count, stack, traced), { processes: [ANCESTOR], ...given });
    expect(of(open, minCount)).toEqual([`${id} incomplete ${minCount}%`]);
    expect(of(open, minCount - 1)).toEqual([]);
    expect(of(closed, 100 - minCount)).toEqual([]);
  });
});

test('without symbol files, an untraced process is known by its mappings', () => {
  const blind = `[unknown]${PYTHON};[unknown]${PYTHON}`;
  const of = (count: number, hasAnonymousCode = false) =>
    findings(mix(count, blind, 'f@/lib/x.so;g@/lib/x.so'), {
      processes: [{ ...ANCESTOR, hasAnonymousCode }],
    }).filter((each) => each.startsWith('perf-support-off'));
  expect(of(25)).toEqual(['perf-support-off misleading 25%']);
  expect(of(100)).toEqual(['perf-support-off misleading 100%']);
  // Too few frames to tell that the interpreter has no names.
  expect(of(24)).toEqual([]);
  expect(of(100, true)).toEqual([]);
});
