// Rewrites the stacks of a profile at a level as one filter says (model/filter.ts draws each action). One pass, parents
// first. Row i of `frames` must be function i, and no stack be there twice. A sample that is left out has no stack.
//
// Three actions leave every stack as it is and only move samples, so they share the table: what no sample stands on any
// more is not drawn, and the next filter passes it over.

import type { FilterAction } from '../model/filter.ts';
import { PairTable } from '../model/pairs.ts';
import { NONE, type Profile, type StackTable } from '../model/profile.ts';
import { moveSamples, restack, type Restacked } from '../model/restack.ts';

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

/** The same samples over the stacks that the filter makes. */
export function filtered(profile: Profile, rule: Rule): Profile {
  const { stacks } = profile;
  const { action, matches } = rule;
  switch (action) {
    case 'only':
      return moveSamples(profile, containing(stacks, matches));
    case 'drop':
      return moveSamples(profile, without(stacks, matches));
    case 'callers':
      return moveSamples(profile, outermost(stacks, matches));
    case 'focus':
      return restack(profile, () => focused(profile, matches));
    case 'hide':
    case 'collapse':
    case 'recursion':
      return restack(profile, () => shortened(profile, showing(profile, rule), rule.hidden));
  }
}

/** Of each stack itself where it contains a match; NONE elsewhere. */
function containing({ length, parent, frame }: StackTable, matches: Uint8Array): Int32Array {
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const isIn = matches[frame[i]] === 1 || (parent[i] >= 0 && at[parent[i]] >= 0);
    at[i] = isIn ? i : NONE;
  }
  return at;
}

/** Of each stack itself where it contains no match; NONE elsewhere. */
function without({ length, parent, frame }: StackTable, matches: Uint8Array): Int32Array {
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const isOut = matches[frame[i]] === 1 || (parent[i] >= 0 && at[parent[i]] < 0);
    at[i] = isOut ? NONE : i;
  }
  return at;
}

/** Of each stack the one that ends at its outermost match; NONE where there is none. */
function outermost({ length, parent, frame }: StackTable, matches: Uint8Array): Int32Array {
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    at[i] = below < 0 && matches[frame[i]] === 1 ? i : below;
  }
  return at;
}

/** Stacks from their outermost match on. Only those that begin with the same function in several places can meet. */
function focused(profile: Profile, matches: Uint8Array): Restacked {
  const { length, parent, frame } = profile.stacks;
  const marks = marksOf(profile, unchanged(matches.length));
  /** How often each function is the outermost match. */
  const places = new Int32Array(matches.length);
  for (let i = 0; i < length; i++) {
    if ((marks[i + 1] & REACHED) === 0) continue;
    const isBehind = (marks[parent[i] + 1] & INSIDE) !== 0;
    if (!isBehind && matches[frame[i]] === 1) places[frame[i]]++;
    if (isBehind || matches[frame[i]] === 1) marks[i + 1] |= INSIDE;
  }
  const stacks = new PairTable(length);
  const at = new Int32Array(length).fill(NONE);
  for (let i = 0; i < length; i++) {
    if ((marks[i + 1] & INSIDE) === 0) continue;
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    const canMeet = below < 0 ? places[frame[i]] > 1 : (marks[parent[i] + 1] & MEETING) !== 0;
    if (canMeet) marks[i + 1] |= MEETING;
    at[i] = canMeet ? stacks.intern(below, frame[i]) : stacks.add(below, frame[i]);
  }
  return { stacks, at, fallback: () => NONE };
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

function showing({ funcs, modules }: Profile, { action, matches, standIn }: Rule): Showing {
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
 * Everywhere else each stack stays one of its own, and need not be looked for. That is most of them, mostly.
 */
function shortened(profile: Profile, showing: Showing, hidden: number): Restacked {
  const { length, parent, frame } = profile.stacks;
  const { as, isShared } = showing;
  const marks = marksOf(profile, showing);
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const mark = marks[i + 1];
    if ((mark & REACHED) === 0) continue;
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    const func = frame[i];
    const canMeet = (marks[parent[i] + 1] & MEETING) !== 0 || isShared[func] === 1;
    if (canMeet) marks[i + 1] = mark | MEETING;
    if ((mark & GOES) !== 0) at[i] = below;
    else at[i] = canMeet ? stacks.intern(below, as[func]) : stacks.add(below, as[func]);
  }
  // A sample that was left out stays out; one that lost every frame does not.
  return { stacks, at, fallback: (stack) => (stack < 0 ? NONE : stacks.intern(NONE, hidden)) };
}

/** It is part of a sample's stack: filters before this one may have left few. */
const REACHED = 1;
/** It contains a match. */
const INSIDE = 2;
/** Its leafmost frame goes. */
const GOES = 4;
/** Stacks that stand on it may become one with others. */
const MEETING = 8;

/** Marks of the root (entry 0) and each stack (entry s + 1): what is reached, goes, and is met on because of that. */
function marksOf({ stacks, samples }: Profile, { as, group }: Showing): Uint8Array {
  const { length, parent, frame } = stacks;
  const marks = new Uint8Array(length + 1);
  for (const stack of samples.stack) marks[stack + 1] = REACHED;
  for (let i = length - 1; i >= 0; i--) {
    if ((marks[i + 1] & REACHED) === 0) continue;
    const p = parent[i];
    const func = frame[i];
    const goes = as[func] < 0 || (group[func] >= 0 && p >= 0 && group[frame[p]] === group[func]);
    if (goes) marks[i + 1] |= GOES;
    marks[p + 1] |= goes ? REACHED | MEETING : REACHED;
  }
  return marks;
}

/** Of each function itself: nothing goes. */
function unchanged(length: number): Showing {
  const as = Int32Array.from({ length }, (_, func) => func);
  return { as, group: new Int32Array(length).fill(NONE), isShared: new Uint8Array(length) };
}
