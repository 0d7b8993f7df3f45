// What is asked only for the selected box: what its self weight is made of, and its function over the whole tree.

import { NONE, type Profile } from '../model/profile.ts';
import type { Details, Part } from '../model/session.ts';
import { parentOf, type CallTree } from '../model/tree.ts';

const MOST_LISTED = 10;

/**
 * `box` is a box of `tree`, which was built for `event` of `shown`; `recorded` has the same samples with the stacks
 * as they were classified.
 */
export function detailsOf(
  tree: CallTree,
  box: number,
  shown: Profile,
  recorded: Profile,
  event: number,
): Details {
  return {
    box,
    selfKinds: selfKinds(tree, box, shown, recorded, event),
    ...functionTotals(tree, tree.func[box]),
  };
}

function selfKinds(tree: CallTree, box: number, shown: Profile, recorded: Profile, event: number): Part[] {
  const stack = stackOf(tree, box, shown);
  const kinds = new Map<number, number>();
  if (stack < 0) return [];
  const { samples } = shown;
  for (let i = 0; i < samples.length; i++) {
    if (samples.stack[i] !== stack || samples.event[i] !== event) continue;
    const sampled = recorded.samples.stack[i];
    const func = sampled < 0 ? NONE : recorded.frames.func[recorded.stacks.frame[sampled]];
    // A sample without a frame is shown by a stand-in; its kind says so.
    const kind = func < 0 ? shown.funcs.kind[tree.func[box]] : recorded.funcs.kind[func];
    kinds.set(kind, (kinds.get(kind) ?? 0) + samples.weight[i]);
  }
  return heaviest(kinds, kinds.size);
}

/** The stack that a box stands for, found by its path in one pass: a stack comes behind its parent. */
function stackOf(tree: CallTree, box: number, { stacks, frames }: Profile): number {
  const path: number[] = [];
  for (let at = box; at > 0; at = parentOf(tree, at)) path.push(tree.func[at]);
  let parent = NONE;
  for (let stack = 0; stack < stacks.length && path.length > 0; stack++) {
    if (stacks.parent[stack] !== parent || frames.func[stacks.frame[stack]] !== path[path.length - 1])
      continue;
    parent = stack;
    path.pop();
  }
  return path.length > 0 ? NONE : parent;
}

/** The function over the whole tree. A stack counts once, however often the function (or a call of it) stands in it. */
function functionTotals(tree: CallTree, func: number) {
  const callers = new Outermost();
  const callees = new Outermost();
  const whole = new Outermost();
  let funcSelf = 0;
  for (let run = 0; run < tree.runs; run++) {
    const last = tree.first[run + 1] - 1;
    let caller = run === 0 ? NONE : tree.func[parentOf(tree, tree.first[run], run)];
    for (let box = tree.first[run]; box <= last; box++) {
      const current = tree.func[box];
      if (caller === func && box > 0) callees.add(current, tree, run);
      if (current === func) {
        if (box > 0) callers.add(caller, tree, run);
        whole.add(func, tree, run);
        if (box === last) funcSelf += tree.self[run];
      }
      caller = current;
    }
  }
  const lists = {
    callers: heaviest(callers.sums, MOST_LISTED),
    callees: heaviest(callees.sums, MOST_LISTED),
  };
  return { funcTotal: whole.sums.get(func) ?? 0, funcSelf, ...lists };
}

/** Sums by key over the outermost runs that have it. */
class Outermost {
  readonly sums = new Map<number, number>();
  /** For each key the run behind the subtree that was counted last. */
  private readonly behind = new Map<number, number>();

  add(key: number, tree: CallTree, run: number): void {
    if (run < (this.behind.get(key) ?? 0)) return;
    this.behind.set(key, tree.end[run]);
    this.sums.set(key, (this.sums.get(key) ?? 0) + tree.total[run]);
  }
}

function heaviest(sums: Map<number, number>, most: number): Part[] {
  const parts = [...sums].map(([id, weight]) => ({ id, weight }));
  return parts.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, most);
}
