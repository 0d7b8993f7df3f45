// The recorded stacks without the junk at their root end, as one trie. Its nodes are rows of the recorded table, one per distinct
// stack: a table may contain a stack several times, and stacks that differ only in their junk are the same.

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import { release } from '../model/columns.ts';
import { NONE, type StackTable } from '../model/profile.ts';
import type { NameFacts } from './root-functions.ts';

/** Bits of `StackTrie.flags`. Rows with none of the first four end in junk; they are no nodes. */
export const NodeFlags = {
  /** It begins at a cut: its rootmost frame is not a root. */
  open: 1,
  /** It begins at the root of a thread. */
  whole: 2,
  /** One or two frames that begin in an unnamed root: only longer stacks count as whole. */
  short: 4,
  /** Nothing but junk. */
  junk: 8,
  /** Open stacks: samples end here. */
  isEnd: 16,
  /** Open stacks: it is the leafward end of another open stack. */
  isSuffix: 32,
  /** Open stacks: it occurs below different callers. */
  isAmbiguous: 64,
  /** The next row is a child, which is so for nearly all nodes. Other children are in the hash table. */
  hasNext: 128,
  hasOthers: 256,
  /** It is no node: an earlier row is the node of the same stack. */
  isRepeated: 512,
  /** Open stacks: it was too short, or too many of its last frames were ambiguous, to attach those of which it is the longest part found. */
  lacksMargin: 1024,
  /** Short and repeated stacks: there is junk at the root end. */
  belowJunk: 2048,
} as const;

const NODE = NodeFlags.open | NodeFlags.whole | NodeFlags.short;
const MIN_SLOTS = 1024;

/** Overwrites the column of parents. */
export function* stackTrieOf(
  stacks: StackTable,
  facts: NameFacts,
  isRoot: Uint8Array,
): TimeSliced<StackTrie> {
  const trie = new StackTrie(stacks, facts, isRoot);
  yield* inSlices(trie.length, (from, to) => trie.add(from, to));
  return trie;
}

export class StackTrie {
  readonly length: number;
  /** Number of functions. */
  readonly funcs: number;
  /** Per row: bits of NodeFlags. */
  readonly flags: Uint16Array;
  readonly func: Int32Array;
  /** Per node: the node of the caller; NONE at the root or the cut. Per repeated row: its node. Per row that is not added yet: its parent. */
  readonly caller: Int32Array;
  private readonly facts: NameFacts;
  private readonly isRoot: Uint8Array;
  /** Per function: the open and the other node of that single frame, + 1; 0 for none. */
  private readonly openRoot: Int32Array;
  private readonly otherRoot: Int32Array;
  /** Hash table of children by parent and function: pairs of row + 1, or 0 for an empty slot, and hash. At most half full. */
  private slots = new Int32Array(MIN_SLOTS);
  private used = 0;

  constructor(stacks: StackTable, facts: NameFacts, isRoot: Uint8Array) {
    this.length = stacks.length;
    this.funcs = isRoot.length;
    this.func = stacks.func;
    this.facts = facts;
    this.isRoot = isRoot;
    this.flags = new Uint16Array(stacks.length);
    this.caller = stacks.parent;
    this.openRoot = new Int32Array(isRoot.length);
    this.otherRoot = new Int32Array(isRoot.length);
  }

  /** Frees its memory. The trie cannot be used afterwards. */
  release(): void {
    for (const table of [this.flags, this.caller, this.slots]) release(table);
  }

  /** The node of the same stack as a row. If it has no flag of a node, the stack ends in junk. */
  nodeAt(row: number): number {
    return this.flags[row] & NodeFlags.isRepeated ? this.caller[row] : row;
  }

  /** NONE if there is no such node. */
  childOf(node: number, func: number): number {
    const flags = this.flags[node];
    if (flags & NodeFlags.hasNext && this.func[node + 1] === func) return node + 1;
    return flags & NodeFlags.hasOthers ? this.slots[this.slotOf(node, func)] - 1 : NONE;
  }

  /** The open node of this single frame; NONE if there is none. */
  openRootOf(func: number): number {
    return this.openRoot[func] - 1;
  }

  /** True if there is junk at the root end of a short stack. */
  hasJunk(row: number): boolean {
    return (this.flags[row] & NodeFlags.belowJunk) !== 0;
  }

  /** True if a node has at least this many frames. */
  hasFrames(node: number, count: number): boolean {
    let [at, left] = [node, count];
    for (; at >= 0 && left > 0; left--) at = this.caller[at];
    return left === 0;
  }

  add(from: number, to: number): void {
    const { caller, func, flags } = this;
    for (let row = from; row < to; row++) {
      const above = caller[row];
      const kind = above >= 0 ? flags[above] : 0;
      if (above === row - 1 && (kind === NodeFlags.open || kind === NodeFlags.whole)) {
        // The fast path, for nearly all rows: the first callee of the row before.
        flags[above] = kind | NodeFlags.hasNext;
        flags[row] = kind;
      } else this.addRow(row, above, func[row]);
    }
  }

  private addRow(row: number, parent: number, own: number): void {
    const { flags } = this;
    const above = parent < 0 ? NONE : this.nodeAt(parent);
    if (above < 0 || flags[above] & NodeFlags.junk) this.addRootmost(row, own, above >= 0);
    else if (flags[above] & NODE) this.addCallee(row, above, own);
    const isBelowJunk = parent >= 0 && (flags[parent] & (NodeFlags.junk | NodeFlags.belowJunk)) !== 0;
    if (isBelowJunk && flags[row] & (NodeFlags.short | NodeFlags.isRepeated))
      flags[row] |= NodeFlags.belowJunk;
  }

  private addRootmost(row: number, own: number, hasJunk: boolean): void {
    const { flags, isRoot, facts } = this;
    this.caller[row] = NONE;
    if (facts.isJunk[own] === 1) {
      flags[row] = NodeFlags.junk;
      return;
    }
    const isOpen = isRoot[own] === 0;
    // Broken: no root, and junk rootward of it.
    if (isOpen && hasJunk) return;
    const roots = isOpen ? this.openRoot : this.otherRoot;
    if (roots[own] > 0) return this.repeat(row, roots[own] - 1);
    roots[own] = row + 1;
    const whole = facts.isUnnamed[own] === 1 ? NodeFlags.short : NodeFlags.whole;
    flags[row] = isOpen ? NodeFlags.open : whole;
  }

  private addCallee(row: number, above: number, own: number): void {
    const { flags } = this;
    const known = this.childOf(above, own);
    if (known >= 0) return this.repeat(row, known);
    this.caller[row] = above;
    this.linkChild(above, own, row);
    const isShort = (flags[above] & NodeFlags.short) !== 0;
    const root = isShort ? this.caller[above] : NONE;
    if (isShort && root >= 0) {
      // With this frame there are three, so the stack is whole, and so is its beginning.
      flags[above] |= NodeFlags.whole;
      flags[root] |= NodeFlags.whole;
      flags[row] = NodeFlags.whole;
    } else flags[row] = isShort ? NodeFlags.short : flags[above] & NODE;
  }

  private repeat(row: number, node: number): void {
    this.flags[row] = NodeFlags.isRepeated;
    this.caller[row] = node;
  }

  private linkChild(node: number, func: number, child: number): void {
    if (child === node + 1) {
      this.flags[node] |= NodeFlags.hasNext;
      return;
    }
    this.flags[node] |= NodeFlags.hasOthers;
    this.fillSlot(this.slotOf(node, func), child, hashOf(node, func));
    if (++this.used * 4 > this.slots.length) this.growSlots();
  }

  /** The slot of a child that is not its parent's first; an empty slot if there is none. */
  private slotOf(node: number, func: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    const hash = hashOf(node, func);
    let slot = (hash << 1) & mask;
    for (; slots[slot] !== 0; slot = (slot + 2) & mask) {
      const child = slots[slot] - 1;
      // Without the hash, each child would be looked up in tables that do not fit into the cache.
      if (slots[slot + 1] === hash && this.func[child] === func && this.caller[child] === node) break;
    }
    return slot;
  }

  private fillSlot(slot: number, child: number, hash: number): void {
    this.slots[slot] = child + 1;
    this.slots[slot + 1] = hash;
  }

  private growSlots(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    const mask = this.slots.length - 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at] === 0) continue;
      let slot = (old[at + 1] << 1) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 2) & mask;
      this.fillSlot(slot, old[at] - 1, old[at + 1]);
    }
  }
}

function hashOf(node: number, func: number): number {
  const mixed = Math.imul(node + 1, 0x9e3779b1) ^ Math.imul(func + 1, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
