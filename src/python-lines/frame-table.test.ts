import { expect, test } from 'vitest';
import { framesOf, placeValues, RBP, RBX, SLOT } from '../../fixtures/evaluator-frames.ts';
import { PLACE_COUNT } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CallNumbers } from './call-numbers.ts';
import { FrameTable } from './frame-table.ts';

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

test('tells the values of a frame', () => {
  const frames = table();
  const valuesAt = (frame: number) => [RBX, RBP, SLOT].map((place) => frames.value(frame, place));
  expect([valuesAt(300), valuesAt(599)]).toEqual([
    [0, 600, 1200],
    [0, 1198, 2396],
  ]);
});

test('keeps only some places', () => {
  const frames = new FrameTable(new CallNumbers(), [SLOT, RBX]);
  for (let i = 0; i < COUNT; i++)
    frames.add(
      0,
      NONE,
      placeValues((place) => 2 * i + place),
    );
  expect([RBX, RBP, SLOT].map((place) => frames.value(599, place))).toEqual([1198 + RBX, 0, 1198 + SLOT]);
  const values = new Float64Array(PLACE_COUNT);
  frames.valuesOf(300).copyTo(values, 0);
  expect([values[RBX], values[RBP], values[SLOT], values[SLOT + 1]]).toEqual([600 + RBX, 0, 600 + SLOT, 0]);
  expect(frames.valuesOf(300).value(SLOT)).toBe(600 + SLOT);
  const found = new Int32Array(PLACE_COUNT);
  const within = (low: number, high: number) => [
    ...found.subarray(0, frames.placesWithin(300, low, high, found)),
  ];
  expect([within(600, 600 + SLOT), within(600 + RBX, 600 + SLOT), within(0, 599)]).toEqual([
    [SLOT, RBX],
    [SLOT],
    [],
  ]);
});
