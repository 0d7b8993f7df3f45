// Aligns the call trees of the sides. Calls that one side makes between calls of both sides are set aside, so that the code below
// them can be compared. comparing.md, “Aligning call trees”.

import { NodeMark } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { SideBit, type CallTrie } from './call-trie.ts';
import { compareText } from './matching.ts';

/** A call is set aside if at least this share of its weight is in functions that the other side calls in the same place. */
const MIN_REACHED = 0.5;
/** Maximum number of further one-sided calls on the way to such a function. */
const MAX_DEPTH = 3;
/** Per aligned node and side. */
const MAX_SET_ASIDE = 8;

const BOTH = SideBit.a | SideBit.b;

/** Parents precede their children; node 0 is the root. */
export interface AlignedNodes {
  readonly length: number;
  readonly parent: Int32Array;
  /** Number of the function's key; NONE for the root. */
  readonly key: Int32Array;
  /** Values of NodeMark. */
  readonly mark: Uint8Array;
  /** The node of the trie whose weight is A's or B's; NONE if the side does not have it. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The removed or inserted call that a node moved out of, one level up; NONE for nodes in their own place. */
  readonly movedOutOf: Int32Array;
}

/** `weightOf` returns the total weight of a node on one side. */
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
  /** Nodes of the trie; both may be the same. */
  readonly a: number;
  readonly b: number;
}

class Alignment {
  private readonly trie: CallTrie;
  private readonly keys: readonly string[];
  private readonly weightOf: (node: number, side: number) => number;
  /** 1 for nodes that have both children only in A and children only in B, and for their callers. */
  private readonly mayAlign: Uint8Array;
  /** Every node of the trie with samples is in exactly one row. */
  private readonly rows: { -readonly [Column in keyof AlignedNodes]: AlignedNodes[Column] };
  /** Per node of the trie: its row; valid while its subtree is copied. */
  private readonly rowOf: Int32Array;
  /** By node of the trie: the row of the set-aside call that it moved out of. */
  private readonly movedOutOf = new Map<number, number>();
  private readonly pending: Pending[] = [];

  constructor(trie: CallTrie, keys: readonly string[], weightOf: (node: number, side: number) => number) {
    this.trie = trie;
    this.keys = keys;
    this.weightOf = weightOf;
    this.mayAlign = nodesToAlign(trie);
    this.rowOf = new Int32Array(trie.length);
    let capacity = 1;
    for (const sides of trie.sides) if (sides !== 0) capacity++;
    const column = () => new Int32Array(capacity);
    this.rows = {
      length: 0,
      parent: column(),
      key: column(),
      mark: new Uint8Array(capacity),
      a: column(),
      b: column(),
      movedOutOf: column().fill(NONE),
    };
  }

  run(): AlignedNodes {
    const root = this.push(NONE, NONE, NodeMark.none, NONE, NONE);
    this.alignChildren({ parent: root, a: NONE, b: NONE });
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.alignChildren(next);
    const { length, parent, key, mark, a, b, movedOutOf } = this.rows;
    return {
      length,
      parent: parent.subarray(0, length),
      key: key.subarray(0, length),
      mark: mark.subarray(0, length),
      a: a.subarray(0, length),
      b: b.subarray(0, length),
      movedOutOf: movedOutOf.subarray(0, length),
    };
  }

  private push(parent: number, key: number, mark: number, a: number, b: number): number {
    const row = this.rows.length++;
    this.rows.parent[row] = parent;
    this.rows.key[row] = key;
    this.rows.mark[row] = mark;
    this.rows.a[row] = a;
    this.rows.b[row] = b;
    const movedOutOf = (node: number) => this.movedOutOf.get(node) ?? NONE;
    this.rows.movedOutOf[row] = Math.max(movedOutOf(a), movedOutOf(b));
    return row;
  }

  /** Adds the subtree of a node for one or both sides, without aligning it. */
  private copy(node: number, sides: number, parent: number): void {
    const { end, key, parent: caller, sides: sidesOf } = this.trie;
    const { rows, rowOf } = this;
    const { parent: parents, key: keyOf, a, b } = rows;
    const first = rows.length;
    let row = first;
    for (let each = node; each < end[node];) {
      const present = sidesOf[each] & sides;
      if (present === 0) {
        each = end[each];
        continue;
      }
      parents[row] = each === node ? parent : rowOf[caller[each]];
      keyOf[row] = key[each];
      a[row] = present & SideBit.a ? each : NONE;
      b[row] = present & SideBit.b ? each : NONE;
      rowOf[each++] = row++;
    }
    rows.length = row;
    // Only the node itself can have moved, not those below it.
    if (row > first) rows.movedOutOf[first] = this.movedOutOf.get(node) ?? NONE;
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

  /** Sets aside calls in `own`, the heaviest first, and adds the callees that can be compared to `own` instead. */
  private setAside(own: Children, other: Children, side: number, parent: number): void {
    if (isSubset(own, other) || isSubset(other, own)) return;
    for (let i = 0; i < MAX_SET_ASIDE; i++) {
      const found = this.heaviestFirst(own, other, side).find(
        ([, node]) =>
          this.reached(node, own, other, side, MAX_DEPTH) >= MIN_REACHED * this.weightOf(node, side),
      );
      if (!found) return;
      const [key, node] = found;
      own.delete(key);
      const row =
        side === SideBit.b
          ? this.push(parent, key, NodeMark.inserted, NONE, node)
          : this.push(parent, key, NodeMark.removed, node, NONE);
      for (const [inner, child] of this.childrenOf(node, side)) {
        const isComparable = other.has(inner) || this.reached(child, own, other, side, MAX_DEPTH - 1) > 0;
        if (!own.has(inner) && isComparable) {
          own.set(inner, child);
          this.movedOutOf.set(child, row);
        } else this.copy(child, side, row);
      }
    }
  }

  /** The children that only `own` has. */
  private heaviestFirst(own: Children, other: Children, side: number): [key: number, node: number][] {
    return [...own]
      .filter(([key]) => !other.has(key))
      .map(([key, node]) => ({ key, node, weight: this.weightOf(node, side) }))
      .sort((x, y) => y.weight - x.weight || compareText(this.keys[x.key], this.keys[y.key]))
      .map(({ key, node }) => [key, node]);
  }

  /** The weight below a node in functions that are in `other`, but not in `own`. */
  private reached(node: number, own: Children, other: Children, side: number, depth: number): number {
    let sum = 0;
    for (const [key, child] of this.childrenOf(node, side)) {
      if (other.has(key)) sum += own.has(key) ? 0 : this.weightOf(child, side);
      else if (depth > 0) sum += this.reached(child, own, other, side, depth - 1);
    }
    return sum;
  }

  /** The children on one side. For the root, `node` is NONE. */
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
  /** Per node: the bits of the sides that have a child which the other side lacks. */
  const oneSided = new Uint8Array(length);
  const mayAlign = new Uint8Array(length);
  for (let node = length - 1; node >= 0; node--) {
    if (oneSided[node] === BOTH) mayAlign[node] = 1;
    const above = parent[node];
    if (above < 0) continue;
    if (sides[node] !== BOTH) oneSided[above] |= sides[node];
    if (mayAlign[node] === 1) mayAlign[above] = 1;
  }
  return mayAlign;
}

function isSubset(a: Children, b: Children): boolean {
  for (const key of a.keys()) if (!b.has(key)) return false;
  return true;
}
