import { expect, test } from 'vitest';
import { bytesOf } from '../../fixtures/sources.ts';
import { placeValues } from '../model/code.ts';
import { EvaluatorFrames } from './evaluator-frames.ts';
import { readLineTable } from './line-table.ts';

const NAME = 'py::f:/a.py';

function infer(...rows: readonly string[]) {
  const table = readLineTable('a.lines', bytesOf(`# python 3.13 header c8\n${rows.join('')}`));
  const frames = new EvaluatorFrames([table]);
  const site = frames.siteOf({ name: NAME, trampoline: 1, interpreter: frames, returnOffset: 2 });
  const numbers = [1, 2].map(() => site?.add(placeValues(() => 0x5000)));
  const { lines, notes } = frames.infer();
  return { numbers, lines: [...lines], notes: notes.map(({ text }) => text) };
}

test('numbers frames from 1 on', () => {
  expect(infer(`0 4 1 4:7 951421 ${NAME}\n`)).toMatchObject({ numbers: [1, 2], lines: [0, 0, 0] });
});

test('has no lines of a table in which a row is invalid, and names it', () => {
  const { lines, notes } = infer(`0 4 1 4:7 951421 py::g:/a.py\n`, `0 4 1 4:7 9512 ${NAME}\n`);
  expect(lines.every((line) => line === 0)).toBe(true);
  expect(notes).toEqual(['“a.lines” cannot be used: line 3 has invalid instructions']);
});
