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

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import { Int32Column, release } from '../model/columns.ts';
import { AppendedStacks } from '../model/stacks.ts';
import { NONE } from '../model/profile.ts';
import { NodeFlags, type StackTrie } from './stack-trie.ts';

/** A link that is not known yet. NONE is the empty state. */
const UNKNOWN = -2;

/** Nodes in rows that follow each other, each the caller of the next. */
interface Run {
  /** The first one whose link is not known. */
  row: number;
  readonly end: number;
  /** The last state that was tried for it; UNKNOWN if none was. */
  searchedTo: number;
}

export class Occurrences {
  /** Whole nodes that only re-attached stacks have. Their IDs are their rows, after those of the trie. */
  readonly added = new AppendedStacks();
  private readonly trie: StackTrie;
  /** Per row of the trie: its link. */
  private readonly link: Int32Array;
  /**
   * Per open node: an occurrence in a whole stack, + 1. If there is none, 0 or minus the first node of its stack that had none when
   * `firstUnfound` passed by, - 1.
   */
  private readonly found: Int32Array;
  private readonly margin: number;
  /** Per added row: its link, and the ID of its parent. */
  private readonly addedLinks = new Int32Column();
  private readonly addedParents = new Int32Column();
  /** Nodes at which `firstUnfound` keeps its result. */
  private readonly branches: number[] = [];
  /** Runs that wait for the links of other nodes. */
  private readonly pending: Run[] = [];

  /** Uses `memory`, which has an entry per row of the trie, for the links. */
  constructor(trie: StackTrie, margin: number, memory: Int32Array) {
    this.trie = trie;
    this.margin = margin;
    this.link = memory.fill(UNKNOWN);
    this.found = new Int32Array(trie.length);
  }

  /** Frees the links and what was found, which cannot be used afterwards. */
  release(): void {
    release(this.link);
    release(this.found);
  }

  /** Finds the occurrences of open nodes. */
  *addAll(): TimeSliced<void> {
    const { length } = this.trie;
    yield* inSlices(length, (from, to) => this.linkOpen(from, to));
    yield* inSlices(length, (from, to) => this.addOpen(from, to));
    yield* inSlices(length, (from, to) => this.addWhole(from, to));
  }

  private linkOpen(from: number, to: number): void {
    const { link } = this;
    const { flags, caller, func } = this.trie;
    for (let node = from; node < to; node++) {
      if (!(flags[node] & NodeFlags.open)) continue;
      const state = caller[node] < 0 ? NONE : link[caller[node]];
      // The fast path, for nearly all nodes: the link of the caller leads to a row whose next one is the link of this node.
      if (state >= 0 && func[state + 1] === func[node] && flags[state] & NodeFlags.hasNext)
        link[node] = state + 1;
      else this.resolve(node);
    }
  }

  /** Finds the open nodes that occur in other open stacks. */
  private addOpen(from: number, to: number): void {
    const { link } = this;
    const { flags } = this.trie;
    for (let node = from; node < to; node++) {
      const state = link[node];
      if (state < 0 || !(flags[node] & NodeFlags.open)) continue;
      if (!(flags[state] & NodeFlags.isSuffix)) flags[state] |= NodeFlags.isSuffix;
      else if (!(flags[state] & NodeFlags.isAmbiguous)) this.markAmbiguous(state);
    }
  }

  /** Finds the open nodes that occur in whole stacks. */
  private addWhole(from: number, to: number): void {
    const { link } = this;
    const { flags, caller, func } = this.trie;
    for (let node = from; node < to; node++) {
      if (!(flags[node] & NodeFlags.whole)) continue;
      link[node] = this.next(caller[node] < 0 ? NONE : link[caller[node]], func[node]);
      this.addOccurrence(node, link[node]);
    }
  }

  /**
   * Adds open stacks of two frames that begin in an unnamed root. They are no nodes, because longer stacks that begin like them are
   * whole. Open stacks that begin with the second frame are ambiguous if it has other callers.
   */
  addShort(short: readonly (readonly [caller: number, func: number])[]): void {
    const { flags, caller, func, length, funcs } = this.trie;
    const isEvidence = (own: number) => {
      const root = this.trie.openRootOf(own);
      return root >= 0 && !(flags[root] & NodeFlags.isAmbiguous);
    };
    if (!short.some(([, own]) => isEvidence(own))) return;
    /** Per function: its caller in a short stack; NONE if it is in none. */
    const callers = new Int32Array(funcs).fill(NONE);
    for (const [above, own] of short) {
      if (callers[own] >= 0 && callers[own] !== above) this.markRootAmbiguous(own);
      callers[own] = above;
    }
    for (let node = 0; node < length; node++) {
      const expected = callers[func[node]];
      if (expected < 0 || caller[node] < 0 || !(flags[node] & (NodeFlags.open | NodeFlags.whole))) continue;
      if (func[caller[node]] !== expected) this.markRootAmbiguous(func[node]);
    }
  }

  /** The first node of an open stack, from the cut, that occurs in no whole stack; NONE if all do. */
  firstUnfound(end: number): number {
    const { found, branches } = this;
    const { caller, flags } = this.trie;
    let first = NONE;
    let at = end;
    while (at >= 0 && found[at] <= 0) {
      const known = -found[at] - 1;
      first = known >= 0 && found[known] <= 0 ? known : at;
      if (flags[at] & NodeFlags.hasOthers) branches.push(at);
      at = caller[first];
    }
    for (const node of branches) found[node] = -first - 1;
    branches.length = 0;
    return first;
  }

  /** True if an open node occurs in a whole stack. */
  isFound(node: number): boolean {
    return this.found[node] > 0;
  }

  /** True if no two contexts of an open node are known. */
  hasOneContext(node: number): boolean {
    return !(this.trie.flags[node] & NodeFlags.isAmbiguous);
  }

  /**
   * True if only one context is possible for the open stacks of which this is the longest part, from the cut, that occurs in a whole
   * stack: none of its last frames, as many as the margin, ends a part with different contexts.
   */
  hasMargin(longest: number): boolean {
    const { flags, caller } = this.trie;
    if (longest < 0 || flags[longest] & NodeFlags.lacksMargin) return false;
    let [at, left] = [longest, this.margin];
    for (; at >= 0 && left > 0 && !(flags[at] & NodeFlags.isAmbiguous); left--) at = caller[at];
    // It will never have it, since nothing becomes unambiguous.
    if (left > 0) flags[longest] |= NodeFlags.lacksMargin;
    return left === 0;
  }

  /** An occurrence of an open node in a whole stack. */
  occurrenceOf(node: number): number {
    return this.found[node] - 1;
  }

  /** The parent of a whole node, by ID; NONE at the root. */
  parentOf(id: number): number {
    return id < this.trie.length ? this.trie.caller[id] : this.addedParents.at(id - this.trie.length);
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

  /** The state after a state and another frame. */
  private next(state: number, func: number): number {
    const { trie, link } = this;
    for (let at = state; at >= 0; at = link[at]) {
      const child = trie.childOf(at, func);
      if (child >= 0) return child;
    }
    return trie.openRootOf(func);
  }

  /** Computes the link of an open node and of those that it depends on, all of which are nearer to their cut. */
  private resolve(node: number): void {
    const { pending } = this;
    let run = this.runTo(node);
    for (;;) {
      const required = this.linkRun(run);
      if (required >= 0) {
        pending.push(run);
        run = this.runTo(required);
      } else {
        const next = pending.pop();
        if (!next) return;
        run = next;
      }
    }
  }

  /** The nodes without a link up to this one, as far as their rows follow each other. */
  private runTo(node: number): Run {
    const { link } = this;
    const { caller } = this.trie;
    let row = node;
    while (caller[row] === row - 1 && row > 0 && link[row - 1] === UNKNOWN) row--;
    return { row, end: node, searchedTo: UNKNOWN };
  }

  /** Computes the links of a run. Returns the node whose link it needs first, or NONE once all are known. */
  private linkRun(run: Run): number {
    const { trie, link } = this;
    const { flags, caller, func } = trie;
    for (; run.row <= run.end; run.row++) {
      const { row } = run;
      const above = caller[row];
      if (above >= 0 && link[above] === UNKNOWN) return above;
      const own = func[row];
      let state = above < 0 ? NONE : link[run.searchedTo === UNKNOWN ? above : run.searchedTo];
      run.searchedTo = UNKNOWN;
      // The fast path, as in `linkOpen`.
      if (state >= 0 && func[state + 1] === own && flags[state] & NodeFlags.hasNext) {
        link[row] = state + 1;
        continue;
      }
      let child = NONE;
      for (; state >= 0; state = link[state]) {
        child = trie.childOf(state, own);
        if (child >= 0) break;
        if (link[state] !== UNKNOWN) continue;
        run.searchedTo = state;
        return state;
      }
      link[row] = child >= 0 || above < 0 ? child : trie.openRootOf(own);
    }
    return NONE;
  }

  private addOccurrence(id: number, state: number): void {
    const { trie, found, link } = this;
    if (state >= 0 && trie.flags[state] & NodeFlags.isSuffix) this.markAmbiguous(state);
    for (let at = state; at >= 0; at = link[at]) {
      if (found[at] > 0) return this.markAmbiguous(at);
      found[at] = id + 1;
    }
  }

  private markRootAmbiguous(func: number): void {
    const root = this.trie.openRootOf(func);
    if (root >= 0) this.markAmbiguous(root);
  }

  /** Marks a state, and the shorter ones that occur where it does. */
  private markAmbiguous(state: number): void {
    const { link } = this;
    const { flags } = this.trie;
    for (let at = state; at >= 0 && !(flags[at] & NodeFlags.isAmbiguous); at = link[at]) {
      flags[at] |= NodeFlags.isAmbiguous;
    }
  }
}
