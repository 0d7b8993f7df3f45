import { expect, test } from 'vitest';
import { FINDING_IDS, type Finding, type FindingId, type Severity } from '../model/findings.ts';
import { dropExplained } from './subsumed.ts';

const ALWAYS = [1, 4, 22, 26, 28, 29, 32, 33, 34];
const ALL = FINDING_IDS.map((_, i) => i + 1);

/** Per finding: those that it explains. The numbers are positions in FINDING_IDS, starting with 1. */
const EXPLAINS: ReadonlyMap<number, readonly number[]> = new Map([
  [2, ALL.filter((each) => each !== 2 && !ALWAYS.includes(each))],
  [3, ALL.filter((each) => each !== 3 && !ALWAYS.includes(each))],
  [4, [26]],
  [5, [6, 7, 13, 17, 19, 31]],
  [6, [8, 19, 31]],
  [7, [15, 17, 19, 31]],
  [8, [9, 14, 16, 19, 31]],
  [9, [8, 11, 14, 16, 19, 31]],
  [10, [12, 14, 16, 19, 31]],
  [11, [9, 10]],
  [12, [19, 31]],
  [14, [31]],
  [18, [14, 16]],
  [20, [9, 12, 16]],
]);

function found(number: number, severity: Severity): { readonly finding: Finding } {
  const id: FindingId = FINDING_IDS[number - 1];
  return { finding: { id, severity, share: 0, samples: 0, evidence: {}, title: '', text: '', fix: [] } };
}

/** The findings that `number` explains. */
function explainedBy(number: number, severity: Severity, isText: boolean): number[] {
  return ALL.filter((other) => {
    const both = [found(number, severity), found(other, 'incomplete')];
    const left = dropExplained(both, isText).map(({ finding }) => finding.id);
    return other !== number && !left.includes(FINDING_IDS[other - 1]);
  });
}

test.each(ALL)('finding %d explains others, except as a hint', (number) => {
  const expected = EXPLAINS.get(number) ?? [];
  expect(explainedBy(number, 'incomplete', false)).toEqual(expected);
  expect(explainedBy(number, 'hint', false)).toEqual([]);
  const inText = number === 7 ? [6, 13, ...expected] : expected;
  expect(explainedBy(number, 'misleading', true)).toEqual(inText);
});
