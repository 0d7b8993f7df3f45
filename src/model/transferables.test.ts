import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { transferablesOf } from './transferables.ts';

test('returns the buffer of each column once', () => {
  const { stacks, samples, threads } = profileOf('main;run 3');
  const buffers = transferablesOf(stacks, samples, stacks, { threads, name: 'x' });
  expect(new Set(buffers)).toEqual(
    new Set(
      [
        stacks.parent,
        stacks.func,
        samples.stack,
        samples.thread,
        samples.event,
        samples.time,
        samples.weight,
      ].map((column) => column.buffer),
    ),
  );
  expect(buffers).toHaveLength(7);
});

test('returns a shared buffer once', () => {
  const buffer = new ArrayBuffer(16);
  expect(transferablesOf({ a: new Int32Array(buffer, 0, 2), b: new Int32Array(buffer, 8, 2) })).toEqual([
    buffer,
  ]);
});
