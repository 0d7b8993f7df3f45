// Details of the selected node: the kinds of code in its self weight, and totals of its function over the whole tree.

import { NONE, type Profile } from '../model/profile.ts';
import type { Details, Part } from '../model/session.ts';
import { funcsIn, parentOf, chainOf, type CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build.ts';
import { OutermostSums } from './outermost.ts';

const MOST_LISTED = 10;

/** `recorded` has the samples with their stacks as classified, before any level or filter. */
export function detailsOf({ tree, chainOfSample }: BuiltTree, node: number, recorded: Profile): Details {
  return {
    selfKinds: selfKinds(tree, chainOfSample, node, recorded),
    ...functionTotals(tree, tree.func[node]),
  };
}

function selfKinds(tree: CallTree, chainOfSample: Int32Array, node: number, recorded: Profile): Part[] {
  const chain = chainOf(tree, node);
  const kinds = new Map<number, number>();
  // Samples only end in the last node of a chain.
  if (node === 0 || node !== tree.first[chain + 1] - 1) return [];
  const { samples, stacks, funcs } = recorded;
  for (let i = 0; i < chainOfSample.length; i++) {
    if (chainOfSample[i] !== chain) continue;
    const sampled = samples.stack[i];
    // Samples without frames are shown as a marker function, which has its own kind.
    const func = sampled < 0 ? tree.func[node] : stacks.func[sampled];
    kinds.set(funcs.kind[func], (kinds.get(funcs.kind[func]) ?? 0) + samples.weight[i]);
  }
  return heaviest(kinds, kinds.size);
}

/** Totals of a function over the whole tree. Each stack counts once, however often it contains the function or a given call. */
export function functionTotals(tree: CallTree, func: number) {
  const funcs = funcsIn(tree);
  // The key of function f is f + 1. The root, which has no function, can be a caller: its key is 0.
  const callers = new OutermostSums(funcs + 1);
  const callees = new OutermostSums(funcs + 1);
  const whole = new OutermostSums(funcs + 1);
  let funcSelf = 0;
  for (let chain = 0; chain < tree.chains; chain++) {
    const last = tree.first[chain + 1] - 1;
    let caller = chain === 0 ? NONE : tree.func[parentOf(tree, tree.first[chain], chain)];
    for (let node = tree.first[chain]; node <= last; node++) {
      const current = tree.func[node];
      if (caller === func && node > 0) callees.add(current + 1, tree, chain);
      if (current === func) {
        if (node > 0) callers.add(caller + 1, tree, chain);
        whole.add(func + 1, tree, chain);
        if (node === last) funcSelf += tree.self[chain];
      }
      caller = current;
    }
  }
  return {
    funcTotal: whole.weight[func + 1],
    funcSelf,
    callers: heaviest(sumsOf(callers), MOST_LISTED),
    callees: heaviest(sumsOf(callees), MOST_LISTED),
  };
}

function sumsOf({ weight, countedUntil }: OutermostSums): Map<number, number> {
  const sums = new Map<number, number>();
  for (let key = 0; key < weight.length; key++) if (countedUntil[key] > 0) sums.set(key - 1, weight[key]);
  return sums;
}

function heaviest(sums: Map<number, number>, most: number): Part[] {
  const parts = [...sums].map(([id, weight]) => ({ id, weight }));
  return parts.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, most);
}
