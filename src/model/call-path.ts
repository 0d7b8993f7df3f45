// Identifies functions and call nodes across tables, trees and recordings. A function is identified by a hash of its
// name, module and kind; a node by its call path, the functions from the root, which finds the same node at another
// level, after filtering, and in both partial and complete trees. Both are valid in links and in the browser history.
// Paths of files are hashed in their short form, so that IDs are the same on every machine and in shared profiles with
// short paths.

import { extendHash, extendLow, hashText } from './hash.ts';
import { NONE, type FuncTable, type FunctionNames } from './profile.ts';
import { childrenOf, nodesTo, visitNodesOf, type CallTree } from './tree.ts';
import { isPython, KIND_LABELS } from './kinds.ts';
import { shortName, shortPath } from './paths.ts';

export type FunctionId = number;

interface FunctionIds {
  /** Per row of the function table: its unique ID. */
  readonly exact: Float64Array;
  /**
   * Per row: a hash of the canonical name and module. It does not depend on the classification rules, and all variants
   * of a name share it (`foo.cold` and `foo`).
   */
  readonly canonical: Float64Array;
  /** Per row: 1 for a Python function, which is visible at every level of detail. */
  readonly isPython: Uint8Array;
  /** The row with this exact ID; NONE if this table has no such function. */
  rowOf(id: FunctionId): number;
}

const cache = new WeakMap<FuncTable, FunctionIds>();

/** Computes the IDs once per table. */
export function functionIdsOf(names: FunctionNames): FunctionIds {
  const ids = cache.get(names.funcs) ?? computeIds(names);
  cache.set(names.funcs, ids);
  return ids;
}

function computeIds({ strings, modules, funcs }: FunctionNames): FunctionIds {
  const kinds = KIND_LABELS.map(hashText);
  const exact = new Float64Array(funcs.length);
  const canonical = new Float64Array(funcs.length);
  const python = new Uint8Array(funcs.length);
  const moduleHashes = modules.map((module) => hashText(shortPath(module)));
  const rows = new Map<FunctionId, number>();
  const plain = new Float64Array(funcs.length);
  for (let func = 0; func < funcs.length; func++) {
    const module = moduleHashes[funcs.module[func]] ?? 0;
    plain[func] = extendHash(hashText(shortName(strings[funcs.name[func]])), module);
  }
  for (let func = 0; func < funcs.length; func++) {
    canonical[func] = plain[funcs.canonical[func]];
    python[func] = isPython(funcs.kind[func]) ? 1 : 0;
    let id = extendHash(plain[func], kinds[funcs.kind[func]] ?? 0);
    const line = funcs.line?.[func] ?? 0;
    if (line > 0) id = extendHash(id, line);
    while (rows.has(id)) id = extendHash(id, 1);
    exact[func] = id;
    rows.set(id, func);
  }
  return { exact, canonical, isPython: python, rowOf: (id) => rows.get(id) ?? NONE };
}

/** The functions from the root (excluded) to a node; [] is the root. */
export type CallPath = readonly FunctionId[];

/** Hashes of a call path, truncated: how a link identifies a node. The page resolves them once it has the complete tree. */
export interface PathHashes {
  readonly path: number;
  /** Unaffected by changes to the rules of the levels; see `hashPath`. */
  readonly landmark: number;
}

export type NodeRef = CallPath | PathHashes;

/** A node in time order, where the same call path can occur many times. */
export interface TimeNode {
  readonly pid: number;
  readonly tid: number;
  /** Midpoint of the node, in nanoseconds on the recording's clock. */
  readonly time: number;
  /** ROOT_PATH if the node is the thread itself. */
  readonly path: NodeRef;
}

export const ROOT_PATH: CallPath = [];

/** Drops the thread and the time. */
export function withoutTime(ref: NodeRef | TimeNode): NodeRef {
  return 'tid' in ref ? ref.path : ref;
}

/** The tables needed to build and resolve call paths of a recording. */
export interface PathNames {
  readonly ids: FunctionIds;
  readonly funcs: Pick<FuncTable, 'canonical' | 'whole'>;
}

interface ResolvedNode {
  readonly node: number;
  /** `exact`: the same path. `similar`: the same function on a different path. `ancestor`: the nearest caller that is left. */
  readonly match: 'exact' | 'similar' | 'ancestor';
}

export function isPath(ref: NodeRef): ref is CallPath {
  return Array.isArray(ref);
}

export function pathTo(tree: CallTree, node: number, { ids }: PathNames): CallPath {
  return nodesTo(tree, node).map((at) => ids.exact[tree.func[at]]);
}

const wholePaths = new WeakMap<CallPath, CallPath>();

/** The same calls in a tree that merges the lines of functions. The same path gives the same array. */
export function wholePath(path: CallPath, names: PathNames): CallPath {
  const { whole } = names.funcs;
  if (!whole) return path;
  const known = wholePaths.get(path);
  if (known) return known;
  const { ids } = names;
  const merged = path.map((id) => ids.exact[whole[ids.rowOf(id)]] ?? id);
  const same = merged.every((id, i) => id === path[i]) ? path : merged;
  wholePaths.set(path, same);
  return same;
}

/**
 * Finds the node of a path, skipping frames that a filter or another level removed. If the last frame was removed, returns the
 * node of the same function that shares the most callers with the path, or otherwise the nearest caller that is left.
 */
export function resolvePath(tree: CallTree, path: CallPath, names: PathNames): ResolvedNode {
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

const ROOT: ResolvedNode = { node: 0, match: 'exact' };
const resolved = new WeakMap<CallTree, WeakMap<CallPath, ResolvedNode>>();

/** Finds the node of a path, with a cache per tree. Returns the root for a linked node whose path is not resolved yet. */
export function resolveNode(tree: CallTree, ref: NodeRef, names: PathNames): ResolvedNode {
  if (!isPath(ref) || ref.length === 0) return ROOT;
  const inTree = resolved.get(tree) ?? new WeakMap<CallPath, ResolvedNode>();
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

/** Compares the paths of at most this many candidates, heaviest first: more would cause a noticeable delay. */
const MAX_CANDIDATES = 50;

/**
 * Among the nodes of the path's last function, finds the one whose path shares the most functions with this path; the heaviest
 * wins ties.
 */
function similarNode(tree: CallTree, rows: readonly number[], canonical: Int32Array): number {
  const searched = rows.at(-1) ?? NONE;
  if (searched === NONE) return NONE;
  const onPath = new Set(rows);
  let best = NONE;
  let most = -1;
  for (const { node } of heaviestOf(tree, searched, canonical)) {
    const shared = new Set(nodesTo(tree, node).map((at) => canonical[tree.func[at]]));
    const common = [...onPath].filter((row) => shared.has(row)).length;
    if (common <= most) continue;
    most = common;
    best = node;
  }
  return best;
}

/** Returns up to MAX_CANDIDATES nodes of a function, heaviest first. */
function heaviestOf(tree: CallTree, searched: number, canonical: Int32Array) {
  const candidates: { node: number; total: number }[] = [];
  const keepHeaviest = () => {
    candidates.sort((a, b) => b.total - a.total || a.node - b.node);
    candidates.length = Math.min(candidates.length, MAX_CANDIDATES);
  };
  visitCallsOf(tree, searched, canonical, (node, chain) => {
    candidates.push({ node, total: tree.total[chain] });
    if (candidates.length > MAX_CANDIDATES * 8) keepHeaviest();
  });
  keepHeaviest();
  return candidates;
}

/** Visits the nodes of all functions with this canonical function, function by function. */
export function visitCallsOf(
  tree: CallTree,
  searched: number,
  canonical: Int32Array,
  visit: (node: number, chain: number) => void,
): void {
  for (let func = 0; func < canonical.length; func++)
    if (canonical[func] === searched) visitNodesOf(tree, func, visit);
}

/** Short enough for a link, but large enough to avoid collisions among a few million nodes. */
const PATH_RANGE = 2 ** 40;
const LANDMARK_RANGE = 2 ** 30;

/**
 * Hashes a path so that a link can identify the node at its end. `landmark` omits everything that depends on the rules of the
 * levels: it covers only the Python functions on the path and its last function, by canonical name.
 */
export function hashPath(path: CallPath, { ids }: PathNames): PathHashes {
  const rows = path.map((id) => ids.rowOf(id));
  const marks = rows.filter((row, i) => row !== NONE && (i === rows.length - 1 || ids.isPython[row] === 1));
  return {
    path: path.reduce((hash, id) => extendHash(hash, id), 0) % PATH_RANGE,
    landmark: marks.reduce((hash, row) => extendHash(hash, ids.canonical[row]), 0) % LANDMARK_RANGE,
  };
}

export function hashPathTo(tree: CallTree, node: number, names: PathNames): PathHashes {
  return hashPath(pathTo(tree, node, names), names);
}

/** Finds the node that a link refers to in a complete tree; NONE if there is none. */
export function findLinkedNode(tree: CallTree, linked: PathHashes, names: PathNames): number {
  const { exact, canonical, isPython } = names.ids;
  const everyFunction = new Uint8Array(exact.length).fill(1);
  const hasPath = (node: number) => hashPathTo(tree, node, names).path === linked.path;
  const node = firstNode(tree, exact, everyFunction, linked.path | 0, -1, hasPath);
  if (node !== NONE) return node;
  return firstNode(tree, canonical, isPython, linked.landmark, LANDMARK_RANGE - 1, () => true);
}

/**
 * Finds the first node whose hash equals `low` in the bits of `mask` and that `isMatch` accepts. Siblings are ordered by weight,
 * so the heaviest wins. The hash of a node covers its callers that are in `counted`, then its own function.
 */
function firstNode(
  { chains, first, parent, func }: CallTree,
  ids: Float64Array,
  counted: Uint8Array,
  low: number,
  mask: number,
  isMatch: (node: number) => boolean,
): number {
  const lows = Int32Array.from(ids, (id) => id | 0);
  /** Per chain: the hash of the counted functions from the root to its last node. */
  const hashes = new Int32Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    let hash = chain === 0 ? 0 : hashes[parent[chain]];
    const end = first[chain + 1];
    for (let node = chain === 0 ? 1 : first[chain]; node < end; node++) {
      const own = extendLow(hash, lows[func[node]]);
      if ((own & mask) === low && isMatch(node)) return node;
      if (counted[func[node]] === 1) hash = own;
    }
    hashes[chain] = hash;
  }
  return NONE;
}
