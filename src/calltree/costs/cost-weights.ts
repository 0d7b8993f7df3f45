// The costs of the selected samples, of a node, or of all calls of a function.

import { partOfStack, type PartWeight, type StackCosts } from '../../model/costs.ts';
import { isPythonLike } from '../../model/kinds.ts';
import { NONE, type Profile, type SampleTable } from '../../model/profile.ts';
import type { CallTree } from '../../model/tree.ts';
import type { BuiltTree } from '../build/build.ts';
import { eventMask } from '../../model/events.ts';

/** How a sample counts. */
const Share = { none: 0, total: 1, own: 2 } as const;

/** The costs of all selected samples. */
export function costWeights(built: BuiltTree, recorded: Profile, costs: StackCosts): PartWeight[] {
  return sumParts(built, recorded, costs, () => Share.own);
}

/**
 * The costs of a node, in total and of its own time. The own time of a Python function includes the C code that it calls, up to other
 * Python functions; that of other functions is their self time.
 */
export function nodeCosts(
  built: BuiltTree,
  node: number,
  recorded: Profile,
  costs: StackCosts,
): PartWeight[] {
  const shares = sharesOf(built.tree, recorded, built.tree.func[node], (each) => each === node);
  return sumParts(built, recorded, costs, (chain) => shares[chain]);
}

/** The costs of all calls of a function, as those of a node. */
export function functionCosts(
  built: BuiltTree,
  func: number,
  recorded: Profile,
  costs: StackCosts,
): PartWeight[] {
  const { tree } = built;
  const shares = sharesOf(tree, recorded, func, (node) => tree.func[node] === func);
  return sumParts(built, recorded, costs, (chain) => shares[chain]);
}

/** Per chain: how the samples that end in its last node count. `starts` tells the nodes of the function `func`. */
function sharesOf(
  tree: CallTree,
  { funcs }: Profile,
  func: number,
  starts: (node: number) => boolean,
): Uint8Array {
  const { chains, first, parent } = tree;
  const isPython = func !== NONE && isPythonLike(funcs.kind[func]);
  const shares = new Uint8Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    let share: number = parent[chain] === NONE ? Share.none : shares[parent[chain]];
    for (let node = first[chain]; node < first[chain + 1]; node++) {
      if (starts(node)) share = Share.own;
      else if (share === Share.own && (!isPython || isPythonLike(funcs.kind[tree.func[node]])))
        share = Share.total;
    }
    shares[chain] = share;
  }
  return shares;
}

/** Heaviest first; equal weights in the order of the parts. */
function sumParts(
  { chainOfSample }: BuiltTree,
  { samples }: Profile,
  costs: StackCosts,
  shareOf: (chain: number) => number,
): PartWeight[] {
  const { parts } = costs;
  const own = new Float64Array(parts.length);
  const total = new Float64Array(parts.length);
  for (let i = 0; i < chainOfSample.length; i++) {
    const chain = chainOfSample[i];
    const share = chain < 0 ? Share.none : shareOf(chain);
    if (share === Share.none) continue;
    const part = partOfStack(costs, samples.stack[i]);
    if (part === NONE) continue;
    total[part] += samples.weight[i];
    if (share === Share.own) own[part] += samples.weight[i];
  }
  const sums = new Map<string, PartWeight>();
  parts.forEach(({ cost, part }, id) => {
    if (total[id] === 0) return;
    const key = `${cost} ${part}`;
    const before = sums.get(key) ?? { own: 0, total: 0 };
    sums.set(key, { cost, part, own: before.own + own[id], total: before.total + total[id] });
  });
  return [...sums.values()].sort((a, b) => b.total - a.total);
}

interface CostSum {
  /** As given for the samples. */
  readonly group: number;
  /** Index into `StackCosts.parts`. */
  readonly part: number;
  /** In the unit of the event. */
  readonly weight: number;
  readonly samples: number;
}

/**
 * Sums the samples of an event. `recorded` has the stacks that `costs` knows; `groupOf` returns the group of a sample, NONE to leave
 * the sample out. The sums are in order of first use.
 */
export function sumCosts(
  recorded: SampleTable,
  costs: StackCosts,
  event: number,
  groupOf: (sample: number) => number,
): CostSum[] {
  const sums = new Map<number, { group: number; part: number; weight: number; samples: number }>();
  const isIncluded = eventMask(recorded, event);
  for (let i = 0; i < recorded.length; i++) {
    if (isIncluded[recorded.event[i]] === 0) continue;
    const group = groupOf(i);
    if (group === NONE) continue;
    const part = partOfStack(costs, recorded.stack[i]);
    if (part === NONE) continue;
    const key = group * costs.parts.length + part;
    const sum = sums.get(key);
    if (sum) {
      sum.weight += recorded.weight[i];
      sum.samples++;
    } else sums.set(key, { group, part, weight: recorded.weight[i], samples: 1 });
  }
  return [...sums.values()];
}
