// The sandwich of a function in a comparison.

import { mergedSandwich, testMerged, type MergedTree } from '../../src/compare/compared-sandwich.ts';
import { drawnTree } from '../../src/compare/compared-tree.ts';
import type { ComparedNodes, ComparedRow, ComparisonOptions } from '../../src/model/comparison.ts';
import { NONE } from '../../src/model/profile.ts';
import type { SandwichAnswer } from '../../src/model/queries.ts';
import type { Sandwich, Table, ViewOptions } from '../../src/model/session.ts';
import type { CallTree } from '../../src/model/tree.ts';
import { drawnNodes, type Compared } from './compared-nodes.ts';

/** `func` is NONE for the function whose self weight changed most. */
export function comparedSandwich(
  compared: Compared,
  options: ViewOptions,
  drawing: ComparisonOptions,
  func: number,
): SandwichAnswer {
  const functions = functionsOf(compared, options);
  const key = keyOf(compared, func);
  const shown = key === NONE ? NONE : compared.funcOf[key];
  const sandwich = key === NONE ? undefined : sandwichOf(compared, options, drawing, key);
  return { functions, func: shown === NONE ? func : shown, sandwich, level: undefined };
}

/** The key of a function in B; NONE if there is none. */
function keyOf({ comparison, prepared, funcOf }: Compared, func: number): number {
  const { self, totals } = comparison.functions;
  if (func === NONE) return self[0]?.index ?? totals[0]?.index ?? NONE;
  const key = funcOf.indexOf(func);
  return key < 0 ? NONE : prepared.stacks.functions.inB[key];
}

function sandwichOf(
  compared: Compared,
  options: ViewOptions,
  drawing: ComparisonOptions,
  key: number,
): Sandwich | undefined {
  const { comparison, funcOf } = compared;
  const merged = mergedSandwich(comparison, key);
  if (merged.callees.chains < 2) return undefined;
  const callers = drawn(compared, drawing, merged.callers, key);
  const callees = drawn(compared, drawing, merged.callees, key);
  return {
    options,
    func: funcOf[key],
    callers: callers.tree,
    callees: callees.tree,
    compared: { callers: callers.nodes, callees: callees.nodes },
  };
}

function drawn(
  { comparison, prepared, funcOf }: Compared,
  { width, hidesGhosts, basis, work }: ComparisonOptions,
  merged: MergedTree,
  key: number,
): { readonly tree: CallTree; readonly nodes: ComparedNodes } {
  // The function itself keeps its width if only the other side has it.
  const tree = drawnTree(merged, funcOf, {
    width,
    hidesGhosts: hidesGhosts && merged.a.total(0) > 0 && merged.b.total(0) > 0,
  });
  const rows = testMerged(prepared, { basis, work }, merged);
  return {
    tree: tree.tree,
    nodes: drawnNodes(comparison, merged, withFunction(rows, comparison.functions.totals, key), tree),
  };
}

/** The function itself has the same verdict as in the table. */
function withFunction(
  rows: readonly ComparedRow[],
  totals: readonly ComparedRow[],
  key: number,
): readonly ComparedRow[] {
  const total = totals.find(({ index }) => index === key);
  return total ? [...rows.filter(({ index }) => index !== 1), { ...total, index: 1 }] : rows;
}

/** All functions with weight; each has the weight of its heavier side. */
function functionsOf({ comparison, funcOf }: Compared, options: ViewOptions): Table {
  const { samples, total: all, functions } = comparison;
  const { totalA, totalB, selfA, selfB } = functions;
  const id: number[] = [];
  const self: number[] = [];
  const total: number[] = [];
  for (const [key, row] of funcOf.entries()) {
    const weight = Math.max(totalA[key], totalB[key]);
    if (weight === 0 || row < 0) continue;
    id.push(row);
    self.push(Math.max(selfA[key], selfB[key]));
    total.push(weight);
  }
  const weights = { id, self, total, weight: Math.max(all.a, all.b), samples: samples[0] + samples[1] };
  return tableOf(options, weights);
}

interface Weights extends Pick<Table, 'weight' | 'samples'> {
  readonly id: readonly number[];
  readonly self: readonly number[];
  readonly total: readonly number[];
}

function tableOf(options: ViewOptions, { id, self, total, weight, samples }: Weights): Table {
  const none = new Int32Array(id.length);
  return {
    options,
    by: 'function',
    length: id.length,
    id: Int32Array.from(id),
    self: Float64Array.from(self),
    selfSamples: none,
    total: Float64Array.from(total),
    totalSamples: none,
    weight,
    samples,
  };
}

export function emptySandwich(options: ViewOptions): SandwichAnswer {
  const functions = tableOf(options, { id: [], self: [], total: [], weight: 0, samples: 0 });
  return { functions, func: NONE, sandwich: undefined, level: undefined };
}
