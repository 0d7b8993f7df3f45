import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { diagnosePrinted, diagnoseText, findingsOf } from '../../fixtures/diagnosis.ts';
import '../../fixtures/seed.ts';
import { profileOf } from '../../fixtures/text.ts';
import { joinProfiles } from '../model/join.ts';

const PYTHON = '@/usr/bin/python3.13';
const ROOT = `_start${PYTHON};Py_RunMain${PYTHON}`;
const EVAL = `_PyEval_EvalFrameDefault${PYTHON}`;

/** Stacks that trigger different rules. */
const STACKS = [
  `${ROOT};py::f:/a.py@/tmp/perf-1.map;${EVAL}`,
  `${ROOT};${EVAL}`,
  `${ROOT};Py_InitializeFromConfig${PYTHON};${EVAL}`,
  `py::f:/a.py@/tmp/perf-1.map;${EVAL}`,
  `${ROOT};[unknown]@/tmp/perf-1.map;${EVAL}`,
  `[unknown]@/tmp/jitted-1-2.so;${EVAL}`,
  `${EVAL};call_trampoline${PYTHON}`,
  `sha256@/lib/libcrypto.so.3;[unknown]@[kernel.kallsyms] ^`,
  `[unknown]@;[unknown]${PYTHON};CPyDef_f@/a/x__mypyc.so`,
  `${`f${PYTHON};`.repeat(20)}g${PYTHON}`,
  `${ROOT.replaceAll('3.13', '3.11d')};${EVAL.replace('3.13', '3.11d')}`,
  '[no stack]',
];

const sample = fc.tuple(
  fc.constantFrom(...STACKS),
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 0, max: 9 }),
);
const line = sample.map(([stack, process, weight]) => `p ${process}/${process} | ${stack} ${weight}`);
const lines = fc.array(fc.tuple(line, fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 8 });

test('shares are from 0 to 1, and findings depend neither on the order of samples nor on chunks', () => {
  fc.assert(
    fc.property(lines, fc.func(fc.integer()), fc.nat(), (repeated, rank, cut) => {
      const all = repeated.flatMap(([each, count]) => Array<string>(count).fill(each));
      const expected = diagnosePrinted(all.join('\n'));
      for (const { share, samples } of expected.diagnosis.findings) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(samples).toBeLessThanOrEqual(all.length);
      }
      const ranked = all.map((each, i) => [rank(i), each] as const);
      const shuffled = ranked.sort(([a], [b]) => a - b).map(([, each]) => each);
      expect(diagnosePrinted(shuffled.join('\n')).diagnosis).toEqual(expected.diagnosis);
      const at = cut % all.length;
      const chunks = [all.slice(0, at), all.slice(at)].map((part) => profileOf(part.join('\n')));
      expect(findingsOf(diagnoseText(joinProfiles(chunks)))).toEqual(findingsOf(expected));
    }),
    { numRuns: fuzzRuns(150) },
  );
});
