import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { OutOfOrder, RecordSorter } from './record-sorter.ts';

/** Creates a sorter that logs each delivered record as its time, a dot, and its position in the file. */
function createSorter(maxPendingBytes?: number, isSpeculative = false) {
  const delivered: string[] = [];
  const times = new Map<number, number>();
  const sorter = new RecordSorter(
    (_, at) => delivered.push(`${times.get(at)}.${at}`),
    isSpeculative,
    maxPendingBytes,
  );
  let view = viewOf(1);
  let at = 0;
  let buffers = 0;
  return {
    sorter,
    delivered,
    add: (...all: readonly number[]) => {
      for (const time of all) {
        times.set(at, time);
        sorter.add(time, view, at++);
      }
    },
    /** Puts the next records in a new buffer. */
    buffer: (size: number) => {
      const large = LARGE_VIEWS.at(++buffers % LARGE_VIEWS.length);
      view = large && size === LARGE ? large : viewOf(size);
    },
  };
}

const LARGE = 4 << 20;
/** Shared, because the tests need thousands of them. */
const LARGE_VIEWS = Array.from({ length: 8 }, () => viewOf(LARGE));

function viewOf(size: number): DataView<ArrayBuffer> {
  return new DataView(new ArrayBuffer(size));
}

describe('records are delivered in time order', () => {
  test('at the end, if there are no rounds', () => {
    const { sorter, add, delivered } = createSorter();
    add(3, 1, 2);
    expect(delivered).toEqual([]);
    sorter.finish();
    expect(delivered).toEqual(['1.1', '2.2', '3.0']);
  });

  test('in file order if their times are equal', () => {
    const { sorter, add, delivered } = createSorter();
    add(5, 4, 5, 4, 5);
    sorter.finish();
    expect(delivered).toEqual(['4.1', '4.3', '5.0', '5.2', '5.4']);
    expect(sorter.late).toBe(0);
  });

  test('in file order if their times are equal across two rounds', () => {
    const { sorter, add, delivered } = createSorter();
    add(5, 1);
    sorter.finishRound();
    add(5, 2);
    sorter.finishRound();
    add(5, 6);
    sorter.finish();
    expect(delivered).toEqual(['1.1', '2.3', '5.0', '5.2', '5.4', '6.5']);
  });

  test('after the next round, when nothing earlier can follow', () => {
    const { sorter, add, delivered } = createSorter();
    add(1, 4, 7, 2, 3, 9);
    sorter.finishRound();
    expect(delivered).toEqual([]);
    add(8, 12);
    sorter.finishRound();
    expect(delivered).toEqual(['1.0', '2.3', '3.4', '4.1', '7.2', '8.6', '9.5']);
    sorter.finishRound();
    expect(delivered.at(-1)).toBe('12.7');
  });

  test('except late ones, which are counted', () => {
    const { sorter, add, delivered } = createSorter();
    add(10);
    sorter.finishRound();
    sorter.finishRound();
    add(4, 5, 11);
    sorter.finish();
    expect(delivered).toEqual(['10.0', '4.1', '5.2', '11.3']);
    expect(sorter.late).toBe(2);
  });
});

test('sorts two rounds of the buffers of 16 CPUs', () => {
  const { sorter, add, buffer } = createSorter();
  const addRound = (from: number) => {
    for (let cpu = 0; cpu < 16; cpu++) {
      buffer(15 << 20);
      add(from + cpu + 1, from + 100 + cpu);
    }
    sorter.finishRound();
  };
  for (const from of [0, 100, 200]) addRound(from);
  sorter.finish();
  expect(sorter.late).toBe(0);
});

test('releases a buffer once all of its records are delivered', () => {
  const released: ArrayBuffer[] = [];
  const sorter = new RecordSorter(
    () => {},
    false,
    undefined,
    (buffer) => released.push(buffer),
  );
  const [first, second] = [viewOf(1), viewOf(1)];
  sorter.add(1, first, 0);
  sorter.add(9, second, 0);
  sorter.finishRound();
  sorter.add(2, first, 0);
  sorter.add(3, second, 0);
  sorter.finishRound();
  expect(released).toEqual([first.buffer, second.buffer]);
  sorter.finish();
  expect(released.length).toBe(2);
});

test('sorts any input in which no record is more than one round late', () => {
  const round = fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(round, { maxLength: 8 }), (rounds) => {
      const { sorter, add, delivered } = createSorter();
      const all: string[] = [];
      rounds.forEach((times, i) => {
        // Adjacent rounds overlap, but every record is later than those two rounds before.
        const placed = times.map((time) => i * 50 + time);
        all.push(...placed.map((time, k) => `${time}.${all.length + k}`));
        add(...placed);
        sorter.finishRound();
      });
      sorter.finish();
      const number = (text: string) => text.split('.').map(Number);
      const sorted = all.sort((a, b) => number(a)[0] - number(b)[0] || number(a)[1] - number(b)[1]);
      expect(delivered).toEqual(sorted);
      expect(sorter.late).toBe(0);
    }),
    { numRuns: 300 },
  );
});

describe('without rounds, memory is bounded', () => {
  test('and records that are almost in order are sorted', () => {
    const { sorter, add, delivered, buffer } = createSorter(400);
    for (let i = 0; i < 50; i++) {
      buffer(100);
      add(i * 2 + 1, i * 2);
    }
    expect(delivered.length).toBeGreaterThan(80);
    sorter.finish();
    expect(delivered.map((text) => Number(text.split('.')[0]))).toEqual([...Array(100).keys()]);
    expect(sorter.late).toBe(0);
  });

  test('and a record with a time far in the future does not delay the others', () => {
    const { sorter, add, delivered, buffer } = createSorter(400);
    add(1e15);
    for (let i = 0; i < 100; i++) {
      buffer(100);
      add(i);
    }
    expect(delivered.length).toBeGreaterThan(90);
    sorter.finish();
    expect(delivered).toHaveLength(101);
  });
});

describe('when speculative', () => {
  test('records that are in order for a while are delivered before the end', () => {
    const { sorter, add, delivered, buffer } = createSorter(undefined, true);
    buffer(LARGE);
    add(1, 2, 2);
    expect(delivered).toEqual([]);
    buffer(LARGE);
    add(2, 7);
    expect(delivered).toEqual(['1.0', '2.1', '2.2']);
    sorter.finish();
    expect(delivered.slice(3)).toEqual(['2.3', '7.4']);
  });

  test('a record with a time far in the future stays pending', () => {
    const { sorter, add, delivered, buffer } = createSorter(undefined, true);
    add(4, 9);
    buffer(LARGE);
    add(2, 3, 5);
    buffer(LARGE);
    add(6);
    buffer(LARGE);
    add(11);
    expect(delivered).toEqual(['2.2', '3.3', '4.0', '5.4', '6.5']);
    sorter.finish();
    expect(delivered.slice(5)).toEqual(['9.1', '11.6']);
  });

  test.each([[6], [NaN]])('a later record with time %s throws OutOfOrder', (time) => {
    const { add, buffer } = createSorter(undefined, true);
    buffer(LARGE);
    add(5, 7);
    buffer(LARGE);
    add(8);
    expect(() => add(time)).toThrow(OutOfOrder);
  });

  const step = fc.oneof(
    { weight: 60, arbitrary: fc.integer({ min: 0, max: 9 }) },
    { weight: 1, arbitrary: fc.integer({ min: -40, max: -1 }) },
    { weight: 1, arbitrary: fc.integer({ min: 10, max: 40 }) },
    { weight: 1, arbitrary: fc.constant('untimed' as const) },
    { weight: 15, arbitrary: fc.constant('buffer' as const) },
    { weight: 1, arbitrary: fc.constant('round' as const) },
  );

  test('records are delivered in the same order, or OutOfOrder is thrown', () => {
    let speculated = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const run = (isSpeculative: boolean) => {
          const all = createSorter(undefined, isSpeculative);
          let time = 100;
          for (const each of steps) {
            if (each === 'buffer') all.buffer(LARGE);
            else if (each === 'round') all.sorter.finishRound();
            else all.add(each === 'untimed' ? NaN : (time += each));
          }
          if (isSpeculative) speculated += Number(all.delivered.length > 2);
          all.sorter.finish();
          return { delivered: all.delivered, late: all.sorter.late };
        };
        try {
          expect(run(true)).toEqual(run(false));
        } catch (error) {
          if (!(error instanceof OutOfOrder)) throw error;
        }
      }),
      { numRuns: 300 },
    );
    expect(speculated).toBeGreaterThan(100);
  });
});

test('stays fast with many empty rounds', () => {
  const { sorter, add, delivered } = createSorter();
  add(...Array.from({ length: 50_000 }, (_, i) => 50_000 - i));
  for (let i = 0; i < 200_000; i++) sorter.finishRound();
  for (let i = 0; i < 20_000; i++) {
    add(60_000 + i);
    sorter.finishRound();
  }
  sorter.finish();
  expect(delivered).toHaveLength(70_000);
});
