// Says what one filter shows of the stacks of a tree (model/filter.ts draws each action). It is for calltree/build to make
// the tree of that.

import type { FilterAction } from '../model/filter.ts';
import { NONE, type Profile } from '../model/profile.ts';
import {
  appended,
  asItself,
  endsIn,
  risingTo,
  runsOf,
  withRun,
  type Showing,
  type Shown,
  type StackRuns,
} from '../model/stack-runs.ts';
import { outermostBoxes, type CallTree } from '../model/tree.ts';

/** A filter whose target was looked up in the table of functions. */
export interface Rule {
  readonly action: FilterAction;
  /** 1 for each function that is meant. */
  readonly matches: Uint8Array;
  /** What neighbours that collapse become; NONE for the outermost of them. */
  readonly standIn: number;
  /** What a sample stands on when all of its frames are hidden. */
  readonly hidden: number;
}

/** What functions are called. */
export type Names = Pick<Profile, 'funcs' | 'modules'>;

/** What the filter shows of a tree. */
export function filtered(tree: CallTree, rule: Rule, names: Names): Shown {
  const { action, matches } = rule;
  const runs = runsOf(tree, names.funcs.length);
  switch (action) {
    case 'only':
      return { runs, ends: endsIn(tree, containing(tree, matches)) };
    case 'drop':
      return { runs, ends: endsIn(tree, without(tree, matches)) };
    case 'callers':
      return callers(tree, runs, matches);
    case 'focus':
      return { runs, ends: endsIn(tree), begins: outermostBoxes(tree, matches) };
    case 'hide':
      return withHidden(tree, runs, showing(names, rule), rule.hidden);
    case 'collapse':
    case 'recursion':
      return { runs, ends: endsIn(tree), showing: showing(names, rule) };
  }
}

/** Of each run itself where its stacks contain a match; NONE elsewhere. */
function containing(tree: CallTree, matches: Uint8Array): Int32Array {
  const ends = new Int32Array(tree.runs).fill(NONE);
  const { length, run } = outermostBoxes(tree, matches);
  for (let i = 0; i < length; i++) for (let at = run[i]; at < tree.end[run[i]]; at++) ends[at] = at;
  return ends;
}

/** Of each run itself where its stacks contain no match; NONE elsewhere. */
function without(tree: CallTree, matches: Uint8Array): Int32Array {
  const ends = risingTo(tree.runs);
  const { length, run } = outermostBoxes(tree, matches);
  for (let i = 0; i < length; i++) ends.fill(NONE, run[i], tree.end[run[i]]);
  return ends;
}

/** Stacks up to their outermost match. */
function callers(tree: CallTree, runs: StackRuns, matches: Uint8Array): Shown {
  const ends = new Int32Array(tree.runs).fill(NONE);
  const to = runs.to.slice();
  const { length, run, box } = outermostBoxes(tree, matches);
  for (let i = 0; i < length; i++) {
    ends.fill(run[i], run[i], tree.end[run[i]]);
    to[run[i]] = box[i] + 1;
  }
  return { runs: { ...runs, to }, ends: endsIn(tree, ends) };
}

function showing({ funcs, modules }: Names, { action, matches, standIn }: Rule): Showing {
  const { length, clean, name, module } = funcs;
  const { as, group } = asItself(length);
  /** The first function of each clean name and module: to a person they are one. */
  const firsts = new Map<string, number>();
  for (let func = 0; func < length; func++) {
    if (matches[func] === 0) continue;
    if (action === 'hide') as[func] = NONE;
    else if (action === 'collapse') {
      as[func] = standIn < 0 ? func : standIn;
      group[func] = 0;
    } else {
      const key = `${name[clean[func]]} ${modules[module[clean[func]]] ?? ''}`;
      const first = firsts.get(key) ?? func;
      firsts.set(key, first);
      group[func] = first;
    }
  }
  return { as, group };
}

/**
 * Without the frames that are hidden. Samples that lose every frame end in a run of their own, whose function no other
 * frame has: it is shown as `hidden`, even where that is hidden too.
 */
function withHidden(tree: CallTree, runs: StackRuns, showing: Showing, hidden: number): Shown {
  const bare = bareRuns(tree, showing);
  if (bare.length === 0) return { runs, ends: endsIn(tree), showing };
  const ends = risingTo(tree.runs);
  for (const run of bare) ends[run] = tree.runs;
  return {
    runs: withRun({ ...runs, funcs: runs.funcs + 1 }, runs.funcs),
    ends: endsIn(tree, ends),
    showing: { as: appended(showing.as, [hidden]), group: appended(showing.group, [NONE]) },
  };
}

/** The runs in which samples end that lose every frame. */
function bareRuns(tree: CallTree, { as }: Showing): number[] {
  const bare: number[] = [];
  for (let run = 0; run < tree.runs;) {
    let box = Math.max(1, tree.first[run]);
    while (box < tree.first[run + 1] && as[tree.func[box]] < 0) box++;
    const isBare = box === tree.first[run + 1];
    if (isBare && tree.selfSamples[run] > 0) bare.push(run);
    run = isBare ? run + 1 : tree.end[run];
  }
  return bare;
}
