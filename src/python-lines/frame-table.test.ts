import { expect, test } from 'vitest';
import { framesOf, RBP, RBX, SLOT } from '../../fixtures/evaluator-frames.ts';
import { PLACE_COUNT, placeValues } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CallNumbers } from './call-numbers.ts';
import { FrameTable } from './frame-table.ts';

/** More than are allocated together. */
const COUNT = 600;
/** Small values are no pointers. */
const valueOf = (n: number) => 0x7f00_0000_1000 + n;
const table = () =>
  framesOf(
    Array.from({ length: COUNT }, (_, i) => ({
      name: `py::${i % 3}:/a.py`,
      returnOffset: i % 2 === 0 ? 0x100 + (i % 4) : NaN,
      values: { [RBP]: valueOf(2 * i), [SLOT]: valueOf(4 * i) },
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
    [0, valueOf(600), valueOf(1200)],
    [0, valueOf(1198), valueOf(2396)],
  ]);
});

test('has no values that cannot be pointers', () => {
  const values = [4094, 4096, 0x7f00_0000_1001, 2 ** 47 - 2, 2 ** 47, NaN, -2];
  const frames = framesOf(values.map((value) => ({ name: 'py::f:/a.py', values: { [SLOT]: value } })));
  expect(values.map((_, frame) => frames.value(frame, SLOT))).toEqual([0, 4096, 0, 2 ** 47 - 2, 0, 0, 0]);
});

test('keeps only some places', () => {
  const frames = new FrameTable(new CallNumbers(), [SLOT, RBX]);
  const at = (i: number, place: number) => valueOf(2 * i + 2 * place);
  for (let i = 0; i < COUNT; i++)
    frames.add(
      0,
      NONE,
      placeValues((place) => at(i, place)),
    );
  expect([RBX, RBP, SLOT].map((place) => frames.value(599, place))).toEqual([at(599, RBX), 0, at(599, SLOT)]);
  const copy = new FrameTable(new CallNumbers());
  copy.add(0, NONE, frames.valuesOf(300));
  const values = [RBX, RBP, SLOT, SLOT + 1].map((place) => copy.value(0, place));
  expect(values).toEqual([at(300, RBX), 0, at(300, SLOT), 0]);
  const found = new Int32Array(PLACE_COUNT);
  const within = (low: number, high: number) => [
    ...found.subarray(0, frames.placesWithin(300, low, high, found)),
  ];
  const [rbx, slot] = [at(300, RBX), at(300, SLOT)];
  expect([within(rbx - 2, slot), within(rbx, slot), within(0, rbx - 2)]).toEqual([[SLOT, RBX], [SLOT], []]);
});
