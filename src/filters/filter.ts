// Rewrites the stacks of a profile at a level as one filter says (model/filter.ts draws each action). One pass over the
// runs, parents first. No stack may be there twice. A sample that is left out has no stack.
//
// Three actions leave every stack as it is and only move samples, so they share the table: what no sample stands on any
// more is not drawn, and the next filter passes it over.

import { Chains } from '../model/chains.ts';
import type { FilterAction } from '../model/filter.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { InRuns, StackRuns } from '../model/stack-runs.ts';

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

/** The same samples over the stacks that the filter makes. */
export function filtered(profile: InRuns, rule: Rule, names: Names): InRuns {
  const { runs } = profile;
  const { action, matches } = rule;
  switch (action) {
    case 'only':
      return moved(profile, runs, containing(runs, matches));
    case 'drop':
      return moved(profile, runs, without(runs, matches));
    case 'callers':
      return callers(profile, matches);
    case 'focus':
      return focused(profile, matches);
    case 'hide':
    case 'collapse':
    case 'recursion':
      return shortened(profile, showing(names, rule), rule.hidden);
  }
}

/** A sample of run r ends in `at[r]`, and is left out where that is NONE. */
function moved(profile: InRuns, runs: StackRuns, at: Int32Array): InRuns {
  const { samples } = profile;
  const stack = new Int32Array(samples.length);
  for (let i = 0; i < stack.length; i++) stack[i] = samples.stack[i] < 0 ? NONE : at[samples.stack[i]];
  return { ...profile, runs, samples: { ...samples, stack } };
}

/** The first frame of the run that matches; where the run ends when none does. */
function firstMatch({ from, to, func }: StackRuns, run: number, matches: Uint8Array): number {
  let at = from[run];
  while (at < to[run] && matches[func[at]] === 0) at++;
  return at;
}

/** Of each run itself where its stacks contain a match; NONE elsewhere. */
function containing(runs: StackRuns, matches: Uint8Array): Int32Array {
  const { length, parent, to } = runs;
  const at = new Int32Array(length).fill(NONE);
  for (let run = 1; run < length; run++) {
    if (at[parent[run]] >= 0 || firstMatch(runs, run, matches) < to[run]) at[run] = run;
  }
  return at;
}

/** Of each run itself where its stacks contain no match; NONE elsewhere. */
function without(runs: StackRuns, matches: Uint8Array): Int32Array {
  const { length, parent, to } = runs;
  const at = new Int32Array(length).fill(NONE);
  at[0] = 0;
  for (let run = 1; run < length; run++) {
    if (at[parent[run]] >= 0 && firstMatch(runs, run, matches) === to[run]) at[run] = run;
  }
  return at;
}

/** Stacks up to their outermost match. */
function callers(profile: InRuns, matches: Uint8Array): InRuns {
  const { runs } = profile;
  const { length, parent } = runs;
  const at = new Int32Array(length).fill(NONE);
  const to = runs.to.slice();
  for (let run = 1; run < length; run++) {
    at[run] = at[parent[run]];
    if (at[run] >= 0) continue;
    const match = firstMatch(runs, run, matches);
    if (match === to[run]) continue;
    at[run] = run;
    to[run] = match + 1;
  }
  return moved(profile, { ...runs, to }, at);
}

/** Stacks from their outermost match on. Only those that begin with the same function in several places can meet. */
function focused(profile: InRuns, matches: Uint8Array): InRuns {
  const { runs } = profile;
  const { length, parent, to, func } = runs;
  const isReached = reached(profile);
  /** Where what is left of each run begins. */
  const begin = to.slice();
  const isInside = new Uint8Array(length);
  /** How often each function is the outermost match. */
  const places = new Int32Array(matches.length);
  for (let run = 1; run < length; run++) {
    if (isReached[run] === 0) continue;
    const isBehind = isInside[parent[run]] === 1;
    begin[run] = isBehind ? runs.from[run] : firstMatch(runs, run, matches);
    if (begin[run] === to[run]) continue;
    isInside[run] = 1;
    if (!isBehind) places[func[begin[run]]]++;
  }
  const chains = new Chains(func.length);
  const isMeeting = new Uint8Array(length);
  const at = new Int32Array(length).fill(NONE);
  for (let run = 1; run < length; run++) {
    if (isInside[run] === 0) continue;
    const below = at[parent[run]];
    isMeeting[run] = below < 0 ? Number(places[func[begin[run]]] > 1) : isMeeting[parent[run]];
    at[run] =
      isMeeting[run] === 1
        ? chains.intern(below, func, begin[run], to[run])
        : chains.add(below, func, begin[run], to[run]);
  }
  const { samples } = moved(profile, runs, at);
  return { ...profile, samples, runs: chains.finish(samples.stack) };
}

/** 1 for each run that is part of a sample's stack: filters before this one may have left few. */
function reached({ runs: { length, parent }, samples }: InRuns): Uint8Array {
  const isReached = new Uint8Array(length);
  for (let i = 0; i < samples.length; i++) if (samples.stack[i] >= 0) isReached[samples.stack[i]] = 1;
  for (let run = length - 1; run > 0; run--) if (isReached[run] === 1) isReached[parent[run]] = 1;
  return isReached;
}

/** How the frames of each function are shown. */
interface Showing {
  /** As this function; NONE for not at all. */
  readonly as: Int32Array;
  /** Frames of one group that stand on each other are one, shown as the outermost; NONE for none. */
  readonly group: Int32Array;
  /** 1 where other functions may be shown as the same. */
  readonly isShared: Uint8Array;
}

function showing({ funcs, modules }: Names, { action, matches, standIn }: Rule): Showing {
  const { length, clean, name, module } = funcs;
  const as = new Int32Array(length);
  const group = new Int32Array(length).fill(NONE);
  const isShared = new Uint8Array(length);
  /** The first function of each clean name and module: to a person they are one. */
  const firsts = new Map<string, number>();
  for (let func = 0; func < length; func++) {
    as[func] = func;
    if (matches[func] === 0) continue;
    if (action === 'hide') as[func] = NONE;
    else if (action === 'collapse') {
      as[func] = standIn < 0 ? func : standIn;
      group[func] = 0;
      isShared[func] = standIn < 0 ? 0 : 1;
    } else {
      const key = `${name[clean[func]]} ${modules[module[clean[func]]] ?? ''}`;
      const first = firsts.get(key) ?? func;
      firsts.set(key, first);
      group[func] = first;
    }
  }
  return { as, group, isShared };
}

/**
 * Stacks of what is left of each frame. Where a frame goes, what stood on it comes to stand beside what stands on the
 * frame below, and may be the same:
 *
 *     main ─┬─ a ── c          with a hidden     main ── c
 *           └─ c                                          here, and on all that stands here, stacks can meet
 *
 * Within a run nothing stands beside it. Everywhere else each stack stays one of its own, and need not be looked for.
 * That is most of them, mostly.
 */
function shortened(profile: InRuns, { as, group, isShared }: Showing, hidden: number): InRuns {
  const { runs, samples } = profile;
  const { length, parent, from, to, func } = runs;
  const isReached = reached(profile);
  const groupBelow = (run: number) => (parent[run] === 0 ? NONE : group[func[to[parent[run]] - 1]]);
  const goes = (at: number, below: number) =>
    as[func[at]] < 0 || (group[func[at]] >= 0 && group[func[at]] === below);
  /** 1 for each run on which stacks can meet. */
  const isMeeting = new Uint8Array(length);
  for (let run = 1; run < length; run++) {
    if (isReached[run] === 1 && goes(from[run], groupBelow(run))) isMeeting[parent[run]] = 1;
  }
  const chains = new Chains(func.length + 1);
  const at = new Int32Array(length).fill(NONE);
  /** What is left of one run. */
  const left = new Int32Array(func.length);
  for (let run = 1; run < length; run++) {
    if (isReached[run] === 0) continue;
    let below = groupBelow(run);
    let count = 0;
    for (let frame = from[run]; frame < to[run]; frame++) {
      if (!goes(frame, below)) left[count++] = as[func[frame]];
      below = group[func[frame]];
    }
    const canMeet = isMeeting[parent[run]] === 1 || isShared[func[from[run]]] === 1;
    if (canMeet) isMeeting[run] = 1;
    at[run] = canMeet
      ? chains.intern(at[parent[run]], left, 0, count)
      : chains.add(at[parent[run]], left, 0, count);
  }
  // A sample that was left out stays out; one that lost every frame does not.
  const stack = new Int32Array(samples.length);
  const alone = Int32Array.of(hidden);
  for (let i = 0; i < stack.length; i++) {
    const run = samples.stack[i];
    if (run < 0) stack[i] = NONE;
    else stack[i] = at[run] < 0 ? chains.intern(NONE, alone, 0, 1) : at[run];
  }
  return { ...profile, samples: { ...samples, stack }, runs: chains.finish(stack) };
}
