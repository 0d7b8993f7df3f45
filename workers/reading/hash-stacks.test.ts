import { expect, test } from 'vitest';
import { recordedProfile } from '../../fixtures/diagnosis.ts';
import { profileOf } from '../../fixtures/text.ts';
import { hashStacks } from './recording-summary.ts';

const RECORDING = 'main;run;f 1\nmain;run;g 1\nmain 2.5';
const hashOf = (text: string) => hashStacks(profileOf(text));

test.each([
  ['another name', 'main;run;f 1\nmain;run;h 1\nmain 2.5'],
  ['another caller', 'main;f 1\nmain;run;g 1\nmain 2.5'],
  ['weights of other stacks', 'main;run;f 2.5\nmain;run;g 1\nmain 1'],
  ['another order of frames', 'run;main;f 1\nmain;run;g 1\nmain 2.5'],
  ['a sample more', `${RECORDING}\n[no stack] 1`],
])('tells recordings apart: %s', (_, text) => {
  expect(hashOf(text)).not.toBe(hashOf(RECORDING));
});

test('depends neither on the order of samples nor, in a perf.data, on names', () => {
  expect(hashOf('main 2.5\nmain;run;g 1\nmain;run;f 1')).toBe(hashOf(RECORDING));
  const recorded = (text: string) => hashStacks(recordedProfile(text, {}));
  expect(recorded('main;run 1')).toBe(recorded('[unknown];[unknown] 1'));
  expect(recorded('main;run 1')).not.toBe(recorded('main 1'));
});
