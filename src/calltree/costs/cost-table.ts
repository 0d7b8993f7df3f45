// Groups the selected samples by cost or by part of a cost, and splits the self weight of other rows by cost.

import { costIndex, COSTS, partId, partOfStack, type CostPart, type StackCosts } from '../../model/costs.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { isByCost, type CostGrouping } from '../../model/session.ts';
import type { CallTree } from '../../model/tree.ts';
import type { BuiltTree } from '../build/build.ts';
import { keysOf, type ComputedTable } from '../table.ts';

/** One row per cost or part with samples. `recorded` has the stacks that `costs` knows. */
export function costTable(
  { tree, chainOfSample }: BuiltTree,
  { samples }: Profile,
  costs: StackCosts,
  by: CostGrouping,
): ComputedTable {
  const groups = groupParts(costs.parts, by);
  const self = new Float64Array(groups.id.length);
  const selfSamples = new Int32Array(groups.id.length);
  for (let i = 0; i < chainOfSample.length; i++) {
    if (chainOfSample[i] < 0) continue;
    const part = partOfStack(costs, samples.stack[i]);
    if (part === NONE) continue;
    const group = groups.ofPart[part];
    self[group] += samples.weight[i];
    selfSamples[group]++;
  }
  const kept = [...groups.id.keys()].filter((group) => selfSamples[group] > 0);
  const weights = {
    self: Float64Array.from(kept, (group) => self[group]),
    selfSamples: Int32Array.from(kept, (group) => selfSamples[group]),
  };
  return {
    by,
    length: kept.length,
    id: Int32Array.from(kept, (group) => groups.id[group]),
    ...(by === 'part' && { parts: kept.map((group) => groups.parts[group]) }),
    ...weights,
    total: weights.self,
    totalSamples: weights.selfSamples,
    weight: tree.total[0],
    samples: tree.samples[0],
  };
}

/** Several of `parts` may be equal. */
export function groupParts(parts: readonly CostPart[], by: CostGrouping) {
  const rows = new Map<number, number>();
  const first: CostPart[] = [];
  const ofPart = parts.map((part) => {
    const id = by === 'part' ? partId(part) : costIndex(part.cost);
    const known = rows.get(id);
    if (known !== undefined) return known;
    rows.set(id, rows.size);
    return first.push(part) - 1;
  });
  return { id: [...rows.keys()], parts: first, ofPart };
}

/**
 * The self weight of each row by cost, laid out as `Table.selfCosts`; not for rows that are costs. Costs are judged on the stacks
 * as recorded, so those of a row add up to its self weight at every level and after every filter.
 */
export function selfCostsIn(
  rows: ComputedTable,
  built: BuiltTree,
  { samples, funcs }: Profile,
  costs: StackCosts,
): Float64Array {
  const { chainOfSample, tree } = built;
  const { by, id, length } = rows;
  const rowOf = new Map(Array.from(id, (each, row) => [each, row]));
  const rowOfLeaf =
    by === 'thread' || isByCost(by) ? undefined : rowsOfLeaves(tree, keysOf(funcs, by), rowOf);
  const costOf = costs.parts.map(({ cost }) => costIndex(cost));
  const sums = new Float64Array(length * COSTS.length);
  for (let i = 0; i < chainOfSample.length; i++) {
    if (chainOfSample[i] < 0) continue;
    const row = rowOfLeaf ? rowOfLeaf[chainOfSample[i]] : (rowOf.get(samples.thread[i]) ?? NONE);
    const part = partOfStack(costs, samples.stack[i]);
    if (row < 0 || part === NONE) continue;
    sums[row * COSTS.length + costOf[part]] += samples.weight[i];
  }
  return sums;
}

/** Per chain: the row of its last node; NONE for the root. */
function rowsOfLeaves(tree: CallTree, key: Int32Array, rowOf: ReadonlyMap<number, number>): Int32Array {
  return Int32Array.from({ length: tree.chains }, (_, chain) => {
    const leaf = tree.first[chain + 1] - 1;
    return leaf === 0 ? NONE : (rowOf.get(key[tree.func[leaf]] - 1) ?? NONE);
  });
}
