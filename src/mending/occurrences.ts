// Finds where the beginnings of open stacks occur in other stacks: an automaton as by Aho and Corasick. Its states are the open
// nodes of the trie and the empty state. Every node has a link:
//
//   open    a;b;c          its longest proper leafward end that is an open node, such as b;c
//   whole   main;x;a;b;c   its longest leafward end that is an open node, here a;b;c
//
// So the occurrences of a;b;c are the nodes from which links lead to it, directly or by way of others. Their contexts agree if they
// are all on one path of links, and at most one of them, at the end of the path, is whole: whole nodes with equal contexts are
// the same node. Two open nodes that link to a;b;c, or a whole one next to an open one, are different callers of it.
//
// What is known of a state only grows: when stacks are re-attached, their nodes are added, and nothing is computed again.

import { Int32Column } from '../model/columns.ts';
import { AppendedStacks } from '../model/appended-stacks.ts';
import { NONE } from '../model/profile.ts';
import { NodeFlags, type StackTrie } from './stack-trie.ts';

/** A link that is not known yet. NONE is the empty state. */
const UNKNOWN = -2;

export class Occurrences {
  /** Whole nodes that only re-attached stacks have. Their IDs are their rows, after those of the trie. */
  readonly added = new AppendedStacks();
  /** Number of links followed and nodes visited, for tests: it must be linear in the frames of the stacks. */
  steps = 0;
  private readonly trie: StackTrie;
  /** Per row of the trie: its link. */
  private readonly link: Int32Array;
  /**
   * Per open node: if it occurs in whole stacks, one of these occurrences, + 1. Otherwise minus the longest part of it from the
   * cut that does, - 1, since the last call of `updateMargins`; 0 if there is none.
   */
  private readonly found: Int32Array;
  /** Per open node: L - M of its stack, up to `margin`. */
  private readonly margins: Uint8Array;
  private readonly margin: number;
  /** Per added row: its link, and the ID of its parent. */
  private readonly addedLinks = new Int32Column();
  private readonly addedParents = new Int32Column();
  /** Open nodes whose links wait for others, and where the search for them stopped. */
  private readonly pending = new Int32Column();
  private readonly reached = new Int32Column();
  private stoppedAt = UNKNOWN;

  /** Uses `memory`, which has an entry per row of the trie, for the links. */
  constructor(trie: StackTrie, margin: number, memory: Int32Array) {
    this.trie = trie;
    this.margin = margin;
    this.link = memory.fill(UNKNOWN);
    this.found = new Int32Array(trie.length);
    this.margins = new Uint8Array(trie.length);
  }

  /** Computes the links of open nodes. */
  linkOpen(from: number, to: number): void {
    for (let node = from; node < to; node++) if (this.isNode(node, NodeFlags.open)) this.resolve(node);
  }

  /** Finds the open nodes that occur in other open stacks. Needs the links of all open nodes. */
  addOpen(from: number, to: number): void {
    const { flags } = this.trie;
    for (let node = from; node < to; node++) {
      const state = this.link[node];
      if (state < 0 || !this.isNode(node, NodeFlags.open)) continue;
      if (flags[state] & NodeFlags.isSuffix) this.markAmbiguous(state);
      flags[state] |= NodeFlags.isSuffix;
    }
  }

  /** Finds the open nodes that occur in whole stacks. */
  addWhole(from: number, to: number): void {
    const { trie, link } = this;
    for (let node = from; node < to; node++) {
      if (!this.isNode(node, NodeFlags.whole)) continue;
      const parent = trie.parentOf(node);
      link[node] = this.next(parent < 0 ? NONE : link[parent], trie.func[node]);
      this.addOccurrence(node, link[node]);
    }
  }

  /**
   * Adds open stacks of two frames that begin in an unnamed root. They are no nodes, because longer stacks that begin like them are
   * whole. Open stacks that begin with the second frame are ambiguous if it has other callers.
   */
  addShort(short: readonly (readonly [caller: number, func: number])[]): void {
    const { trie } = this;
    const callers = new Map(short.map(([caller, func]) => [func, caller]));
    const compare = (caller: number, func: number) => {
      const root = trie.openRootOf(func);
      if (root >= 0 && (callers.get(func) ?? caller) !== caller) this.markAmbiguous(root);
    };
    for (const [caller, func] of short) compare(caller, func);
    for (let node = 0; node < trie.length; node++) {
      const isNode = this.isNode(node, NodeFlags.open | NodeFlags.whole);
      const caller = isNode ? trie.parentOf(node) : NONE;
      if (caller >= 0) compare(trie.func[caller], trie.func[node]);
    }
  }

  /** Computes the margins of open nodes. Parents must precede their children. */
  updateMargins(from: number, to: number): void {
    const { trie, found, margins, margin } = this;
    for (let node = from; node < to; node++) {
      if (!this.isNode(node, NodeFlags.open)) continue;
      const parent = trie.parentOf(node);
      const before = parent < 0 ? 0 : margins[parent];
      const isFound = found[node] > 0;
      const isAmbiguous = (trie.flags[node] & NodeFlags.isAmbiguous) !== 0;
      margins[node] = isAmbiguous ? 0 : isFound ? Math.min(margin, before + 1) : before;
      if (!isFound && parent >= 0) found[node] = found[parent] > 0 ? -parent - 1 : found[parent];
    }
  }

  /** True if only one context is possible for an open stack. Valid until the next stack is attached. */
  hasMargin(node: number): boolean {
    return this.margins[node] >= this.margin;
  }

  /** The longest part of an open stack, from the cut, that occurs in a whole stack. Valid like `hasMargin`. */
  longestFound(node: number): number {
    return this.found[node] > 0 ? node : -this.found[node] - 1;
  }

  /** An occurrence of an open node in a whole stack. */
  occurrenceOf(node: number): number {
    return this.found[node] - 1;
  }

  /** The parent of a whole node, by ID; NONE at the root. */
  parentOf(id: number): number {
    return id < this.trie.length ? this.trie.parentOf(id) : this.addedParents.at(id - this.trie.length);
  }

  /** Returns the ID of the callee of a whole node, adding it if it is new. */
  extend(id: number, func: number): number {
    const { trie, added, addedLinks, addedParents } = this;
    const isAdded = id >= trie.length;
    const known = isAdded ? NONE : trie.childOf(id, func);
    if (known >= 0) return known;
    const parent = isAdded ? id - trie.length : this.rowFor(id);
    const row = added.intern(parent, func);
    const child = trie.length + row;
    if (row < addedLinks.length) return child;
    addedLinks.push(this.next(addedLinks.at(parent), func));
    addedParents.push(id);
    this.addOccurrence(child, addedLinks.at(row));
    return child;
  }

  /** The added row that refers to a node of the trie. */
  private rowFor(node: number): number {
    const row = this.added.unchanged(node);
    if (row === this.addedLinks.length) {
      this.addedLinks.push(this.link[node]);
      this.addedParents.push(NONE);
    }
    return row;
  }

  private isNode(row: number, flag: number): boolean {
    return (this.trie.flags[row] & flag) !== 0;
  }

  /** The state after a state and another frame. */
  private next(state: number, func: number): number {
    const { trie, link } = this;
    for (let at = state; at >= 0; at = link[at]) {
      this.steps++;
      const child = trie.childOf(at, func);
      if (child >= 0) return child;
    }
    this.steps++;
    return trie.openRootOf(func);
  }

  /** Computes the link of an open node and of those that it depends on, all of which are nearer to their cut. */
  private resolve(node: number): void {
    const { pending, reached, link } = this;
    let current = node;
    /** Where the search for the current link continues; UNKNOWN to begin. */
    let from = UNKNOWN;
    for (;;) {
      const required = link[current] === UNKNOWN ? this.search(current, from) : NONE;
      if (required >= 0) {
        pending.push(current);
        reached.push(this.stoppedAt);
        current = required;
        from = UNKNOWN;
      } else {
        if (pending.length === 0) return;
        current = pending.at(--pending.length);
        from = reached.at(--reached.length);
      }
    }
  }

  /** Searches the link of an open node. Returns the node whose link it needs first, or NONE once it is found. */
  private search(node: number, from: number): number {
    const { trie, link } = this;
    const parent = trie.parentOf(node);
    this.stoppedAt = UNKNOWN;
    if (parent >= 0 && link[parent] === UNKNOWN) return parent;
    const func = trie.func[node];
    let state = from !== UNKNOWN ? link[from] : parent < 0 ? NONE : link[parent];
    for (; state >= 0; state = link[state]) {
      this.steps++;
      const child = trie.childOf(state, func);
      if (child >= 0) {
        link[node] = child;
        return NONE;
      }
      if (link[state] !== UNKNOWN) continue;
      this.stoppedAt = state;
      return state;
    }
    this.steps++;
    link[node] = parent < 0 ? NONE : trie.openRootOf(func);
    return NONE;
  }

  private addOccurrence(id: number, state: number): void {
    const { trie, found, link } = this;
    if (state >= 0 && trie.flags[state] & NodeFlags.isSuffix) this.markAmbiguous(state);
    for (let at = state; at >= 0; at = link[at]) {
      this.steps++;
      if (found[at] > 0) return this.markAmbiguous(at);
      found[at] = id + 1;
    }
  }

  /** Marks a state, and the shorter ones that occur where it does. */
  private markAmbiguous(state: number): void {
    const { link } = this;
    const { flags } = this.trie;
    for (let at = state; at >= 0 && !(flags[at] & NodeFlags.isAmbiguous); at = link[at]) {
      this.steps++;
      flags[at] |= NodeFlags.isAmbiguous;
    }
  }
}
