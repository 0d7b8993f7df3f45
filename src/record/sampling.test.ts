import { describe, expect, test } from 'vitest';
import { MAX_STACK_SIZE } from './record-command.ts';
import {
  MAX_BYTES_PER_SECOND,
  bytesPerSecond,
  chooseSampling,
  measuredStacks,
  STACK_SIZES,
  type MeasuredStacks,
  type SamplingNeeds,
} from './sampling.ts';

function choose(needs: Partial<SamplingNeeds> = {}) {
  const { frequency, stackSize } = chooseSampling(needsWith(needs));
  return [frequency, stackSize];
}

function needsWith(needs: Partial<SamplingNeeds>): SamplingNeeds {
  return { frequency: undefined, stackSize: undefined, compresses: true, measured: undefined, ...needs };
}

/** Stacks of 100 samples, 99 of which need `bytes`. */
function measured(bytes: number, changes: Partial<MeasuredStacks> = {}): MeasuredStacks {
  const needed = new Float64Array(100).fill(bytes);
  needed[99] = 200_000;
  return { needed, busy: 1, compression: 20, ...changes };
}

describe('by default, full copies are made', () => {
  test('compressed ones more often', () => {
    expect(choose()).toEqual([499, MAX_STACK_SIZE]);
    expect(choose({ compresses: false })).toEqual([299, MAX_STACK_SIZE]);
  });

  test('also of shallow stacks, if perf compresses', () => {
    expect(choose({ measured: measured(3000) })).toEqual([499, MAX_STACK_SIZE]);
  });

  test('less often if the measured data would exceed the budget', () => {
    expect(choose({ measured: measured(3000, { busy: 16 }) })).toEqual([299, MAX_STACK_SIZE]);
    expect(choose({ measured: measured(3000, { compression: 1.2 }) })).toEqual([299, MAX_STACK_SIZE]);
    expect(choose({ measured: measured(3000, { busy: 900 }) })).toEqual([49, MAX_STACK_SIZE]);
  });
});

describe('a perf that cannot compress copies what was measured', () => {
  test.each([
    [3000, 999, 8192],
    [13_000, 999, 16384],
    [14_000, 499, 24576],
    [20_000, 499, 32768],
    [27_000, 299, 49152],
    [60_000, 299, MAX_STACK_SIZE],
    [90_000, 299, MAX_STACK_SIZE],
  ])('for stacks of %d bytes: %d × %d', (bytes, frequency, stackSize) => {
    expect(choose({ compresses: false, measured: measured(bytes) })).toEqual([frequency, stackSize]);
  });

  test('but not if there were few samples', () => {
    const few = { ...measured(3000), needed: new Float64Array(49).fill(3000) };
    expect(choose({ compresses: false, measured: few })).toEqual([299, MAX_STACK_SIZE]);
  });
});

describe('what the user chose is kept', () => {
  test('the frequency limits the size', () => {
    expect(choose({ frequency: 999 })).toEqual([999, MAX_STACK_SIZE]);
    expect(choose({ frequency: 4999 })).toEqual([4999, 32768]);
    expect(choose({ frequency: 999, compresses: false })).toEqual([999, 16384]);
    expect(choose({ frequency: 100_000, compresses: false })).toEqual([100_000, 8192]);
  });

  test('the size limits the frequency', () => {
    expect(choose({ stackSize: 8192 })).toEqual([999, 8192]);
    expect(choose({ stackSize: 40_000, compresses: false })).toEqual([299, 40_000]);
  });

  test('both stay as they are', () => {
    expect(choose({ frequency: 9999, stackSize: 60_000, compresses: false })).toEqual([9999, 60_000]);
  });
});

test('what is chosen stays within the budget', () => {
  for (const compresses of [true, false])
    for (const busy of [0.1, 1, 4])
      for (const stackSize of [undefined, ...STACK_SIZES]) {
        const needs = needsWith({ compresses, stackSize, measured: measured(20_000, { busy }) });
        expect(bytesPerSecond(chooseSampling(needs), needs)).toBeLessThanOrEqual(MAX_BYTES_PER_SECOND);
      }
});

describe('what a trial recording measured', () => {
  const copied = (count: number) => ({
    size: new Uint32Array(count + 2).fill(MAX_STACK_SIZE, 0, count),
    needed: new Float64Array(count + 2).fill(9000).fill(NaN, 0, 1).fill(400, 1, 2),
  });

  test('are the copies that were used, and how well they were compressed', () => {
    const { needed, compression, busy } = measuredStacks(copied(100), 0.5, 10 * MAX_STACK_SIZE) ?? {};
    expect([needed?.length, needed?.[0], needed?.[98], compression, busy]).toEqual([99, 400, 9000, 10, 0.5]);
  });

  test.each([0, 1, 49])('is unknown if the program was idle: %d copies', (count) => {
    expect(measuredStacks(copied(count), 0, 100_000)).toBeUndefined();
  });
});
