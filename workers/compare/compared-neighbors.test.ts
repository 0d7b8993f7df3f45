import { describe, expect, test } from 'vitest';
import { comparedProfile } from '../../fixtures/compared.ts';
import { profileOf } from '../../fixtures/text.ts';
import { compare } from '../../src/compare/compare.ts';
import { prepareComparison } from '../../src/compare/prepare.ts';
import type { ComparedNeighbor } from '../../src/model/comparison.ts';
import { comparedNeighbors } from './compared-neighbors.ts';

/** Samples of a leaf function, so that the sides have enough samples to be compared. */
const FILLER = 'idle 1\n'.repeat(200);

/** Callers and callees as text: `main 8→5`. */
function neighbors(a: string, b: string, name: string) {
  const recording = (text: string) => [comparedProfile(profileOf(FILLER + text))];
  const sides = { a: recording(a), b: recording(b) };
  const prepared = prepareComparison(sides, { level: 'merged', renames: [], minEffect: 0.005 });
  const comparison = compare(prepared, { basis: 'cpu' });
  const { keys } = comparison;
  const { callers, callees } = comparedNeighbors(
    comparison,
    Int32Array.from(keys.keys()),
    keys.indexOf(name),
  );
  const text = (each: readonly ComparedNeighbor[]) =>
    each.map(({ func, a: inA, b: inB }) => `${keys[func] ?? 'root'} ${inA}→${inB}`);
  return { callers: text(callers), callees: text(callees) };
}

describe('the neighbors of a function', () => {
  test('have the weights of both sides, the largest first', () => {
    const { callers, callees } = neighbors(
      'main;a;f;g 8\nmain;b;f 2\nmain;b;f;h 1',
      'main;a;f;g 5\nmain;b;f 9\nf;g 1',
      'f',
    );
    expect(callers).toEqual(['b 3→9', 'a 8→5', 'root 0→1']);
    expect(callees).toEqual(['g 8→6', 'h 1→0']);
  });

  test('count each stack once', () => {
    const { callers, callees } = neighbors('main;f;g;f;g 3\nmain;f;f 2', 'main;f;g;f;g 4', 'f');
    expect(callers).toEqual(['main 5→4']);
    expect(callees).toEqual(['g 3→4', 'f 2→0']);
  });

  test('of an inserted call are those that it calls in B', () => {
    const { callers, callees } = neighbors('main;parse 8', 'main;retry;parse 6\nmain;retry;wait 1', 'retry');
    expect(callers).toEqual(['main 0→7']);
    expect(callees).toEqual(['parse 0→6', 'wait 0→1']);
  });
});
