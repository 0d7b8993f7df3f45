import { expect, test } from 'vitest';
import { Float64Column, Int32Column, release, Uint8Column } from './columns.ts';

test.each([
  ['Int32Column', new Int32Column(), [1, -1, 2 ** 31 - 1]],
  ['Float64Column', new Float64Column(), [0.5, NaN, 2 ** 53]],
  ['Uint8Column', new Uint8Column(), [0, 255]],
] as const)('%s returns all pushed values, growing as needed', (_name, column, values) => {
  for (let i = 0; i < 1000; i++) column.push(values[i % values.length]);
  expect(column).toHaveLength(1000);
  expect(Array.from(column.take())).toEqual(
    Array.from({ length: 1000 }, (_, i) => values[i % values.length]),
  );
  column.set(999, values[0]);
  expect(column.at(999)).toBe(values[0]);
});

test('take() returns a copy without unused capacity', () => {
  const column = new Int32Column();
  column.push(1);
  const taken = column.take();
  column.set(0, 2);
  expect([...taken]).toEqual([1]);
  expect(taken.buffer.byteLength).toBe(4);
});

test('a released column is empty, where the engine can free its memory', () => {
  const column = new Int32Array(4);
  release(column);
  expect(column).toHaveLength('transfer' in ArrayBuffer.prototype ? 0 : 4);
});
