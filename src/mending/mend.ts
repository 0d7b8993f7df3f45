// Mends stacks that were cut before their root: re-attaches them to callers seen in other samples, where nothing in the recording
// speaks for other callers. docs/internals/mending.md explains the rule.
//
//   _start;main;a;b;c …;x    a whole stack
//                b;c …;y     an open one that has enough frames in common with it becomes _start;main;a;b;c …;y

import type { MendingCounts } from '../model/levels.ts';
import { inSlices, runNow, type TimeSliced } from '../async/time-slices.ts';
import { copyInto } from '../model/columns.ts';
import { NONE, type Profile, type StackTable, type SampleTable } from '../model/profile.ts';
import { nameFacts, type NameFacts, rootFunctions } from './root-functions.ts';
import { Occurrences } from './occurrences.ts';
import { NodeFlags, stackTrieOf, type StackTrie } from './stack-trie.ts';

/** How many more frames an open stack must have in common with its context than with any other. */
const MARGIN = 24;
const MAX_ROUNDS = 8;
/** To judge or to re-attach an open stack takes a few microseconds. */
const STACKS_PER_SLICE = 1 << 11;
/** The kernel keeps this many frames of a stack by default (kernel.perf_event_max_stack). */
const DEEP = 127;
/** What mending a profile changes. */
export interface Mending {
  /** Stacks to append to the recorded ones. */
  readonly added: Omit<StackTable, 'length'>;
  /** Per sample: its stack with the missing part; NONE if it was not re-attached. */
  readonly stack: Int32Array;
  /** Per sample: the stack of its missing part and its first recorded frame; NONE if it was not re-attached. */
  readonly firstRecorded: Int32Array;
  readonly counts: MendingCounts;
}

/** What is needed to mend a profile. Mending overwrites the parents of stacks, then frees them. */
export interface MendingInput {
  readonly stacks: StackTable;
  /** Per sample: its stack. */
  readonly ends: Int32Array;
  readonly facts: NameFacts;
}

/** Copies what mending overwrites. */
export function mendingInput(profile: Profile): MendingInput {
  const { length, parent, func } = profile.stacks;
  return {
    stacks: { length, parent: parent.slice(0, length), func },
    ends: profile.samples.stack,
    facts: nameFacts(profile),
  };
}

/** `margin` is smaller in tests. */
export function mend(profile: Profile, margin?: number): Mending {
  return runNow(mendInSlices(profile, margin));
}

export function mendInSlices(profile: Profile, margin?: number): TimeSliced<Mending> {
  return mendInputInSlices(mendingInput(profile), margin);
}

export function mendInput(input: MendingInput): Mending {
  return runNow(mendInputInSlices(input));
}

function* mendInputInSlices({ stacks, ends, facts }: MendingInput, margin = MARGIN): TimeSliced<Mending> {
  // Used for one purpose after the other: there may be millions of stacks.
  const memory = new Int32Array(stacks.length);
  const isRoot = yield* rootFunctions(stacks, ends, facts, memory);
  const trie = yield* stackTrieOf(stacks, facts, isRoot);
  const openEnds = new OpenEnds(trie, ends);
  yield* openEnds.addAll();
  const mender = new Mender(trie, margin, memory);
  if (openEnds.hasWhole) yield* mender.mend(openEnds);
  yield;
  return mender.finish(ends, openEnds);
}

class OpenEnds {
  /** The open nodes in which samples end, each once. */
  readonly nodes: number[] = [];
  samples = 0;
  hasWhole = false;
  isDeep = false;
  private readonly trie: StackTrie;
  private readonly ends: Int32Array;
  private readonly shortStacks = new Map<number, readonly [number, number]>();

  constructor(trie: StackTrie, ends: Int32Array) {
    this.trie = trie;
    this.ends = ends;
  }

  /** Functions of open stacks of two frames that begin in an unnamed root, and their callers. */
  get short(): readonly (readonly [caller: number, func: number])[] {
    return [...this.shortStacks.values()];
  }

  addAll(): TimeSliced<void> {
    return inSlices(this.ends.length, (from, to) => this.add(from, to));
  }

  private add(from: number, to: number): void {
    const { trie, ends } = this;
    for (let i = from; i < to; i++) {
      const stack = ends[i];
      if (stack < 0) continue;
      const node = trie.nodeAt(stack);
      const flags = trie.flags[node];
      if (flags & NodeFlags.open) {
        this.samples++;
        if (!(flags & NodeFlags.isEnd)) this.addEnd(node);
      } else if (flags & NodeFlags.short) {
        if (!trie.hasJunk(stack)) this.addShort(node);
      } else if (flags & NodeFlags.whole) this.hasWhole = true;
    }
  }

  private addEnd(node: number): void {
    const { trie, nodes } = this;
    trie.flags[node] |= NodeFlags.isEnd;
    nodes.push(node);
    this.isDeep ||= trie.hasFrames(node, DEEP);
  }

  private addShort(node: number): void {
    const { caller, func } = this.trie;
    this.samples++;
    if (caller[node] >= 0) this.shortStacks.set(node, [func[caller[node]], func[node]]);
  }
}

/** A re-attached stack, by the IDs of its nodes. */
interface Attached {
  readonly stack: number;
  readonly firstRecorded: number;
}

class OpenStack {
  readonly end: number;
  /** The first one that occurs in no whole stack; NONE if all do, and at first. */
  unfound = NONE;

  constructor(end: number) {
    this.end = end;
  }
}

class Mender {
  private readonly trie: StackTrie;
  private readonly occurrences: Occurrences;
  /** By the node in which the open stack ends. */
  private readonly attached = new Map<number, Attached>();
  private frames = new Int32Array(128);

  constructor(trie: StackTrie, margin: number, memory: Int32Array) {
    this.trie = trie;
    this.occurrences = new Occurrences(trie, margin, memory);
  }

  *mend(ends: OpenEnds): TimeSliced<void> {
    const { occurrences } = this;
    yield* occurrences.addAll();
    occurrences.addShort(ends.short);
    let open = ends.nodes.map((end) => new OpenStack(end));
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const found: OpenStack[] = [];
      const left: OpenStack[] = [];
      const stacks = open;
      yield* inSlices(
        stacks.length,
        (from, to) => this.judge(stacks.slice(from, to), found, left),
        STACKS_PER_SLICE,
      );
      if (found.length === 0) return;
      open = left;
      const attach = (from: number, to: number) => {
        for (let i = from; i < to; i++) this.attached.set(found[i].end, this.attach(found[i]));
      };
      yield* inSlices(found.length, attach, STACKS_PER_SLICE);
    }
  }

  finish(ends: Int32Array, { samples: open, isDeep, hasWhole }: OpenEnds): Mending {
    const { trie, attached, occurrences } = this;
    const { length } = trie;
    const { parent, func, stackOf } = occurrences.added.numberedFrom(length);
    const stackAt = (id: number) => (id < length ? id : stackOf[id - length]);
    const stack = new Int32Array(ends.length).fill(NONE);
    const firstRecorded = new Int32Array(ends.length).fill(NONE);
    let mended = 0;
    for (let i = 0; i < ends.length; i++) {
      const node = ends[i] < 0 ? NONE : trie.nodeAt(ends[i]);
      const found = node >= 0 && trie.flags[node] & NodeFlags.isEnd ? attached.get(node) : undefined;
      if (!found) continue;
      mended++;
      stack[i] = stackAt(found.stack);
      firstRecorded[i] = stackAt(found.firstRecorded);
    }
    occurrences.release();
    trie.release();
    return { added: { parent, func }, stack, firstRecorded, counts: { open, mended, isDeep, hasWhole } };
  }

  /** Sorts these stacks into those that can be attached and those that may be in a later round. */
  private judge(open: readonly OpenStack[], found: OpenStack[], left: OpenStack[]): void {
    const { occurrences } = this;
    for (const stack of open) {
      // If no more of it was found in the last round, its margin is no larger.
      const isSame = stack.unfound >= 0 && !occurrences.isFound(stack.unfound);
      if (!isSame) stack.unfound = occurrences.firstUnfound(stack.end);
      if (isSame || !occurrences.hasMargin(this.longestOf(stack))) left.push(stack);
      else if (!repeatsAtBeginning(this.framesBetween(NONE, stack.end))) found.push(stack);
    }
  }

  /** The longest part of a stack, from the cut, that occurs in a whole stack; NONE if there is none. */
  private longestOf({ end, unfound }: OpenStack): number {
    return unfound < 0 ? end : this.trie.caller[unfound];
  }

  private attach(open: OpenStack): Attached {
    const { trie, occurrences } = this;
    const { end } = open;
    const longest = this.longestOf(open);
    const root = occurrences.occurrenceOf(longest);
    let firstRecorded = root;
    for (let node = trie.caller[longest]; node >= 0; node = trie.caller[node])
      firstRecorded = occurrences.parentOf(firstRecorded);
    const known = this.lastKnown(end, longest);
    let stack = occurrences.occurrenceOf(known);
    for (const func of this.framesBetween(known, end)) stack = occurrences.extend(stack, func);
    return { stack, firstRecorded };
  }

  /** The last node of an open stack whose occurrence has the context of `longest`: other stacks of this round may be like it. */
  private lastKnown(end: number, longest: number): number {
    const { trie, occurrences } = this;
    // Stacks of this round may also have attached it to another context.
    if (!occurrences.hasOneContext(longest)) return longest;
    let known = end;
    while (!occurrences.isFound(known)) known = trie.caller[known];
    return known;
  }

  /** The functions of the frames leafward of `node`, or of all frames if it is NONE. Valid until the next call. */
  private framesBetween(node: number, end: number): Int32Array {
    const { trie } = this;
    let count = 0;
    for (let at = end; at !== node; at = trie.caller[at]) {
      if (count === this.frames.length) this.frames = copyInto(this.frames, new Int32Array(2 * count));
      this.frames[count++] = trie.func[at];
    }
    return this.frames.subarray(0, count).reverse();
  }
}

/**
 * True if some frames stand twice in a row at the beginning: `a b a b c`, but not `a b c b c`. Such a stack was cut between the rounds of
 * a recursion, whose number is then unknown.
 */
function repeatsAtBeginning(frames: Int32Array): boolean {
  /** Per position: how many frames from there on are the same as at the beginning (Z algorithm). */
  const same = new Int32Array(frames.length);
  /** The frames from `from` to `to - 1` are the same as at the beginning. */
  let from = 0;
  let to = 0;
  for (let at = 1; 2 * at <= frames.length || at < to; at++) {
    let count = at < to ? Math.min(same[at - from], to - at) : 0;
    while (at + count < frames.length && frames[count] === frames[at + count]) count++;
    if (count >= at) return true;
    same[at] = count;
    if (at + count > to) {
      from = at;
      to = at + count;
    }
  }
  return false;
}

/** Per sample of a profile as it was read: 1 if its stack was cut. */
export function cutSamples(profile: Profile): Uint8Array {
  const { stacks, ends, facts } = mendingInput(profile);
  const isRoot = runNow(rootFunctions(stacks, ends, facts, new Int32Array(stacks.length)));
  const trie = runNow(stackTrieOf(stacks, facts, isRoot));
  return Uint8Array.from(ends, (stack) =>
    stack >= 0 && trie.flags[trie.nodeAt(stack)] & NodeFlags.open ? 1 : 0,
  );
}

export function mendedSamples(samples: SampleTable, { stack, firstRecorded }: Mending): SampleTable {
  const mended = samples.stack.slice();
  for (let i = 0; i < stack.length; i++) if (stack[i] >= 0) mended[i] = stack[i];
  return { ...samples, stack: mended, firstRecorded };
}

/** 1 for each sample that was re-attached. */
export function reattachedSamples({ stack }: Pick<Mending, 'stack'>): Uint8Array {
  const isReattached = new Uint8Array(stack.length);
  for (let i = 0; i < stack.length; i++) isReattached[i] = stack[i] >= 0 ? 1 : 0;
  return isReattached;
}
