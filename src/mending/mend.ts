// Mends stacks that were cut before their root: re-attaches them to callers seen in other samples, where nothing in the recording
// speaks for other callers. docs/internals/mending.md explains the rule.
//
//   _start;main;a;b;c …;x    a whole stack
//                b;c …;y     an open one that has enough frames in common with it becomes _start;main;a;b;c …;y

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import type { MendingCounts } from '../model/mending-counts.ts';
import { copyInto } from '../model/columns.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { nameFacts } from './name-facts.ts';
import { Occurrences } from './occurrences.ts';
import { repeatsAtBeginning } from './repetition.ts';
import { rootFunctions } from './root-functions.ts';
import { NodeFlags, StackTrie } from './stack-trie.ts';

/** How many more frames an open stack must have in common with its context than with any other. */
const MARGIN = 24;
const MAX_ROUNDS = 8;
/** The kernel keeps this many frames of a stack by default (kernel.perf_event_max_stack). */
const DEEP = 127;
/** Stacks that are attached per time slice. */
const STACKS_PER_SLICE = 1 << 12;

/** What mending a profile changes. */
export interface Mending {
  /** Stacks to append to the recorded ones. */
  readonly added: { readonly parent: Int32Array; readonly func: Int32Array };
  /** Per sample: its stack with the missing part; NONE if it was not re-attached. */
  readonly stack: Int32Array;
  /** Per sample: the stack of its missing part and its first recorded frame; NONE if it was not re-attached. */
  readonly firstRecorded: Int32Array;
  readonly counts: MendingCounts;
}

/** `margin` is smaller in tests. */
export function* mend(profile: Profile, margin = MARGIN): TimeSliced<Mending> {
  const facts = nameFacts(profile);
  // Used for one purpose after the other: there may be millions of stacks.
  const memory = new Int32Array(profile.stacks.length);
  const isRoot = yield* rootFunctions(profile, facts, memory);
  const trie = new StackTrie(profile, facts, isRoot);
  yield* inSlices(trie.length, (from, to) => trie.add(from, to));
  const ends = new OpenEnds(profile, trie);
  yield;
  const mender = new Mender(trie, margin, memory);
  if (ends.hasWhole) yield* mender.mend(ends);
  yield;
  return mender.finish(profile, ends);
}

/** Where open stacks end. */
class OpenEnds {
  /** The open nodes in which samples end, each once. */
  readonly nodes: readonly number[];
  /** Functions of open stacks of two frames that begin in an unnamed root, and their callers. */
  readonly short: readonly (readonly [caller: number, func: number])[];
  readonly samples: number;
  readonly hasWhole: boolean;

  constructor({ samples }: Profile, trie: StackTrie) {
    const nodes: number[] = [];
    const short = new Map<number, readonly [number, number]>();
    let [open, hasWhole] = [0, false];
    for (const stack of samples.stack) {
      if (stack < 0) continue;
      const node = trie.nodeAt(stack);
      const flags = trie.flags[node];
      if (flags & NodeFlags.open) {
        open++;
        if (!(flags & NodeFlags.isEnd)) nodes.push(node);
        trie.flags[node] |= NodeFlags.isEnd;
      } else if (flags & NodeFlags.short) {
        if (trie.hasJunk(stack)) continue;
        open++;
        const caller = trie.parentOf(node);
        if (caller >= 0) short.set(node, [trie.func[caller], trie.func[node]]);
      } else if (flags & NodeFlags.whole) hasWhole = true;
    }
    this.nodes = nodes;
    this.short = [...short.values()];
    this.samples = open;
    this.hasWhole = hasWhole;
  }
}

/** A re-attached stack, by the IDs of its nodes. */
interface Attached {
  readonly stack: number;
  readonly firstRecorded: number;
}

/** An open stack that can be attached, by the node in which it ends, and the longest part of it that occurs in a whole stack. */
interface Found {
  readonly end: number;
  readonly longest: number;
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
    const { occurrences, trie } = this;
    yield* inSlices(trie.length, (from, to) => occurrences.linkOpen(from, to));
    yield* inSlices(trie.length, (from, to) => occurrences.addOpen(from, to));
    yield* inSlices(trie.length, (from, to) => occurrences.addWhole(from, to));
    if (ends.short.length > 0) occurrences.addShort(ends.short);
    let open = ends.nodes;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      yield* inSlices(trie.length, (from, to) => occurrences.updateMargins(from, to));
      const found: Found[] = [];
      const left: number[] = [];
      yield* inSlices(open.length, (from, to) => this.judge(open, from, to, found, left), STACKS_PER_SLICE);
      if (found.length === 0) return;
      open = left;
      yield* inSlices(found.length, (from, to) => this.attachAll(found.slice(from, to)), STACKS_PER_SLICE);
    }
  }

  finish(profile: Profile, ends: OpenEnds): Mending {
    const { trie, attached, occurrences } = this;
    const { length } = profile.stacks;
    const { parent, func, stackOf } = occurrences.added.numberedFrom(length);
    const stackAt = (id: number) => (id < length ? id : stackOf[id - length]);
    const { samples } = profile;
    const stack = new Int32Array(samples.length).fill(NONE);
    const firstRecorded = new Int32Array(samples.length).fill(NONE);
    let mended = 0;
    for (let i = 0; i < samples.length; i++) {
      const found = samples.stack[i] < 0 ? undefined : attached.get(trie.nodeAt(samples.stack[i]));
      if (!found) continue;
      mended++;
      stack[i] = stackAt(found.stack);
      firstRecorded[i] = stackAt(found.firstRecorded);
    }
    const isDeep = ends.nodes.some((node) => this.hasFrames(node, DEEP));
    const counts = { open: ends.samples, mended, isDeep, hasWhole: ends.hasWhole };
    return { added: { parent, func }, stack, firstRecorded, counts };
  }

  /** Sorts these stacks into those that can be attached and those that may be in a later round. */
  private judge(ends: readonly number[], from: number, to: number, found: Found[], left: number[]): void {
    const { occurrences } = this;
    for (let i = from; i < to; i++) {
      const end = ends[i];
      if (!occurrences.hasMargin(end)) left.push(end);
      else if (!repeatsAtBeginning(this.framesBetween(NONE, end)))
        found.push({ end, longest: occurrences.longestFound(end) });
    }
  }

  private attachAll(found: readonly Found[]): void {
    for (const { end, longest } of found) this.attached.set(end, this.attach(end, longest));
  }

  private attach(end: number, longest: number): Attached {
    const { trie, occurrences } = this;
    const occurrence = occurrences.occurrenceOf(longest);
    let firstRecorded = occurrence;
    for (let node = trie.parentOf(longest); node >= 0; node = trie.parentOf(node))
      firstRecorded = occurrences.parentOf(firstRecorded);
    let stack = occurrence;
    for (const func of this.framesBetween(longest, end)) stack = occurrences.extend(stack, func);
    return { stack, firstRecorded };
  }

  /** The functions of the frames leafward of `node`, or of all frames if it is NONE. Valid until the next call. */
  private framesBetween(node: number, end: number): Int32Array {
    const { trie } = this;
    let count = 0;
    for (let at = end; at !== node; at = trie.parentOf(at)) {
      if (count === this.frames.length) this.frames = copyInto(this.frames, new Int32Array(2 * count));
      this.frames[count++] = trie.func[at];
    }
    return this.frames.subarray(0, count).reverse();
  }

  private hasFrames(end: number, count: number): boolean {
    let [at, left] = [end, count];
    for (; at >= 0 && left > 0; left--) at = this.trie.parentOf(at);
    return left === 0;
  }
}
