// Computes the details of the selected node: its self weight by kind of code, and its function's totals in the whole tree.

import { NONE, type Profile, type WeightById } from '../model/profile.ts';
import type { Details } from '../model/session.ts';
import { funcsIn, parentOf, chainOf, type CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build/build.ts';
import { heaviest, OutermostSums } from './outermost.ts';

const MAX_LISTED = 10;

/** `recorded` is the classified profile before any level or filter. */
export function detailsOf(built: BuiltTree, node: number, recorded: Profile): Omit<Details, 'costs'> {
  const { tree } = built;
  const chain = chainOf(tree, node);
  // Samples only end in the last node of a chain.
  const hasSelf = node > 0 && node === tree.first[chain + 1] - 1;
  return {
    selfKinds: hasSelf ? selfKinds(built, (each) => each === chain, recorded) : [],
    ...functionTotals(tree, tree.func[node]),
  };
}

export function functionDetailsOf(built: BuiltTree, func: number, recorded: Profile): Omit<Details, 'costs'> {
  const { tree } = built;
  const isSampled = (chain: number) => lastFuncOf(tree, chain) === func;
  return {
    selfKinds: func === NONE ? [] : selfKinds(built, isSampled, recorded),
    ...functionTotals(tree, func),
  };
}

/** The weight of the samples that end in these chains, by the kind of the sampled function. */
function selfKinds(
  { tree, chainOfSample }: BuiltTree,
  isIncluded: (chain: number) => boolean,
  { samples, stacks, funcs }: Profile,
): WeightById[] {
  const kinds = new Map<number, number>();
  for (let i = 0; i < chainOfSample.length; i++) {
    const chain = chainOfSample[i];
    if (chain < 0 || !isIncluded(chain)) continue;
    const sampled = samples.stack[i];
    // Samples without frames are shown as a marker function with its own kind.
    const func = sampled < 0 ? lastFuncOf(tree, chain) : stacks.func[sampled];
    kinds.set(funcs.kind[func], (kinds.get(funcs.kind[func]) ?? 0) + samples.weight[i]);
  }
  return heaviest(kinds, kinds.size);
}

/** The function that the samples of a chain were taken in. */
function lastFuncOf({ func, first }: CallTree, chain: number): number {
  return func[first[chain + 1] - 1];
}

function functionTotals(tree: CallTree, func: number) {
  const { callers, callees, ...totals } = sumsOfFunction(tree, func);
  return { ...totals, callers: heaviest(callers, MAX_LISTED), callees: heaviest(callees, MAX_LISTED) };
}

/**
 * The function's totals in the whole tree. Each stack counts once, even if it contains the function or the same call repeatedly.
 * Callers are those of outermost calls, as in the sandwich, so that they add up to the total; inner calls are among the callees.
 */
export function sumsOfFunction(tree: CallTree, func: number) {
  const funcs = funcsIn(tree);
  // The key of function f is f + 1; key 0 is the root, which can be a caller.
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
        const isOutermost = whole.add(func + 1, tree, chain);
        if (node > 0 && isOutermost) callers.add(caller + 1, tree, chain);
        if (node === last) funcSelf += tree.self[chain];
      }
      caller = current;
    }
  }
  return {
    funcTotal: whole.weight[func + 1],
    funcSelf,
    callers: sumsOf(callers),
    callees: sumsOf(callees),
  };
}

function sumsOf({ weight, countedUntil }: OutermostSums): Map<number, number> {
  const sums = new Map<number, number>();
  for (let key = 0; key < weight.length; key++) if (countedUntil[key] > 0) sums.set(key - 1, weight[key]);
  return sums;
}
