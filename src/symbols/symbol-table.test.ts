import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { NONE } from '../model/profile.ts';
import { SymbolTableBuilder, SymbolTrait, type SymbolTable } from './symbol-table.ts';

const { plain, untyped, weak, local } = SymbolTrait;

type Row = readonly [start: number, size: number, name: string, traits?: number];

function builderOf(rows: readonly Row[]): SymbolTableBuilder {
  const builder = new SymbolTableBuilder();
  for (const [start, size, name, traits = plain] of rows) {
    builder.add(start, size, builder.names.add(new TextEncoder().encode(name), [0]), traits);
  }
  return builder;
}

function settled(...rows: Row[]): SymbolTable {
  const builder = builderOf(rows);
  builder.settle();
  return builder.finish('nearest');
}

/** The symbol at each offset, in perf's notation. */
function at(table: SymbolTable, ...offsets: number[]): string {
  return offsets.map((offset) => symbolAt(table, offset)).join(' ');
}

function symbolAt(table: SymbolTable, offset: number): string {
  const row = table.find(offset);
  return row === NONE ? '-' : `${table.name(row)}+${offset - table.start(row)}`;
}

describe('find()', () => {
  test('finds a symbol from its start up to, but excluding, its end', () => {
    const table = settled([20, 5, 'b'], [10, 5, 'a']);
    expect(at(table, 9, 10, 14, 15, 20, 24, 25, NaN)).toBe('- a+0 a+4 - b+0 b+4 - -');
    expect(table.length).toBe(2);
  });

  test('finds nothing in an empty table', () => {
    expect(at(settled(), 0, -1, Infinity)).toBe('- - -');
  });

  test('extends symbols without a size to the next symbol, and the last one to the end of the next page', () => {
    const table = settled([10, 0, 'a'], [100, 0, 'b']);
    expect(at(table, 10, 99, 100, 8191, 8192)).toBe('a+0 a+89 b+0 b+8091 -');
  });

  test('finds negative kernel addresses', () => {
    const start = -0x7f000000;
    const table = settled([start, 0, '_text'], [start + 0x1000, 16, 'f']);
    expect(at(table, start - 1, start + 1, start + 0x1001)).toBe('- _text+1 f+1');
  });

  test('prefers a nested symbol to the outer one, but not a nested label', () => {
    const table = settled([0, 100, 'outer'], [20, 10, 'inner'], [50, 0, 'label'], [120, 5, 'next']);
    expect(at(table, 19, 20, 30, 55, 99)).toBe('outer+19 inner+0 outer+30 outer+55 outer+99');
    expect(at(table, 100, 119, 120)).toBe('label+50 label+69 next+0');
  });

  test('prefers the nearest start among overlapping symbols', () => {
    const table = settled([0, 50, 'a'], [30, 50, 'b'], [40, 5, 'c']);
    expect(at(table, 29, 30, 42, 45, 79, 80)).toBe('a+29 b+0 c+2 b+15 b+49 -');
  });

  test('prefers the symbol added last if overlaps resolve to the newest', () => {
    const table = builderOf([
      [10, 20, 'old'],
      [0, 100, 'all'],
      [50, 10, 'new'],
      [50, 10, 'newer'],
    ]).finish('newest');
    expect(at(table, 15, 49, 55, 60)).toBe('all+15 all+49 newer+5 all+60');
  });
});

describe('among symbols with the same start, the table keeps', () => {
  const kept = (...rows: Row[]) => {
    const table = settled(...rows);
    expect(table.length).toBe(1);
    return table.name(0);
  };

  test('the one with a known size', () => expect(kept([0, 0, 'long_label'], [0, 8, 'f'])).toBe('f'));
  test('the one with a type', () => expect(kept([0, 8, 'label', untyped], [0, 8, 'f', weak])).toBe('f'));
  test('the one that is not weak', () => expect(kept([0, 8, 'longer', weak], [0, 8, 'f', local])).toBe('f'));
  test('the global one', () => expect(kept([0, 8, 'longer', local], [0, 8, '__f'])).toBe('__f'));
  test('the one with fewer leading underscores', () =>
    expect(kept([0, 8, '__longer'], [0, 8, '_f'])).toBe('_f'));
  test('the one with the longest name', () =>
    expect(kept([0, 8, '__libc_start_main'], [0, 8, '__libc_start_main@@GLIBC_2.34'])).toBe(
      '__libc_start_main@@GLIBC_2.34',
    ));
  test('the first, if all else is equal', () => expect(kept([0, 8, 'one'], [0, 8, 'two'])).toBe('one'));
});

describe('names', () => {
  test('end at a stop byte or at the end of the bytes, and may have a suffix', () => {
    const builder = new SymbolTableBuilder();
    const bytes = new TextEncoder().encode('one\ttwo\nthree');
    const base = builder.names.add(bytes, [9, 10]);
    expect(builder.names.text(base)).toBe('one');
    expect(builder.names.text(base + 4)).toBe('two');
    expect(builder.names.text(builder.names.withSuffix(base + 8, '@plt'))).toBe('three@plt');
    expect(builder.names.add(bytes, [9, 10])).toBe(base);
  });

  test('without a terminator are truncated', () => {
    const builder = new SymbolTableBuilder();
    expect(builder.names.text(builder.names.add(new Uint8Array(1 << 20).fill(65), [0]))).toHaveLength(
      1 << 14,
    );
  });
});

test('find() gives the same result as a linear search', () => {
  const row = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 1, max: 30 }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const table = builderOf(rows.map(([start, size], i) => [start, size, `${i}`])).finish('newest');
      for (let offset = -45; offset < 75; offset++) {
        const newest = rows.findLastIndex(([start, size]) => start <= offset && offset < start + size);
        const found = table.find(offset);
        expect(found === NONE ? NONE : Number(table.name(found))).toBe(newest);
      }
    }),
  );
});

test('find() is fast with hundreds of thousands of nested symbols', () => {
  const count = 200_000;
  const builder = new SymbolTableBuilder();
  const name = builder.names.add(Uint8Array.of(65), [0]);
  for (let i = 0; i < count; i++) builder.add(i, 3 * count - 2 * i, name, plain);
  builder.settle();
  const table = builder.finish('nearest');
  for (let offset = 0; offset < 3 * count; offset += 3) table.find(offset);
  expect(table.start(table.find(2.5 * count))).toBe(count / 2 - 1);
});
