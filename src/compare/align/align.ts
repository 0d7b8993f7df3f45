// Aligns the call trees of the sides. Callees of one-sided calls, which one side makes between calls of both sides, move up a level,
// so that they can be compared. comparing.md, “Aligning call trees”.

import { NONE } from '../../model/profile.ts';
import { AlignedColumns, type AlignedNodes } from './aligned-columns.ts';
import { SideBit, type CallTrie } from '../stacks/call-trie.ts';
import { compareText } from '../../text/column-text.ts';

/** A call is one-sided if at least this share of its weight is in functions that the other side calls in the same place. */
const MIN_REACHED = 0.5;
/** Maximum number of further one-sided calls on the way to such a function. */
const MAX_DEPTH = 3;
/** Per aligned node and side. */
const MAX_SET_ASIDE = 8;

const BOTH = SideBit.a | SideBit.b;

interface AlignOptions {
  /** The functions' keys, by number. */
  readonly keys: readonly string[];
  readonly weightOf: (chain: number, side: number) => number;
  /** Per chain of the trie: 1 if it is split into single nodes, because each may get a verdict. */
  readonly isSplit: Uint8Array;
}

export function alignTrees(trie: CallTrie, options: AlignOptions): AlignedNodes {
  return new Alignment(trie, options).run();
}

/** A node of the trie. */
interface Place {
  readonly key: number;
  readonly chain: number;
  readonly node: number;
  /** The aligned chain of the one-sided call that the node moved out of; NONE if it is in its own place. */
  readonly movedOutOf: number;
}

/** The callees of a node on one side, by key, in ascending order. */
type Callees = Place[];

/** The same callee on one or both sides. */
interface Pending {
  /** The aligned chain that it is added to. */
  readonly parent: number;
  readonly a: Place | undefined;
  readonly b: Place | undefined;
}

class Alignment {
  private readonly trie: CallTrie;
  private readonly options: AlignOptions;
  /** 1 for chains whose last nodes have both callees only in A and callees only in B, and for their callers. */
  private readonly mayAlign: Uint8Array;
  private readonly rows: AlignedColumns;
  private readonly pending: Pending[] = [];

  constructor(trie: CallTrie, options: AlignOptions) {
    this.trie = trie;
    this.options = options;
    this.mayAlign = chainsToAlign(trie);
    this.rows = new AlignedColumns(trie, options.isSplit);
  }

  run(): AlignedNodes {
    const root = { key: NONE, chain: NONE, node: NONE, movedOutOf: NONE };
    this.alignCallees(root, root, this.rows.addRoot());
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.addCallee(next);
    return this.rows.take();
  }

  /** Sets aside calls below two aligned nodes, the last ones of chain `parent`. The other callees are pending. */
  private alignCallees(a: Place, b: Place, parent: number): void {
    const ofA = this.calleesOf(a, SideBit.a);
    const ofB = this.calleesOf(b, SideBit.b);
    this.takeOneSided(ofB, ofA, SideBit.b, parent);
    this.takeOneSided(ofA, ofB, SideBit.a, parent);
    for (const place of ofB) if (!find(ofA, place.key)) this.pending.push({ parent, a: undefined, b: place });
    for (const place of ofA) this.pending.push({ parent, a: place, b: find(ofB, place.key) });
  }

  /** Adds the subtree of a callee, but for callees of it that are to be aligned. */
  private addCallee({ parent, a, b }: Pending): void {
    if (!a || !b) {
      if (a) this.rows.copy(a, SideBit.a, parent);
      if (b) this.rows.copy(b, SideBit.b, parent);
    } else if (a.node === b.node && this.mayAlign[a.chain] === 0)
      this.rows.copy({ ...a, movedOutOf: movedOutOf(a, b) }, BOTH, parent);
    else this.addCommon(a, b, parent);
  }

  /** Adds nodes of both sides, down to where their chains end or differ. */
  private addCommon(a: Place, b: Place, parent: number): void {
    const { first, key } = this.trie;
    const length = Math.min(first[a.chain + 1] - a.node, first[b.chain + 1] - b.node);
    let common = 1;
    while (common < length && key[a.node + common] === key[b.node + common]) common++;
    const row = this.rows.addCommon({ ...a, movedOutOf: movedOutOf(a, b) }, b, common, parent);
    const last = (place: Place) => ({ ...place, node: place.node + common - 1 });
    this.alignCallees(last(a), last(b), row);
  }

  /** Sets aside calls in `own`, the heaviest first, and adds the callees that can be compared to `own` instead. */
  private takeOneSided(own: Callees, other: Callees, side: number, parent: number): void {
    if (isSubset(own, other) || isSubset(other, own)) return;
    for (let i = 0; i < MAX_SET_ASIDE; i++) {
      const onlyOwn = own.filter(({ key }) => !find(other, key));
      const call = this.heaviestFirst(onlyOwn, side).find(
        (place) =>
          this.reached(place, own, other, side, MAX_DEPTH) >=
          MIN_REACHED * this.options.weightOf(place.chain, side),
      );
      if (!call) return;
      own.splice(own.indexOf(call), 1);
      const row = this.rows.addOneSided(call, side, parent);
      for (const callee of this.heaviestFirst(this.calleesOf(call, side), side)) {
        const isComparable =
          find(other, callee.key) !== undefined || this.reached(callee, own, other, side, MAX_DEPTH - 1) > 0;
        if (!find(own, callee.key) && isComparable) insert(own, { ...callee, movedOutOf: row });
        else this.rows.copy(callee, side, row);
      }
    }
  }

  private heaviestFirst(callees: Callees, side: number): Callees {
    const { keys, weightOf } = this.options;
    if (callees.length < 2) return callees;
    return callees
      .map((place) => ({ place, weight: weightOf(place.chain, side) }))
      .sort((x, y) => y.weight - x.weight || compareText(keys[x.place.key], keys[y.place.key]))
      .map(({ place }) => place);
  }

  /** The weight below a node in functions that are in `other`, but not in `own`. */
  private reached(
    { chain, node }: Pick<Place, 'chain' | 'node'>,
    own: Callees,
    other: Callees,
    side: number,
    depth: number,
  ): number {
    let sum = 0;
    this.visitCallees(chain, node, side, (calleeChain, callee) => {
      const key = this.trie.key[callee];
      if (find(other, key)) sum += find(own, key) ? 0 : this.options.weightOf(calleeChain, side);
      else if (depth > 0)
        sum += this.reached({ chain: calleeChain, node: callee }, own, other, side, depth - 1);
    });
    return sum;
  }

  private calleesOf({ chain, node }: Place, side: number): Callees {
    const callees: Callees = [];
    this.visitCallees(chain, node, side, (calleeChain, callee) => {
      callees.push({ key: this.trie.key[callee], chain: calleeChain, node: callee, movedOutOf: NONE });
    });
    return callees;
  }

  /** The callees of a node on one side; for NONE, the roots. */
  private visitCallees(
    chain: number,
    node: number,
    side: number,
    visit: (chain: number, node: number) => void,
  ): void {
    const { end, first, sides, chains } = this.trie;
    if (chain >= 0 && node + 1 < first[chain + 1]) return visit(chain, node + 1);
    const until = chain < 0 ? chains : end[chain];
    for (let child = chain + 1; child < until; child = end[child])
      if (sides[child] & side) visit(child, first[child]);
  }
}

/** If both sides moved out of a one-sided call, the later one. */
function movedOutOf(a: Place, b: Place): number {
  return Math.max(a.movedOutOf, b.movedOutOf);
}

function find(callees: Callees, key: number): Place | undefined {
  const at = indexOf(callees, key);
  return at < callees.length && callees[at].key === key ? callees[at] : undefined;
}

/** The index of the first callee with this key or a larger one. */
function indexOf(callees: Callees, key: number): number {
  let [from, to] = [0, callees.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (callees[middle].key < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

function insert(callees: Callees, place: Place): void {
  callees.splice(indexOf(callees, place.key), 0, place);
}

function isSubset(a: Callees, b: Callees): boolean {
  return a.every(({ key }) => find(b, key) !== undefined);
}

function chainsToAlign({ chains, parent, sides }: CallTrie): Uint8Array {
  /** Per chain: the bits of the sides that have a callee which the other side lacks. */
  const oneSided = new Uint8Array(chains);
  const mayAlign = new Uint8Array(chains);
  for (let chain = chains - 1; chain >= 0; chain--) {
    if (oneSided[chain] === BOTH) mayAlign[chain] = 1;
    const above = parent[chain];
    if (above < 0) continue;
    if (sides[chain] !== BOTH) oneSided[above] |= sides[chain];
    if (mayAlign[chain] === 1) mayAlign[above] = 1;
  }
  return mayAlign;
}
