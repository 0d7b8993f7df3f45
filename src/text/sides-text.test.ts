import { expect, test, describe } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { classify } from '../python/classify.ts';
import { recordedLine, movedText, sidePart, problemText, sideProblems } from './sides-text.ts';
import type { FunctionMove, MatchMark } from '../model/comparison.ts';
import { type Finding, sideDiagnosis } from '../model/findings.ts';

const { profile: names } = classify(profileOf('py::parse:/x.py 1'));

type Facts = Parameters<typeof recordedLine>[0];

const FACTS: Facts = {
  basis: 'matched',
  measure: 'cpu-clock',
  totals: [],
  cpu: [20e9, 11e9],
  runs: [1, 1],
  factor: 0.5,
  factorSe: 0.02,
  moves: [],
};

const lineOf = (facts: Partial<Facts>) => recordedLine({ ...FACTS, ...facts }, names);

test('says what was recorded', () => {
  expect(lineOf({})).toBe('CPU time as recorded: 20.0 s → 11.0 s (−45.0 %).');
  expect(lineOf({ runs: [1, 2] })).toBe('CPU time as recorded: 20.0 s → 11.0 s per recording (−45.0 %).');
});

test('compared as recorded, says if most code differs by the same factor', () => {
  expect(lineOf({ basis: 'cpu' })).toContain(
    'Most code uses about 50 % less in B: if that means less work or a faster machine, compare for the same work.',
  );
  expect(lineOf({ basis: 'cpu', factor: 3.06 })).toContain(
    'about 3.1 times as much in B: if that means more',
  );
  expect(lineOf({ basis: 'cpu', factor: 1.02 })).not.toContain('Most code');
  expect(lineOf({ basis: 'cpu', factor: 1.09, factorSe: 0.05 }), 'noise').not.toContain('Most code');
  expect(lineOf({ basis: 'rate' })).not.toContain('Most code');
});

describe('moved code', () => {
  const NAMES = [
    'py::parse:/srv/app/text.py',
    'py::parse:/srv/app/text/words.py',
    'py::split:/srv/app/text.py',
    'py::split:/srv/app/text/words.py',
    'py::load:/v/lib/python3.13/site-packages/shop/io.py',
    'py::load:/w/lib/python3.13/site-packages/shop/files.py',
  ];
  const { profile: names } = classify(profileOf(NAMES.map((name) => `${name} 1`).join('\n')));
  const funcOf = (name: string) => names.funcs.name.indexOf(names.strings.indexOf(name));

  /** The moves between the names in this order: the second is the place in B of the first, and so on. */
  function moves(count: number, first = 0, mark: MatchMark = 'moved'): FunctionMove[] {
    return Array.from({ length: count }, (_, i) => {
      const at = first + 2 * i;
      return { from: funcOf(NAMES[at]), to: funcOf(NAMES[at + 1]), mark };
    });
  }

  const textOf = (list: readonly FunctionMove[], tested = list) =>
    movedText({ moves: list, totals: tested.map(({ to }) => ({ index: to })) }, names);

  test('names the function that moved, or counts them, and both files', () => {
    expect(textOf(moves(1))).toBe('parse moved from text.py to text/words.py.');
    expect(textOf(moves(2))).toBe('2 functions moved from text.py to text/words.py.');
    expect(textOf(moves(3))).toBe('2 functions moved from text.py to text/words.py, and 1 other.');
    expect(textOf(moves(1, 4))).toBe('load moved from io.py to files.py.');
  });

  test('says nothing of functions in another folder or with another name, nor of small ones', () => {
    expect(textOf(moves(1, 0, 'path'))).toBe('');
    expect(textOf(moves(1, 0, 'renamed'))).toBe('');
    expect(textOf(moves(1), [])).toBe('');
    expect(textOf(moves(2), moves(1))).toBe('2 functions moved from text.py to text/words.py.');
  });
});

const thread = (tid: number, comm: string) => ({ pid: 7, tid, comm });
const recording = {
  start: 5e9,
  threadList: [thread(7, 'main'), thread(8, 'pool'), thread(9, 'pool'), thread(10, '')],
};
const range = (from: number, to: number) => ({ from: 5e9 + from * 1e9, to: 5e9 + to * 1e9 });

test.each([
  [undefined, undefined, ''],
  [range(0, 10), undefined, '0 to 10 s'],
  [{ ...range(2.5, 3.000_25), to: 8e9 + 250_001 }, undefined, '2.5 to 3.00025 s'],
  [undefined, [0], 'thread main'],
  [undefined, [1], 'thread pool 8'],
  [undefined, [1, 2], 'threads pool'],
  [range(0, 10), [0, 2, 3], '0 to 10 s, threads main, pool 9 and 10'],
])('%#', (time, threads, text) => {
  expect(sidePart([{ recording, range: time, threads }])).toBe(text);
});

test('a thread with two names is one thread', () => {
  const threadList = [thread(7, 'perf-exec'), thread(7, 'app'), thread(8, 'app')];
  const part = { recording: { ...recording, threadList }, threads: [0, 1] };
  expect(sidePart([part])).toBe('thread perf-exec and app 7');
});

test('recordings of a side with the same part, and with different ones', () => {
  const part = { recording, range: range(0, 10) };
  expect(sidePart([part, { ...part, recording: { ...recording, start: 5e9 } }])).toBe('0 to 10 s');
  expect(sidePart([part, { recording, range: range(1, 2) }])).toBe('0 to 10 s and 1 to 2 s');
});

describe('side problems', () => {
  const finding = (
    id: Finding['id'],
    severity: Finding['severity'],
    share: number,
    title: string,
  ): Finding => ({
    id,
    severity,
    share,
    samples: 1,
    evidence: {},
    title,
    text: '',
    fix: [],
  });

  const OFF = finding('perf-support-off', 'misleading', 1, 'No `-X perf`');
  const libc = (share: number) =>
    finding('library-without-frame-pointers', 'incomplete', share, 'Callers are missing above libc.so.6');
  const HINT = finding('too-few-samples', 'hint', 0, 'Few samples');
  const NAMES = finding('stripped-interpreter', 'incomplete', 0.5, 'No names');

  const side = (mode: 'fp' | 'dwarf', ...findings: readonly Finding[]) => sideDiagnosis({ mode, findings });
  const texts = (a: readonly ReturnType<typeof side>[], b: readonly ReturnType<typeof side>[]) =>
    sideProblems({ a, b }).map(problemText);

  test('what misleads is named with its sides', () => {
    expect(texts([side('fp', OFF)], [side('fp'), side('fp', OFF)])).toEqual([
      'A and B may mislead: No -X perf.',
    ]);
    expect(texts([], [side('fp', OFF)])).toEqual(['B may mislead: No -X perf.']);
  });

  test('stacks without their callers are named with their share, even if they are few', () => {
    expect(texts([side('fp', libc(0.156))], [side('fp', libc(0.1)), side('fp', libc(0.213))])).toEqual([
      'Callers are missing above libc.so.6 (16 % of A, 21 % of B): what changed there is not attributed to the code that calls it.',
    ]);
    expect(texts([side('fp')], [side('fp', libc(0.2), NAMES, HINT)])).toEqual([
      'Callers are missing above libc.so.6 (20 % of B): what changed there is not attributed to the code that calls it.',
    ]);
  });

  test('different ways of recording are named', () => {
    expect(texts([side('fp')], [side('dwarf')])).toEqual([
      'A was recorded with frame pointers, B with copies of the stack: stacks of the same code differ.',
    ]);
    expect(texts([side('fp')], [side('fp'), side('dwarf')]), 'B has both').toEqual([]);
    expect(texts([], [side('dwarf')]), 'A is not known').toEqual([]);
  });
});
