// What is asked only for the selected box: what its self weight is made of, and its function over the whole tree.

import { NONE, type Profile } from '../model/profile.ts';
import type { Details, Part } from '../model/session.ts';
import { funcsIn, parentOf, runOf, type CallTree } from '../model/tree.ts';
import type { BuiltTree } from './build.ts';
import { Outermost } from './outermost.ts';

const MOST_LISTED = 10;

/** `box` is a box of the tree; `recorded` has the samples with the stacks as they were classified. */
export function detailsOf({ tree, runOfSample }: BuiltTree, box: number, recorded: Profile): Details {
  return {
    selfKinds: selfKinds(tree, runOfSample, box, recorded),
    ...functionTotals(tree, tree.func[box]),
  };
}

function selfKinds(tree: CallTree, runOfSample: Int32Array, box: number, recorded: Profile): Part[] {
  const run = runOf(tree, box);
  const kinds = new Map<number, number>();
  // Samples end in the last box of a run only.
  if (box === 0 || box !== tree.first[run + 1] - 1) return [];
  const { samples, stacks, frames, funcs } = recorded;
  for (let i = 0; i < runOfSample.length; i++) {
    if (runOfSample[i] !== run) continue;
    const sampled = samples.stack[i];
    // A sample without a frame is shown by a stand-in; its kind says so.
    const func = sampled < 0 ? tree.func[box] : frames.func[stacks.frame[sampled]];
    kinds.set(funcs.kind[func], (kinds.get(funcs.kind[func]) ?? 0) + samples.weight[i]);
  }
  return heaviest(kinds, kinds.size);
}

/** The function over the whole tree. A stack counts once, however often the function (or a call of it) stands in it. */
export function functionTotals(tree: CallTree, func: number) {
  const funcs = funcsIn(tree);
  // The key of function f is f + 1: the root, which has none, is a caller too.
  const callers = new Outermost(funcs + 1);
  const callees = new Outermost(funcs + 1);
  const whole = new Outermost(funcs + 1);
  let funcSelf = 0;
  for (let run = 0; run < tree.runs; run++) {
    const last = tree.first[run + 1] - 1;
    let caller = run === 0 ? NONE : tree.func[parentOf(tree, tree.first[run], run)];
    for (let box = tree.first[run]; box <= last; box++) {
      const current = tree.func[box];
      if (caller === func && box > 0) callees.add(current + 1, tree, run);
      if (current === func) {
        if (box > 0) callers.add(caller + 1, tree, run);
        whole.add(func + 1, tree, run);
        if (box === last) funcSelf += tree.self[run];
      }
      caller = current;
    }
  }
  const lists = {
    callers: heaviest(sumsOf(callers), MOST_LISTED),
    callees: heaviest(sumsOf(callees), MOST_LISTED),
  };
  return { funcTotal: whole.weight[func + 1], funcSelf, ...lists };
}

function sumsOf({ weight, behind }: Outermost): Map<number, number> {
  const sums = new Map<number, number>();
  for (let key = 0; key < weight.length; key++) if (behind[key] > 0) sums.set(key - 1, weight[key]);
  return sums;
}

function heaviest(sums: Map<number, number>, most: number): Part[] {
  const parts = [...sums].map(([id, weight]) => ({ id, weight }));
  return parts.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, most);
}
