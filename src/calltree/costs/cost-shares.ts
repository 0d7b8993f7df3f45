// The costs of the samples in each chain of a tree, for coloring its boxes.

import { groupRows } from '../../model/columns.ts';
import { lastAtMost } from '../../model/sorted.ts';
import {
  COSTS,
  NO_COST,
  partOfStack,
  type CostId,
  type CostShares,
  type StackCosts,
} from '../../model/costs.ts';
import { NONE, type SampleTable } from '../../model/profile.ts';
import type { CallTree } from '../../model/tree.ts';
import type { SelectedSpans } from '../time/times.ts';

/** Per sample: the index of its cost in COSTS; NO_COST for waits. */
export function costOfSamples({ stack }: SampleTable, costs: StackCosts): Uint8Array {
  const ids: readonly CostId[] = COSTS.map(({ id }) => id);
  const ofPart = Uint8Array.from(costs.parts, ({ cost }) => ids.indexOf(cost));
  const costOf = new Uint8Array(stack.length);
  for (let i = 0; i < stack.length; i++) {
    const part = partOfStack(costs, stack[i]);
    costOf[i] = part === NONE ? NO_COST : ofPart[part];
  }
  return costOf;
}

/** `chainOfSample` has the chain of the sample's last node in the tree; negative for samples that are not in it. */
export function costShares(
  tree: CallTree,
  chainOfSample: Int32Array,
  weight: Float64Array,
  costOfSample: Uint8Array,
): CostShares {
  const { chains, parent } = tree;
  const byCost = groupByCost(
    chainOfSample.map((chain, sample) =>
      chain < 0 || costOfSample[sample] === NO_COST ? NONE : costOfSample[sample],
    ),
  );
  const sumUp = (samples: Iterable<Int32Array>, into: Float64Array) => {
    into.fill(0);
    for (const group of samples) for (const sample of group) into[chainOfSample[sample]] += weight[sample];
    for (let chain = chains - 1; chain > 0; chain--) into[parent[chain]] += into[chain];
  };
  // Not the total of the tree: where a partial tree was merged from several stacks, some samples cannot be attributed.
  const all = new Float64Array(chains);
  sumUp(byCost.values(), all);
  return sharesOf(chains, byCost, (samples, into) => sumUp([samples], into), all);
}

/** The costs of a lane in time order, by duration. A node contains the samples that begin while it lasts. */
export function costSharesInTime(
  { chains, start, total }: CallTree,
  spans: SelectedSpans,
  lane: number,
  costOfSample: Uint8Array,
): CostShares {
  const first = spans.first[lane];
  const count = spans.first[lane + 1] - first;
  const begins = spans.start.subarray(first, first + count).map((each) => each - spans.from);
  const before = (time: number) => 1 + lastAtMost(begins, count, time - 0.5);
  const from = new Int32Array(chains);
  const to = new Int32Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    from[chain] = before(start[chain]);
    to[chain] = before(start[chain] + total[chain]);
  }
  const costs = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const cost = costOfSample[spans.sample[first + at]];
    costs[at] = cost === NO_COST ? NONE : cost;
  }
  const durations = new Float64Array(count + 1);
  const sumUp = (samples: Int32Array, into: Float64Array) => {
    durations.fill(0);
    for (const at of samples) durations[at + 1] = spans.end[first + at] - spans.start[first + at];
    for (let at = 0; at < count; at++) durations[at + 1] += durations[at];
    for (let chain = 0; chain < chains; chain++) into[chain] = durations[to[chain]] - durations[from[chain]];
  };
  return sharesOf(chains, groupByCost(costs), sumUp, total);
}

/** The samples of each cost that occurs, in the order of COSTS; without samples whose cost is NONE. */
function groupByCost(costOf: Int32Array): Map<number, Int32Array> {
  const { first, rows } = groupRows(costOf, COSTS.length);
  const samplesOf = (cost: number) => rows.subarray(first[cost], first[cost + 1]);
  return new Map(
    [...COSTS.keys()].flatMap((cost) => (samplesOf(cost).length > 0 ? [[cost, samplesOf(cost)]] : [])),
  );
}

/** `sumUp` writes the weight of the given samples in each chain, and `all` has that of all samples. */
function sharesOf(
  chains: number,
  byCost: ReadonlyMap<number, Int32Array>,
  sumUp: (samples: Int32Array, into: Float64Array) => void,
  all: Float64Array,
): CostShares {
  const shares = new Uint8Array(chains * byCost.size);
  const weights: number[] = [];
  const column = new Float64Array(chains);
  for (const samples of byCost.values()) {
    sumUp(samples, column);
    for (let chain = 0, at = weights.length; chain < chains; chain++, at += byCost.size)
      if (column[chain] > 0) shares[at] = Math.max(1, Math.round((255 * column[chain]) / all[chain]));
    weights.push(column[0] ?? 0);
  }
  return { costs: [...byCost.keys()].map((cost) => COSTS[cost].id), weights, shares };
}

/** In a partial tree, samples whose last frames are left out end in the nearest caller that is in the tree. */
export function withEndsOfCallers(endOf: Int32Array, parent: Int32Array): Int32Array {
  const ends = endOf.slice();
  for (let chain = 1; chain < ends.length; chain++)
    if (ends[chain] < 0 && parent[chain] >= 0) ends[chain] = ends[parent[chain]];
  return ends;
}
