// The sandwich of a function in a comparison.

import { runNow, type TimeSliced } from '../../src/async/time-slices.ts';
import type { BasisOptions } from '../../src/compare/compare.ts';
import { mergedSandwich, testMerged, type MergedTree } from '../../src/compare/tree/compared-sandwich.ts';
import { drawnTree } from '../../src/compare/tree/compared-tree.ts';
import type {
  ComparedNodes,
  ComparedRow,
  ComparisonOptions,
  FunctionDifferences,
} from '../../src/model/comparison.ts';
import { NONE } from '../../src/model/profile.ts';
import type { Answer, SandwichAnswer } from '../../src/model/queries.ts';
import type { Sandwich, Table, ViewOptions } from '../../src/model/session.ts';
import { NO_LIMIT, SMALL_TREE, type CallTree, type DetailLimit } from '../../src/model/tree.ts';
import { drawnNodes, type Compared, type MergedFunction } from './compared-nodes.ts';

/** `func` is NONE for the function whose self weight changed most. With a limit, a large sandwich is approximate. */
export function comparedSandwich(
  compared: Compared,
  options: ViewOptions,
  drawing: ComparisonOptions,
  func: number,
  limit: DetailLimit = NO_LIMIT,
): Answer<'sandwich'> {
  const { samples, total, functions: weights } = compared.comparison;
  const functions = functionsOf(options, compared.funcOf, weights, {
    weight: Math.max(total.a, total.b),
    samples: samples[0] + samples[1],
  });
  const key = keyOf(compared, func);
  const shown = key === NONE ? NONE : compared.funcOf[key];
  const merged = key === NONE ? undefined : runNow(mergedOf(compared, drawing, key));
  const isComplete = !merged || limit === NO_LIMIT || merged.callees.chains < SMALL_TREE;
  const { samplePoints } = isComplete ? NO_LIMIT : limit;
  const sandwich = merged && sandwichOf(compared, options, drawing, merged, samplePoints);
  const value = { functions, func: shown === NONE ? func : shown, sandwich, level: undefined };
  return { value, isComplete };
}

/** Merges the calls of a function in slices, unless they were merged last. `func` is as in `comparedSandwich`. */
export function* prepareSandwich(
  compared: Compared,
  drawing: ComparisonOptions,
  func: number,
): TimeSliced<void> {
  const key = keyOf(compared, func);
  if (key !== NONE) yield* mergedOf(compared, drawing, key);
}

function* mergedOf(
  compared: Compared,
  { basis, work }: BasisOptions,
  key: number,
): TimeSliced<MergedFunction> {
  if (compared.merged?.key === key) return compared.merged;
  const { comparison, prepared } = compared;
  const { callers, callees } = yield* mergedSandwich(comparison, key);
  const rowsOf = (merged: MergedTree) => {
    const rows = testMerged(prepared, { basis, work }, merged);
    return withFunction(rows, comparison.functions.totals, key);
  };
  yield;
  compared.merged = { key, callers, callees, rows: { callers: rowsOf(callers), callees: rowsOf(callees) } };
  return compared.merged;
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
  merged: MergedFunction,
  samplePoints: number,
): Sandwich | undefined {
  if (merged.callees.chains < 2) return undefined;
  const callers = drawn(compared, drawing, merged, 'callers', samplePoints);
  const callees = drawn(compared, drawing, merged, 'callees', samplePoints);
  return {
    options,
    func: compared.funcOf[merged.key],
    callers: callers.tree,
    callees: callees.tree,
    compared: { callers: callers.nodes, callees: callees.nodes },
  };
}

function drawn(
  { comparison, funcOf }: Compared,
  { width, hidesGhosts }: ComparisonOptions,
  { rows, ...trees }: MergedFunction,
  half: 'callers' | 'callees',
  samplePoints: number,
): { readonly tree: CallTree; readonly nodes: ComparedNodes } {
  const merged = trees[half];
  // The function itself keeps its width if only the other side has it.
  const isGhostHidden = hidesGhosts && merged.a.total(0) > 0 && merged.b.total(0) > 0;
  const tree = drawnTree(merged, funcOf, { width, hidesGhosts: isGhostHidden }, samplePoints);
  return { tree: tree.tree, nodes: drawnNodes(comparison, merged, rows[half], tree) };
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
