// A call path identifies a call node across trees. Node indices are valid in one tree only; a path finds the same node at
// another level, after filtering, and in partial and complete trees.

import type { FunctionId, FunctionIds } from './function-ids.ts';
import { extendHash, extendLow } from './hash.ts';
import { NONE, type FuncTable } from './profile.ts';
import { childrenOf, parentOf, type CallTree } from './tree.ts';

/** The functions from the root (excluded) to a node; [] is the root. */
export type CallPath = readonly FunctionId[];

/** Hashes of a call path, truncated for links. */
export interface PathHashes {
  readonly path: number;
  /** Stays the same when the rules of the levels change: see `linkedPath`. */
  readonly landmark: number;
}

/** How a link identifies a node. Its path is resolved once the complete tree has arrived. */
export type LinkedNode =
  | PathHashes
  /** Node index in the complete tree, as used by old links that have no version field. */
  | { readonly number: number };

export type NodeRef = CallPath | LinkedNode;

/** A node of the time-ordered view, where the same call path occurs many times. */
export interface TimeNode {
  readonly pid: number;
  readonly tid: number;
  /** Midpoint of the node, in nanoseconds on the recording's clock. */
  readonly time: number;
  /** ROOT_PATH for the thread itself. */
  readonly path: NodeRef;
}

export const ROOT_PATH: CallPath = [];

/** The call path of a node, without its thread and time. */
export function withoutTime(ref: NodeRef | TimeNode): NodeRef {
  return 'tid' in ref ? ref.path : ref;
}

/** Tables needed to build and resolve the call paths of one recording. */
export interface PathNames {
  readonly ids: FunctionIds;
  readonly funcs: Pick<FuncTable, 'canonical'>;
}

export interface Resolved {
  readonly node: number;
  /** `exact`: the same path. `similar`: the same function on a different path. `ancestor`: the nearest remaining caller. */
  readonly match: 'exact' | 'similar' | 'ancestor';
}

export function isPath(ref: NodeRef): ref is CallPath {
  return Array.isArray(ref);
}

export function pathTo(tree: CallTree, node: number, { ids }: PathNames): CallPath {
  const path: FunctionId[] = [];
  for (let at = node; at > 0; at = parentOf(tree, at)) path.push(ids.exact[tree.func[at]]);
  return path.reverse();
}

/**
 * Finds the node of a path. Skips path frames that a filter or another level removed. If the last frame was removed, returns
 * the node of the same function that shares the most callers with the path, or else the nearest remaining caller.
 */
export function resolvePath(tree: CallTree, path: CallPath, names: PathNames): Resolved {
  const exact = exactNode(tree, path, names.ids);
  if (exact !== NONE) return { node: exact, match: 'exact' };
  const { canonical } = names.funcs;
  const rows = path.map((id) => canonical[names.ids.rowOf(id)] ?? NONE);
  let node = 0;
  let followed = NONE;
  for (const [i, row] of rows.entries()) {
    const next =
      row === NONE ? undefined : childrenOf(tree, node).find((each) => canonical[tree.func[each]] === row);
    if (next === undefined) continue;
    node = next;
    followed = i;
  }
  if (followed === path.length - 1) return { node, match: 'similar' };
  const similar = similarNode(tree, rows, canonical);
  return similar === NONE ? { node, match: 'ancestor' } : { node: similar, match: 'similar' };
}

const ROOT: Resolved = { node: 0, match: 'exact' };
const resolved = new WeakMap<CallTree, WeakMap<CallPath, Resolved>>();

/** Node of a path, cached per tree. Returns the root while the path of a linked node is still unknown. */
export function resolveNode(tree: CallTree, ref: NodeRef, names: PathNames): Resolved {
  if (!isPath(ref)) return ROOT;
  const inTree = resolved.get(tree) ?? new WeakMap<CallPath, Resolved>();
  resolved.set(tree, inTree);
  const found = inTree.get(ref) ?? resolvePath(tree, ref, names);
  inTree.set(ref, found);
  return found;
}

export function exactNode(tree: CallTree, path: CallPath, { exact }: FunctionIds): number {
  let node = 0;
  for (const id of path) {
    const next = childrenOf(tree, node).find((each) => exact[tree.func[each]] === id);
    if (next === undefined) return NONE;
    node = next;
  }
  return node;
}

/** Maximum number of candidates whose paths are compared, heaviest first: comparing more would take noticeable time. */
const MAX_CANDIDATES = 50;

/**
 * Among the nodes of the path's last function, finds the one whose own path shares the most functions with it; the heaviest
 * wins ties.
 */
function similarNode(tree: CallTree, rows: readonly number[], canonical: Int32Array): number {
  const wanted = rows.at(-1) ?? NONE;
  if (wanted === NONE) return NONE;
  const onPath = new Set(rows);
  let best = NONE;
  let most = -1;
  for (const { node } of heaviestOf(tree, wanted, canonical)) {
    const shared = new Set<number>();
    for (let at = node; at > 0; at = parentOf(tree, at)) shared.add(canonical[tree.func[at]]);
    const common = [...onPath].filter((row) => shared.has(row)).length;
    if (common <= most) continue;
    most = common;
    best = node;
  }
  return best;
}

/** The heaviest nodes of a function, heaviest first. */
function heaviestOf(tree: CallTree, wanted: number, canonical: Int32Array) {
  const candidates: { node: number; total: number }[] = [];
  const keepHeaviest = () => {
    candidates.sort((a, b) => b.total - a.total || a.node - b.node);
    candidates.length = Math.min(candidates.length, MAX_CANDIDATES);
  };
  for (let chain = 0; chain < tree.chains; chain++) {
    for (let node = Math.max(1, tree.first[chain]); node < tree.first[chain + 1]; node++) {
      if (canonical[tree.func[node]] !== wanted) continue;
      candidates.push({ node, total: tree.total[chain] });
      if (candidates.length > MAX_CANDIDATES * 8) keepHeaviest();
    }
  }
  keepHeaviest();
  return candidates;
}

/** Short enough for a link, large enough that a few million nodes do not collide. */
const PATH_RANGE = 2 ** 40;
const LANDMARK_RANGE = 2 ** 30;

/**
 * Hashes that identify the node at the end of a path in a link. `landmark` omits whatever changes when the rules of the levels
 * change: it covers only the Python functions on the path and its last function, by canonical name.
 */
export function linkedPath(path: CallPath, { ids }: PathNames): PathHashes {
  const rows = path.map((id) => ids.rowOf(id));
  const marks = rows.filter((row, i) => row !== NONE && (i === rows.length - 1 || ids.isPython[row] === 1));
  return {
    path: path.reduce((hash, id) => extendHash(hash, id), 0) % PATH_RANGE,
    landmark: marks.reduce((hash, row) => extendHash(hash, ids.canonical[row]), 0) % LANDMARK_RANGE,
  };
}

export function linkedNodeOf(tree: CallTree, node: number, names: PathNames): PathHashes {
  return linkedPath(pathTo(tree, node, names), names);
}

/** Finds the node a link refers to in a complete tree; NONE if it is missing. */
export function findLinkedNode(tree: CallTree, linked: LinkedNode, names: PathNames): number {
  if ('number' in linked) return linked.number < tree.length ? linked.number : NONE;
  const { exact, canonical, isPython } = names.ids;
  const everyFunction = new Uint8Array(exact.length).fill(1);
  const hasPath = (node: number) => linkedNodeOf(tree, node, names).path === linked.path;
  const node = firstNode(tree, exact, everyFunction, linked.path | 0, -1, hasPath);
  if (node !== NONE) return node;
  return firstNode(tree, canonical, isPython, linked.landmark, LANDMARK_RANGE - 1, () => true);
}

/**
 * Finds the first node whose hash has these `low` bits (under `mask`) and that `isRight` accepts. Siblings are ordered by
 * weight, so the heaviest wins. A node's hash covers the `counted` functions above it, then its own function.
 */
function firstNode(
  { chains, first, parent, func }: CallTree,
  ids: Float64Array,
  counted: Uint8Array,
  low: number,
  mask: number,
  isRight: (node: number) => boolean,
): number {
  const lows = Int32Array.from(ids, (id) => id | 0);
  /** Per chain: the hash of the counted functions down to its last node. */
  const hashes = new Int32Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    let hash = chain === 0 ? 0 : hashes[parent[chain]];
    const end = first[chain + 1];
    for (let node = chain === 0 ? 1 : first[chain]; node < end; node++) {
      const own = extendLow(hash, lows[func[node]]);
      if ((own & mask) === low && isRight(node)) return node;
      if (counted[func[node]] === 1) hash = own;
    }
    hashes[chain] = hash;
  }
  return NONE;
}
