import { expect, test } from 'vitest';
import type { Finding } from '../model/findings.ts';
import { sideDiagnosis } from '../model/side-diagnosis.ts';
import { problemText, sideProblems } from './side-problems.ts';

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
