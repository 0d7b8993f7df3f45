// The sandwich of a function in a comparison.

import { mergedSandwich, testMerged, type MergedTree } from '../../src/compare/tree/compared-sandwich.ts';
import { drawnTree } from '../../src/compare/tree/compared-tree.ts';
import type {
  ComparedNodes,
  ComparedRow,
  ComparisonOptions,
  FunctionDifferences,
} from '../../src/model/comparison.ts';
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
  const { samples, total, functions: weights } = compared.comparison;
  const functions = functionsOf(options, compared.funcOf, weights, {
    weight: Math.max(total.a, total.b),
    samples: samples[0] + samples[1],
  });
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
function functionsOf(
  options: ViewOptions,
  funcOf: Int32Array,
  { selfA, selfB, totalA, totalB }: Pick<FunctionDifferences, 'selfA' | 'selfB' | 'totalA' | 'totalB'>,
  { weight, samples }: Pick<Table, 'weight' | 'samples'>,
): Table {
  const totalOf = (key: number) => Math.max(totalA[key], totalB[key]);
  const keys = [...funcOf.keys()].filter((key) => totalOf(key) !== 0 && funcOf[key] >= 0);
  const none = new Int32Array(keys.length);
  return {
    options,
    by: 'function',
    length: keys.length,
    id: Int32Array.from(keys, (key) => funcOf[key]),
    self: Float64Array.from(keys, (key) => Math.max(selfA[key], selfB[key])),
    selfSamples: none,
    total: Float64Array.from(keys, totalOf),
    totalSamples: none,
    weight,
    samples,
  };
}

export function emptySandwich(options: ViewOptions): SandwichAnswer {
  const [selfA, selfB, totalA, totalB] = Array.from({ length: 4 }, () => new Float64Array());
  const weights = { selfA, selfB, totalA, totalB };
  const functions = functionsOf(options, new Int32Array(), weights, { weight: 0, samples: 0 });
  return { functions, func: NONE, sandwich: undefined, level: undefined };
}
