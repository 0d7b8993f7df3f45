import { expect, test } from 'vitest';
import { ProfileBuilder } from '../model/builder.ts';
import { NONE } from '../model/profile.ts';
import { samplesOf } from '../../fixtures/text.ts';
import { withInferredLines } from './lined-stacks.ts';

const MAIN = 'py::main:/app.py';
const WORK = 'py::work:/app.py';

/** Stacks of names with numbers in place of lines: `main#1`. */
function numbered(...stacks: readonly string[]) {
  const builder = new ProfileBuilder();
  for (const stack of stacks) {
    const frames = stack.split(';').map((frame) => frame.split('#'));
    const row = frames.reduce(
      (parent, [name, number = 0]) =>
        builder.stack(parent, builder.frame(builder.func(name, NONE, 0), Number(number))),
      NONE,
    );
    builder.sample(row, builder.thread(1, 1, ''), builder.event('cycles'), 0, 1);
  }
  return builder.finish();
}

test('writes lines in place of numbers, and merges equal stacks', () => {
  const profile = numbered(
    `_start;${MAIN}#1;eval;${WORK}#2;sum`,
    `_start;${MAIN}#1;eval;${WORK}#3;sum`,
    `_start;${MAIN}#4;eval;${WORK}#5;sum`,
    `_start;${MAIN};eval`,
  );
  const lined = withInferredLines(profile, Int32Array.of(0, 9, 3, 4, 9, 3));
  expect(samplesOf(lined)).toEqual([
    `1/1 | cycles 0 | _start;${MAIN} L9;eval;${WORK} L3;sum 1`,
    `1/1 | cycles 0 | _start;${MAIN} L9;eval;${WORK} L4;sum 1`,
    `1/1 | cycles 0 | _start;${MAIN} L9;eval;${WORK} L3;sum 1`,
    `1/1 | cycles 0 | _start;${MAIN};eval 1`,
  ]);
  // The stacks share `_start`; three share `main` at line 9, two of them all.
  expect(lined.stacks.length).toBe(1 + 2 + 2 + 2 + 2);
});

test('has no lines if all are unknown', () => {
  const lined = withInferredLines(numbered(`${MAIN}#1`, `${MAIN}#2`), new Int32Array(3));
  expect(lined.stacks).toEqual({ length: 1, parent: Int32Array.of(NONE), func: Int32Array.of(0) });
  expect([...lined.samples.stack]).toEqual([0, 0]);
});
