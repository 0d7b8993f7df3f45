// Aligns the call trees of the sides: calls that only one side has, inserted between calls that both have, are set aside, so that
// the code below them is compared. comparing.md, “Aligning call trees”.

import { NodeMark } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { SideBit, type CallTrie } from './call-trie.ts';
import { compareText } from './matching.ts';

/** A call is set aside if at least this share of its weight reaches functions that the other side has at this place. */
const MIN_REACHED = 0.5;
/** Number of further one-sided calls between the two. */
const MAX_DEPTH = 3;
const MAX_SET_ASIDE = 8;

const BOTH = SideBit.a | SideBit.b;

/** Nodes follow their parents; node 0 is the root. */
export interface AlignedNodes {
  readonly length: number;
  readonly parent: Int32Array;
  /** Number of the function's key; NONE for the root. */
  readonly key: Int32Array;
  /** Values of NodeMark. */
  readonly mark: Uint8Array;
  /** The node of the trie with A's, and with B's weight; NONE if the side does not have it. */
  readonly a: Int32Array;
  readonly b: Int32Array;
}

/** `weightOf` is the total weight of a node on a side. */
export function alignTrees(
  trie: CallTrie,
  keys: readonly string[],
  weightOf: (node: number, side: number) => number,
): AlignedNodes {
  return new Alignment(trie, keys, weightOf).run();
}

/** Nodes of the trie by the number of their key. */
type Children = Map<number, number>;

interface Pending {
  /** Row of the parent. */
  readonly parent: number;
  /** The nodes of both sides, or the same node twice. */
  readonly a: number;
  readonly b: number;
}

class Alignment {
  private readonly trie: CallTrie;
  private readonly keys: readonly string[];
  private readonly weightOf: (node: number, side: number) => number;
  /** 1 for nodes with children of A only and of B only, and for their callers. */
  private readonly mayAlign: Uint8Array;
  /** Every node of the trie is in exactly one row. */
  private readonly rows: { -readonly [Column in keyof AlignedNodes]: AlignedNodes[Column] };
  /** Per node of the trie: its row, while its subtree is copied. */
  private readonly rowOf: Int32Array;
  private readonly pending: Pending[] = [];

  constructor(trie: CallTrie, keys: readonly string[], weightOf: (node: number, side: number) => number) {
    this.trie = trie;
    this.keys = keys;
    this.weightOf = weightOf;
    this.mayAlign = nodesToAlign(trie);
    this.rowOf = new Int32Array(trie.length);
    const column = () => new Int32Array(trie.length + 1);
    const mark = new Uint8Array(trie.length + 1);
    this.rows = { length: 0, parent: column(), key: column(), mark, a: column(), b: column() };
  }

  run(): AlignedNodes {
    const root = this.push(NONE, NONE, NodeMark.none, NONE, NONE);
    this.alignChildren({ parent: root, a: NONE, b: NONE });
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.alignChildren(next);
    const { length, parent, key, mark, a, b } = this.rows;
    return {
      length,
      parent: parent.slice(0, length),
      key: key.slice(0, length),
      mark: mark.slice(0, length),
      a: a.slice(0, length),
      b: b.slice(0, length),
    };
  }

  private push(parent: number, key: number, mark: number, a: number, b: number): number {
    const row = this.rows.length++;
    this.rows.parent[row] = parent;
    this.rows.key[row] = key;
    this.rows.mark[row] = mark;
    this.rows.a[row] = a;
    this.rows.b[row] = b;
    return row;
  }

  /** Adds the subtree of a node without aligning, on both sides or on one. */
  private copy(node: number, sides: number, parent: number): void {
    const { end, key, parent: caller, sides: sidesOf } = this.trie;
    for (let each = node; each < end[node];) {
      const present = sidesOf[each] & sides;
      if (present === 0) {
        each = end[each];
        continue;
      }
      const above = each === node ? parent : this.rowOf[caller[each]];
      const a = present & SideBit.a ? each : NONE;
      const b = present & SideBit.b ? each : NONE;
      this.rowOf[each] = this.push(above, key[each], NodeMark.none, a, b);
      each++;
    }
  }

  /** Adds the children of two aligned nodes. */
  private alignChildren({ parent, a, b }: Pending): void {
    const ofA = this.childrenOf(a, SideBit.a);
    const ofB = this.childrenOf(b, SideBit.b);
    this.setAside(ofB, ofA, SideBit.b, parent);
    this.setAside(ofA, ofB, SideBit.a, parent);
    for (const [key, node] of ofA) {
      const other = ofB.get(key);
      if (other === undefined) this.copy(node, SideBit.a, parent);
      else if (node === other && this.mayAlign[node] === 0) this.copy(node, BOTH, parent);
      else {
        const row = this.push(parent, key, NodeMark.none, node, other);
        this.pending.push({ parent: row, a: node, b: other });
      }
    }
    for (const [key, node] of ofB) if (!ofA.has(key)) this.copy(node, SideBit.b, parent);
  }

  /** Sets calls of one side aside, the heaviest first, and moves what they reach into `here`. */
  private setAside(here: Children, there: Children, side: number, parent: number): void {
    if (isSubset(here, there) || isSubset(there, here)) return;
    for (let i = 0; i < MAX_SET_ASIDE; i++) {
      const found = this.heaviestFirst(here, there, side).find(
        ([, node]) =>
          this.reached(node, here, there, side, MAX_DEPTH) >= MIN_REACHED * this.weightOf(node, side),
      );
      if (!found) return;
      const [key, node] = found;
      here.delete(key);
      const row =
        side === SideBit.b
          ? this.push(parent, key, NodeMark.inserted, NONE, node)
          : this.push(parent, key, NodeMark.removed, node, NONE);
      for (const [inner, child] of this.childrenOf(node, side)) {
        const leads = there.has(inner) || this.reached(child, here, there, side, MAX_DEPTH - 1) > 0;
        if (!here.has(inner) && leads) here.set(inner, child);
        else this.copy(child, side, row);
      }
    }
  }

  /** What only `here` has. */
  private heaviestFirst(here: Children, there: Children, side: number): [key: number, node: number][] {
    return [...here]
      .filter(([key]) => !there.has(key))
      .map(([key, node]) => ({ key, node, weight: this.weightOf(node, side) }))
      .sort((x, y) => y.weight - x.weight || compareText(this.keys[x.key], this.keys[y.key]))
      .map(({ key, node }) => [key, node]);
  }

  /** The weight below a node that is in functions which `there` has and `here` has not. */
  private reached(node: number, here: Children, there: Children, side: number, depth: number): number {
    let sum = 0;
    for (const [key, child] of this.childrenOf(node, side)) {
      if (there.has(key)) sum += here.has(key) ? 0 : this.weightOf(child, side);
      else if (depth > 0) sum += this.reached(child, here, there, side, depth - 1);
    }
    return sum;
  }

  /** NONE is the root. */
  private childrenOf(node: number, side: number): Children {
    const { end, key, sides, length } = this.trie;
    const children: Children = new Map();
    const until = node === NONE ? length : end[node];
    for (let child = node + 1; child < until; child = end[child])
      if (sides[child] & side) children.set(key[child], child);
    return children;
  }
}

function nodesToAlign({ length, parent, sides }: CallTrie): Uint8Array {
  /** Per node: the bits of sides that alone have a child. */
  const alone = new Uint8Array(length);
  const mayAlign = new Uint8Array(length);
  for (let node = length - 1; node >= 0; node--) {
    if (alone[node] === BOTH) mayAlign[node] = 1;
    const above = parent[node];
    if (above < 0) continue;
    if (sides[node] !== BOTH) alone[above] |= sides[node];
    if (mayAlign[node] === 1) mayAlign[above] = 1;
  }
  return mayAlign;
}

function isSubset(a: Children, b: Children): boolean {
  for (const key of a.keys()) if (!b.has(key)) return false;
  return true;
}
