// The time order as a graph: one lane per thread, each with its own tree, whose nodes are in chronological order. A
// thread, a time and a call path identify a node in any time order.

import {
  isPath,
  pathTo,
  resolveNode,
  type CallPath,
  type NodeRef,
  type PathNames,
  type TimeNode,
} from '../../model/call-path.ts';
import { NONE } from '../../model/profile.ts';
import type { SearchResult, TimeLane, TimeOrder } from '../../model/session.ts';
import {
  type TimeNodeAt,
  chainOf,
  extentOf,
  nodeAt,
  parentOf,
  type CallTree,
  type VisibleRange,
} from '../../model/tree.ts';
import { zoomAt } from '../../model/viewport.ts';
import { namesOf } from './graphs.ts';
import { matchingNodes } from './matches.ts';
import type { State } from '../store.ts';
import type { Location, Step } from './location.ts';

export interface TimeGraph {
  readonly name: 'time';
  readonly order: TimeOrder;
  readonly location: Location;
  readonly selected: TimeNodeAt;
  /** Identifies the selected node in any time order. */
  readonly selectedRef: TimeNode;
  /** The range that makes the selected node fill the width, without scrolling. */
  readonly selectedRange: VisibleRange;
  readonly refOf: (node: TimeNodeAt) => TimeNode;
  /** The next node that matches the search, in drawing order, wrapping around at the end. */
  nextMatch(found: SearchResult, direction: 1 | -1): TimeNode | undefined;
}

/** Undefined in other views, and until the answer arrives. */
export function timeGraph(
  state: Pick<State, 'viewName' | 'timeOrder' | 'recording' | 'locations' | 'view'>,
): TimeGraph | undefined {
  const { viewName, timeOrder, recording, locations, view } = state;
  if (viewName !== 'time' || !recording || !timeOrder || timeOrder.lanes.length === 0) return undefined;
  const names = namesOf(recording);
  const location = locations.time;
  const ref = location.selected;
  // Resolves a call path in the call tree first, so that both views select the same node.
  const path = 'tid' in ref || view?.shape !== 'calls' ? ref : resolvedIn(view.tree, ref, names);
  const selected = resolveTimeNode(timeOrder, path, names);
  const refOf = (node: TimeNodeAt) => timeNodeOf(timeOrder, node, names);
  return {
    name: 'time',
    order: timeOrder,
    location,
    selected,
    get selectedRef() {
      return refOf(selected);
    },
    get selectedRange() {
      const { tree } = timeOrder.lanes[selected.lane];
      const range = { ...extentOf(tree, selected.node), rowsBefore: location.visibleRange?.rowsBefore ?? 0 };
      return { ...range, ...zoomAt(range, 0.5, 1) };
    },
    refOf,
    nextMatch(found, direction) {
      const match = nextMatch(timeOrder.lanes, selected, found, direction);
      return match && refOf(match);
    },
  };
}

function resolvedIn(tree: CallTree, ref: NodeRef, names: PathNames): NodeRef {
  return isPath(ref) ? pathTo(tree, resolveNode(tree, ref, names).node, names) : ref;
}

/** The node one step away, or the same node if there is none. */
export function timeStep({ order, selected, refOf }: TimeGraph, step: Step): TimeNode {
  return refOf(timeStepFrom(order.lanes, selected, step));
}

export function timeNodeOf(
  { lanes, from }: TimeOrder,
  { lane, node }: TimeNodeAt,
  names: PathNames,
): TimeNode {
  const { pid, tid, tree } = lanes[lane];
  const chain = chainOf(tree, node);
  const time = from + tree.start[chain] + tree.total[chain] / 2;
  return { pid, tid, time, path: pathTo(tree, node, names) };
}

/**
 * The node of the same function at the same time, at any depth of the stack; otherwise its nearest remaining caller,
 * its thread, or the first thread. A call path without a time leads to its earliest node.
 */
export function resolveTimeNode(order: TimeOrder, ref: NodeRef | TimeNode, names: PathNames): TimeNodeAt {
  const first = { lane: 0, node: 0 };
  if (!('tid' in ref)) return (isPath(ref) ? earliestWithPath(order.lanes, ref, names) : undefined) ?? first;
  const lane = order.lanes.findIndex(({ pid, tid }) => pid === ref.pid && tid === ref.tid);
  if (lane < 0) return first;
  if (!isPath(ref.path)) return { lane, node: 0 };
  const { tree } = order.lanes[lane];
  const stack = stackAt(tree, ref.time - order.from);
  const { exact } = names.ids;
  // Starts at the root, to find the same call of a recursive function.
  let node = 0;
  let depth = 0;
  for (const id of ref.path) {
    const found = stack.findIndex((each, row) => row >= depth && exact[tree.func[each]] === id);
    if (found < 0) continue;
    node = stack[found];
    depth = found + 1;
  }
  return { lane, node };
}

/** The stack at a time, starting with the root's child. */
function stackAt(tree: CallTree, time: number): number[] {
  const nodes: number[] = [];
  for (let depth = 1; depth < tree.rows; depth++) {
    const node = nodeAt(tree, time, depth);
    if (node <= 0) break;
    nodes.push(node);
  }
  return nodes;
}

/** Undefined for the root, or if no thread has the path. */
export function earliestWithPath(
  lanes: readonly TimeLane[],
  path: CallPath,
  { ids }: PathNames,
): TimeNodeAt | undefined {
  const funcs = path.map((id) => ids.rowOf(id));
  let first: TimeNodeAt | undefined;
  let earliest = Infinity;
  for (const [lane, { tree }] of lanes.entries()) {
    const node = firstWithPath(tree, funcs);
    const start = node === undefined ? Infinity : tree.start[chainOf(tree, node)];
    if (node === undefined || start >= earliest) continue;
    earliest = start;
    first = { lane, node };
  }
  return first;
}

/** Skips subtrees off the path, since a thread may have millions of nodes. */
function firstWithPath(
  { chains, first, end, depth, func }: CallTree,
  path: readonly number[],
): number | undefined {
  for (let chain = 0; chain < chains;) {
    let node = Math.max(1, first[chain]);
    let at = depth[chain] + node - first[chain] - 1;
    while (node < first[chain + 1] && func[node] === path[at]) {
      if (at === path.length - 1) return node;
      node++;
      at++;
    }
    chain = node < first[chain + 1] ? end[chain] : chain + 1;
  }
  return undefined;
}

export function timeStepFrom(lanes: readonly TimeLane[], { lane, node }: TimeNodeAt, step: Step): TimeNodeAt {
  const { tree } = lanes[lane];
  if (step === 'root') return { lane, node: 0 };
  if (step === 'end') return { lane, node: endOf(tree, node) };
  if (step === 'child') return { lane, node: firstChild(tree, node) ?? node };
  if (step === 'parent') return { lane, node: Math.max(0, parentOf(tree, node)) };
  if (node === 0) {
    const to = lane + (step === 'next' ? 1 : -1);
    return { lane: Math.max(0, Math.min(lanes.length - 1, to)), node: 0 };
  }
  return { lane, node: (step === 'next' ? nextOf(tree, node) : previousOf(tree, node)) ?? node };
}

export function nextMatch(
  lanes: readonly TimeLane[],
  { lane, node }: TimeNodeAt,
  found: SearchResult,
  direction: 1 | -1,
): TimeNodeAt | undefined {
  let at = node;
  // The search ends in the lane where it began.
  for (let offset = 0; offset <= lanes.length; offset++) {
    const each = (((lane + offset * direction) % lanes.length) + lanes.length) % lanes.length;
    const { tree, costs } = lanes[each];
    const { length } = tree;
    const isMatch = matchingNodes(found, tree, costs);
    if (offset > 0) at = direction > 0 ? 0 : length;
    for (at += direction; at > 0 && at < length; at += direction)
      if (isMatch(at)) return { lane: each, node: at };
  }
  return undefined;
}

function firstChild(tree: CallTree, node: number): number | undefined {
  const chain = chainOf(tree, node);
  if (node + 1 < tree.first[chain + 1]) return node + 1;
  return chain + 1 < tree.end[chain] ? tree.first[chain + 1] : undefined;
}

function nextOf(tree: CallTree, node: number): number | undefined {
  const chain = chainOf(tree, node);
  const parent = tree.parent[chain];
  if (node > tree.first[chain] || parent === NONE) return undefined;
  return tree.end[chain] < tree.end[parent] ? tree.first[tree.end[chain]] : undefined;
}

function previousOf(tree: CallTree, node: number): number | undefined {
  const chain = chainOf(tree, node);
  const parent = tree.parent[chain];
  if (node > tree.first[chain] || chain - 1 <= parent) return undefined;
  // The previous chain is in the subtree of the previous sibling, at any depth.
  let sibling = chain - 1;
  while (tree.parent[sibling] !== parent) sibling = tree.parent[sibling];
  return tree.first[sibling];
}

/** The end of the path through the longest callees. */
function endOf(tree: CallTree, node: number): number {
  let chain = chainOf(tree, node);
  while (chain + 1 < tree.end[chain]) {
    let longest = chain + 1;
    for (let each = longest; each < tree.end[chain]; each = tree.end[each])
      if (tree.total[each] > tree.total[longest]) longest = each;
    chain = longest;
  }
  return tree.first[chain + 1] - 1;
}
