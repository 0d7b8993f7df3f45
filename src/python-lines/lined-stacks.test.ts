import { expect, test } from 'vitest';
import { profileOf, samplesOf } from '../../fixtures/text.ts';
import { withLinesOf } from './lined-stacks.ts';

const MAIN = 'py::main:/app.py';
const WORK = 'py::work:/app.py';

/** Rows of sample, Python frame, name and line. */
function found(...rows: readonly (readonly [number, number, string, number])[]) {
  const names = [MAIN, WORK];
  return {
    length: rows.length,
    sample: Int32Array.from(rows, ([sample]) => sample),
    pythonFrame: Int32Array.from(rows, ([, frame]) => frame),
    name: Int32Array.from(rows, ([, , name]) => names.indexOf(name)),
    line: Int32Array.from(rows, ([, , , line]) => line),
    names,
  };
}

test('splits stacks by line, and merges equal ones', () => {
  const stack = `_start;${MAIN};eval;${WORK};eval;sum`;
  const profile = profileOf(`${stack} 1\n${stack} 2\n${stack} 3\n${stack} 4`);
  const lined = withLinesOf(
    profile,
    found(
      [0, 0, WORK, 3],
      [0, 1, MAIN, 9],
      [1, 0, WORK, 4],
      [1, 1, MAIN, 9],
      [3, 0, WORK, 3],
      [3, 1, MAIN, 9],
    ),
  );
  expect(samplesOf(lined)).toEqual([
    `_start;${MAIN} L9;eval;${WORK} L3;eval;sum 1`,
    `_start;${MAIN} L9;eval;${WORK} L4;eval;sum 2`,
    `${stack} 3`,
    `_start;${MAIN} L9;eval;${WORK} L3;eval;sum 4`,
  ]);
  // The stacks share `_start`; two share `main` at line 9.
  expect(lined.stacks.length).toBe(1 + 2 + 3 + 3 + 5);
});

test('gives no line to a frame of another name', () => {
  const profile = profileOf(`${MAIN};eval;py::other:/app.py;eval 1`);
  const lined = withLinesOf(profile, found([0, 0, WORK, 3], [0, 1, MAIN, 9]));
  expect(samplesOf(lined)).toEqual([`${MAIN} L9;eval;py::other:/app.py;eval 1`]);
});

test('counts only Python frames', () => {
  const lined = withLinesOf(profileOf(`${MAIN};eval;${WORK};eval;a;b 1`), found([0, 1, MAIN, 9]));
  expect(samplesOf(lined)).toEqual([`${MAIN} L9;eval;${WORK};eval;a;b 1`]);
});
