import { expect, test } from 'vitest';
import { framesOf, RBP, RBX, SLOT } from '../../fixtures/evaluator-frames.ts';
import { NONE } from '../model/profile.ts';

/** More than are allocated together. */
const COUNT = 600;
const table = () =>
  framesOf(
    Array.from({ length: COUNT }, (_, i) => ({
      name: `py::${i % 3}:/a.py`,
      returnOffset: i % 2 === 0 ? 0x100 + (i % 4) : NaN,
      values: { [RBP]: 2 * i, [SLOT]: 4 * i },
    })),
  );

test('numbers trampolines and return addresses', () => {
  const frames = table();
  expect([frames.length, frames.trampolines.length, frames.returnAddressCount]).toEqual([COUNT, 3, 2]);
  expect([0, 1, 2, 4].map((frame) => frames.returnAddress.at(frame))).toEqual([0, NONE, 1, 0]);
  expect([0, 1, 2, 3].map((frame) => frames.trampoline.at(frame))).toEqual([0, 1, 2, 0]);
});

test('keeps only some places, also of frames that follow', () => {
  const frames = table();
  const valuesAt = (frame: number) => [RBX, RBP, SLOT].map((place) => frames.value(frame, place));
  expect(valuesAt(599)).toEqual([0, 1198, 2396]);
  frames.keepOnly(new Set([SLOT, RBX]));
  expect([valuesAt(0), valuesAt(300), valuesAt(599)]).toEqual([
    [0, 0, 0],
    [0, 0, 1200],
    [0, 0, 2396],
  ]);
  const frame = { sample: 600, pythonFrame: 0, name: 'py::0:/a.py', trampoline: 0, interpreter: frames };
  const values = new Float64Array(SLOT + 113).fill(6);
  frames.add({ ...frame, returnOffset: 0x100 }, values);
  expect(valuesAt(COUNT)).toEqual([6, 0, 6]);
  frames.readValues(COUNT, values);
  expect([values[RBX], values[RBP], values[SLOT], values[SLOT + 1]]).toEqual([6, 0, 6, 0]);
});
