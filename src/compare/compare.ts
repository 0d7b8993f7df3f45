// Compares prepared sides on a basis. This is the entry point of the stage; comparing.md explains the method.

import {
  NODE_MARKS,
  NodeMark,
  type Basis,
  type Comparison,
  type Difference,
  type FunctionDifferences,
} from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { chooseBasis, isRatioBasis, weightFactorOf } from './statistics/basis.ts';
import { estimate, groupNoiseOf, valuesOf, type EstimateContext } from './statistics/estimate.ts';
import { explainDifferences } from './align/explain.ts';
import { commonFactor, mean } from './statistics/factor.ts';
import { matchesName } from './match/function-key.ts';
import { priorScale } from './statistics/groups.ts';
import { usableBlockCounts } from './statistics/noise.ts';
import { notesOf } from './notes.ts';
import { keyOfChain } from './align/aligned-columns.ts';
import { sumFunctions } from './stacks/call-trie.ts';
import { lazily } from '../async/lazily.ts';
import type { Prepared, TableSums } from './prepare.ts';
import { sumOfAll } from './statistics/quantities.ts';
import { inferredOnSide } from './align/inferred-on-side.ts';
import { sentenceOf } from './sentence.ts';
import { sideWeights } from './align/side-weights.ts';
import type { Run } from './statistics/run.ts';
import { differenceOf, isAtLeast, judge, type TestedRow } from './statistics/verdicts.ts';
import { modulesOfSelected } from './match/modules-of-unnamed.ts';
import { hintOf } from './statistics/hint.ts';

export interface BasisOptions {
  /** By default, the recordings decide. */
  readonly basis?: Basis | undefined;
  /** Why the caller chose this basis, if the user did not. */
  readonly why?: string | undefined;
  /** Units of work per recording of A and of B. */
  readonly work?: readonly [number, number] | undefined;
}

/** What graphs do not need is computed on first use. */
export function compare(prepared: Prepared, options: BasisOptions): Comparison {
  const { runs, countA, keys, nodes } = prepared;
  const context = contextOf(prepared, options);
  const { factor, totalA, totalB } = context;
  const delta = prepared.minEffect * Math.max(totalA, totalB);
  const calls = judge(
    testedRows(
      context,
      prepared.calls,
      (index) => ({
        key: pathOf(prepared, index),
        function: keys[keyOfChain(nodes, index)],
        mark: NODE_MARKS[nodes.mark[index]],
      }),
      delta,
    ),
    delta,
  );
  const total = totalDifference(context, prepared);
  const facts = {
    ...basisOf(prepared, options),
    level: prepared.level,
    event: prepared.event,
    measure: prepared.bases.includes('cpu') ? prepared.event : '',
    factor: factor.factor,
    factorSe: Math.sqrt(factor.noise.variance),
    tau: factor.tau,
    isUneven: factor.isUneven,
    work: options.work,
    cpu: bySide(prepared, ({ weight }) => weight, mean),
    cpuUnfiltered: bySide({ countA, runs: prepared.unfilteredRuns }, ({ weight }) => weight, mean),
    samples: bySide(prepared, ({ samples }) => samples, sum),
    elapsed: bySide(prepared, ({ elapsed }) => elapsed, mean),
    runs: [countA, runs.length - countA] as const,
    delta,
    total,
    explained: explainDifferences(nodes, calls).map(({ key, d }) => ({ key: keys[key], d })),
  };
  const unnamed = lazily(() => modulesOfSelected(prepared));
  const functions = lazily(() => functionDifferences(prepared, context, delta));
  const tree = lazily(() => treeOf(prepared, context));
  return {
    ...facts,
    keys,
    nodes: calls,
    get functions() {
      return functions();
    },
    get tree() {
      return tree();
    },
    matched: Object.fromEntries(prepared.stacks.functions.how),
    get sentence() {
      return sentenceOf({ ...facts, functions: functions(), unnamedModules: unnamed() });
    },
    get unnamedModules() {
      return unnamed();
    },
    hint: hintOf(prepared.stacks.functions.own, context, total, delta),
    notes: notesOf(prepared, { ...facts, nodes: calls }),
  };
}

function functionDifferences(
  { functions, keys, countA, runs }: Prepared,
  context: EstimateContext,
  delta: number,
): FunctionDifferences {
  const { selfOf, totalOf, marks, candidates } = functions;
  const rows = (sums: TableSums) =>
    judge(
      testedRows(
        context,
        sums,
        (index) => ({ key: keys[index], function: keys[index], mark: marks[index] }),
        delta,
      ),
      delta,
    );
  return {
    selfA: sideMeans(context, selfOf, 0, countA),
    selfB: sideMeans(context, selfOf, countA, runs.length),
    totalA: sideMeans(context, totalOf, 0, countA),
    totalB: sideMeans(context, totalOf, countA, runs.length),
    self: rows(functions.self),
    totals: rows(functions.totals),
    candidates,
  };
}

/** The difference of a function's total, whether the function was tested or not. `key` is an index into the keys. */
export function functionDifference(prepared: Prepared, options: BasisOptions, key: number): Difference {
  const { trie, keys, stacks } = prepared;
  const rowOf = new Int32Array(keys.length).fill(NONE);
  rowOf[key] = 0;
  const sums = sumFunctions(trie, stacks.outermost(), rowOf, 1);
  const context = contextOf(prepared, options);
  const scale = priorScaleOf(
    context,
    prepared.functions.totals,
    prepared.minEffect * Math.max(context.totalA, context.totalB),
  );
  return estimate(context, sums, 0, groupNoiseOf(context, sums, 0), scale);
}

export function keysNamed({ keys }: Prepared, name: string): number[] {
  return [...keys.keys()].filter((key) => matchesName(keys[key], name));
}

function basisOf({ sides, bases, event }: Prepared, { basis, work, why }: BasisOptions) {
  const ranges = [sides.a, sides.b].filter((side) => side.some(({ range }) => range)).length;
  const chosen = chooseBasis({ basis, work, ranges, bases, event });
  return { ...chosen, why: why ?? chosen.why };
}

export function contextOf(prepared: Prepared, options: BasisOptions): EstimateContext {
  const { countA, selection } = prepared;
  const { basis } = basisOf(prepared, options);
  // At equal work, a filter changes neither the scale nor the noise of a function.
  const runs = basis === 'matched' ? prepared.unfilteredRuns : prepared.runs;
  const [workA, workB] = options.work ?? [1, 1];
  const factor = commonFactor(selection.factorData, workB / workA);
  const scales = runs.map((run, i) =>
    weightFactorOf(basis, run, {
      work: i < countA ? workA : workB,
      ofRun: factor.perRun[i],
      meanB: factor.meanB,
    }),
  );
  const meansOf = (each: readonly Run[]): [number, number] => {
    const totals = each.map(({ weight }, i) => scales[i] * weight);
    return [mean(totals.slice(0, countA)), mean(totals.slice(countA))];
  };
  const [totalA, totalB] = meansOf(prepared.runs);
  return {
    basis,
    runs,
    countA,
    scales,
    factor,
    blockCounts: usableBlockCounts(runs),
    totalA,
    totalB,
    whole: mean(meansOf(runs)),
  };
}

/** On ratio bases, the only noise of the total of all samples is that of the common factor. */
function totalDifference(context: EstimateContext, { runs }: Prepared): Difference {
  const { basis, factor, totalA, totalB } = context;
  const sums = runs.map(sumOfAll);
  const isPart = runs.some((run, i) => run !== context.runs[i]);
  if (isPart || !isRatioBasis(basis)) return estimate(context, sums, 0, groupNoiseOf(context, sums, 0), 1);
  const variance = basis === 'matched' ? totalA ** 2 * factor.noise.variance : 0;
  return differenceOf(totalA, totalB, { variance, df: factor.noise.df });
}

/** Estimates the rows whose larger side is at least `delta`. */
export function testedRows(
  context: EstimateContext,
  { indices, sums }: TableSums,
  rowAt: (index: number) => Omit<TestedRow, 'index' | 'difference'>,
  delta: number,
): TestedRow[] {
  const scale = priorScaleOf(context, { indices, sums }, delta);
  return indices.flatMap((index, row) => {
    if (!isAtLeast(Math.max(...valuesOf(context, sums, row)), delta)) return [];
    const difference = estimate(context, sums, row, groupNoiseOf(context, sums, row), scale);
    return [{ index, ...rowAt(index), difference }];
  });
}

function priorScaleOf(context: EstimateContext, { indices, sums }: TableSums, delta: number): number {
  const noises = indices.flatMap((_, row) =>
    isAtLeast(Math.max(...valuesOf(context, sums, row)), delta)
      ? (groupNoiseOf(context, sums, row) ?? [])
      : [],
  );
  return priorScale(noises);
}

/** The keys on a tested node's call path, except inserted and removed calls. The chains of tested nodes have one node. */
function pathOf({ nodes, keys }: Prepared, chain: number): string {
  const path = [keys[keyOfChain(nodes, chain)]];
  for (let above = nodes.parent[chain]; above > 0; above = nodes.parent[above])
    if (nodes.mark[above] === NodeMark.none) path.push(keys[keyOfChain(nodes, above)]);
  return path.reverse().join(';');
}

/** Mean of the columns of some recordings, after scaling. */
function sideMeans(
  { scales }: EstimateContext,
  columns: readonly Float64Array[],
  from: number,
  to: number,
): Float64Array {
  const means = new Float64Array(columns[0].length);
  for (let run = from; run < to; run++) {
    const scale = scales[run];
    const column = columns[run];
    for (let i = 0; i < means.length; i++) means[i] += scale * column[i];
  }
  for (let i = 0; i < means.length; i++) means[i] /= to - from;
  return means;
}

function treeOf(prepared: Prepared, { scales, totalA, totalB }: EstimateContext): Comparison['tree'] {
  const { nodes, trie, countA } = prepared;
  const { key, chains, from, to, parent, end, mark, movedOutOf } = nodes;
  const side = (name: 'a' | 'b', whole: number, from: number, until?: number) =>
    sideWeights(trie, nodes, name, {
      samples: trie.samples.slice(from, until),
      scales: scales.slice(from, until),
      whole,
      inferred: inferredOnSide(prepared, name, scales),
    });
  const a = side('a', totalA, 0, countA);
  const b = side('b', totalB, countA);
  return { key, chains, from, to, parent, end, mark, a, b, movedOutOf };
}

function bySide(
  { runs, countA }: Pick<Prepared, 'runs' | 'countA'>,
  value: (run: Prepared['runs'][number]) => number,
  combine: (values: readonly number[]) => number,
): readonly [number, number] {
  const values = runs.map(value);
  return [combine(values.slice(0, countA)), combine(values.slice(countA))];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
