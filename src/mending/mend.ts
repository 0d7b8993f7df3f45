// Mends stacks that were cut before their root: re-attaches them to callers seen in other samples, where nothing in the recording
// speaks for other callers. docs/internals/mending.md explains the rule.
//
//   _start;main;a;b;c …;x    a whole stack
//                b;c …;y     an open one that has enough frames in common with it becomes _start;main;a;b;c …;y

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import type { MendingCounts } from '../model/mending-counts.ts';
import { copyInto } from '../model/columns.ts';
import { NONE, type Profile, type StackTable } from '../model/profile.ts';
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
/** Stacks that are judged, and attached, per time slice. */
const STACKS_PER_SLICE = 1 << 12;
const ATTACHED_PER_SLICE = 1 << 9;

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

/** `margin` is smaller in tests. */
export function* mend(profile: Profile, margin = MARGIN): TimeSliced<Mending> {
  const facts = nameFacts(profile);
  // Used for one purpose after the other: there may be millions of stacks.
  const memory = new Int32Array(profile.stacks.length);
  const isRoot = yield* rootFunctions(profile, facts, memory);
  const trie = new StackTrie(profile, facts, isRoot);
  yield* inSlices(trie.length, (from, to) => trie.add(from, to));
  const ends = new OpenEnds(trie);
  const { stack } = profile.samples;
  yield* inSlices(stack.length, (from, to) => ends.add(stack.subarray(from, to)), STACKS_PER_SLICE);
  const mender = new Mender(trie, margin, memory);
  if (ends.hasWhole) yield* mender.mend(ends);
  return yield* mender.finish(profile, ends);
}

/** Where open stacks end. */
class OpenEnds {
  /** The open nodes in which samples end, each once. */
  readonly nodes: number[] = [];
  samples = 0;
  hasWhole = false;
  isDeep = false;
  private readonly trie: StackTrie;
  private readonly shortStacks = new Map<number, readonly [number, number]>();

  constructor(trie: StackTrie) {
    this.trie = trie;
  }

  /** Functions of open stacks of two frames that begin in an unnamed root, and their callers. */
  get short(): readonly (readonly [caller: number, func: number])[] {
    return [...this.shortStacks.values()];
  }

  /** Adds samples, by their stacks. */
  add(stacks: Int32Array): void {
    const { trie } = this;
    for (const stack of stacks) {
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

/** An open stack, by its nodes. */
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
    const { occurrences, trie } = this;
    yield* inSlices(trie.length, (from, to) => occurrences.linkOpen(from, to));
    yield* inSlices(trie.length, (from, to) => occurrences.addOpen(from, to));
    yield* inSlices(trie.length, (from, to) => occurrences.addWhole(from, to));
    yield* occurrences.addShort(ends.short);
    let open = ends.nodes.map((end) => new OpenStack(end));
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const found: OpenStack[] = [];
      const left: OpenStack[] = [];
      const judge = (from: number, to: number) => this.judge(open.slice(from, to), found, left);
      yield* inSlices(open.length, judge, STACKS_PER_SLICE);
      if (found.length === 0) return;
      open = left;
      const attach = (from: number, to: number) => this.attachAll(found.slice(from, to));
      yield* inSlices(found.length, attach, ATTACHED_PER_SLICE);
    }
  }

  *finish({ stacks, samples }: Profile, { samples: open, isDeep, hasWhole }: OpenEnds): TimeSliced<Mending> {
    const { trie, attached, occurrences } = this;
    const { length } = stacks;
    const { parent, func, stackOf } = occurrences.added.numberedFrom(length);
    yield;
    const stackAt = (id: number) => (id < length ? id : stackOf[id - length]);
    const stack = new Int32Array(samples.length).fill(NONE);
    const firstRecorded = new Int32Array(samples.length).fill(NONE);
    let mended = 0;
    yield* inSlices(samples.length, (from, to) => {
      for (let i = from; i < to; i++) {
        const node = samples.stack[i] < 0 ? NONE : trie.nodeAt(samples.stack[i]);
        const found = node >= 0 && trie.flags[node] & NodeFlags.isEnd ? attached.get(node) : undefined;
        if (!found) continue;
        mended++;
        stack[i] = stackAt(found.stack);
        firstRecorded[i] = stackAt(found.firstRecorded);
      }
    });
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

  private attachAll(found: readonly OpenStack[]): void {
    for (const stack of found) this.attached.set(stack.end, this.attach(stack));
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
