// The user's location in one graph, and how it changes. It is plain data with call paths, which each new tree
// resolves again, so that the page, undo, the browser's history and links can share it.

import {
  type PathNames,
  type NodeRef,
  type TimeNode,
  isPath,
  pathTo,
  resolveNode,
  ROOT_PATH,
  findLinkedNode,
  withoutTime,
} from '../../model/call-path.ts';
import { NONE } from '../../model/profile.ts';
import { childrenOf, parentOf, type CallTree, type VisibleRange } from '../../model/tree.ts';

/** The two graphs of all samples, the two halves of the sandwich, and the time order. */
export type GraphName = 'calls' | 'inverted' | 'callers' | 'callees' | 'time';

export interface Location {
  /** The node that fills the width, and the previously zoomed nodes, most recent last. The time order has none. */
  readonly zoomed: NodeRef;
  readonly zoomedBefore?: readonly NodeRef[] | undefined;
  /** The focused node, whose details are shown. */
  readonly selected: NodeRef | TimeNode;
  /** The visible range, unless it fits the zoomed node. */
  readonly visibleRange?: VisibleRange | undefined;
  /** The expanded rows of the call tree; undefined for the initial ones. */
  readonly expanded?: readonly NodeRef[] | undefined;
}

export type Locations = Readonly<Record<GraphName, Location>>;

/** The unzoomed graph with the root selected. */
export const AT_ROOT: Location = { zoomed: ROOT_PATH, selected: ROOT_PATH };

export const ALL_AT_ROOT: Locations = {
  calls: AT_ROOT,
  inverted: AT_ROOT,
  callers: AT_ROOT,
  callees: AT_ROOT,
  time: AT_ROOT,
};

/** Zooms to a node. `isSame` is true if the node is zoomed already; the user may have panned or zoomed since. */
export function zoomedTo(location: Location, zoomed: NodeRef, isSame: boolean): Location {
  const { zoomedBefore = [] } = location;
  return {
    ...location,
    zoomed,
    zoomedBefore: isSame ? zoomedBefore : [...zoomedBefore, location.zoomed],
    visibleRange: undefined,
  };
}

/** Zooms back to the previously zoomed node, or else to the root. */
export function zoomedBack(location: Location): Location {
  const { zoomedBefore = [] } = location;
  return {
    ...location,
    zoomed: zoomedBefore.at(-1) ?? ROOT_PATH,
    zoomedBefore: zoomedBefore.slice(0, -1),
    visibleRange: undefined,
  };
}

export function zoomedOut(location: Location): Location {
  return { ...location, zoomed: ROOT_PATH, zoomedBefore: [], visibleRange: undefined };
}

/** Changes the location in every graph except the time order. */
export function mapLocations(
  { calls, inverted, callers, callees, time }: Locations,
  change: (location: Location) => Location,
): Locations {
  return {
    calls: change(calls),
    inverted: change(inverted),
    callers: change(callers),
    callees: change(callees),
    time,
  };
}

/** Replaces the nodes named in a link with call paths from the complete tree. */
export function withResolvedPaths(location: Location, tree: CallTree, names: PathNames): Location {
  const resolved = (ref: NodeRef): NodeRef =>
    isPath(ref) ? ref : pathTo(tree, Math.max(0, findLinkedNode(tree, ref, names)), names);
  const { zoomed, selected, expanded } = location;
  if (isResolved(location)) return location;
  return {
    ...location,
    zoomed: resolved(zoomed),
    selected: 'tid' in selected ? { ...selected, path: resolved(selected.path) } : resolved(selected),
    ...(expanded && {
      expanded: expanded.flatMap((ref) => (isPath(ref) ? [ref] : withCallers(resolved(ref)))),
    }),
  };
}

/** The callers' rows are expanded too, but a link contains only the deepest expanded rows. */
function withCallers(ref: NodeRef): NodeRef[] {
  return isPath(ref) ? [...ref.keys(), ref.length].map((length) => ref.slice(0, length)) : [];
}

/** True if all nodes are call paths; false while a link waits for the complete tree. */
export function isResolved({ zoomed, selected, expanded = [] }: Location): boolean {
  return [zoomed, withoutTime(selected), ...expanded].every(isPath);
}

/** Resolves a node in a graph other than the time order. */
export function nodeIn(tree: CallTree, ref: NodeRef | TimeNode, names: PathNames): number {
  return resolveNode(tree, withoutTime(ref), names).node;
}

/** The function ID of a node; NONE for the root, and for a node from a link until it is resolved. */
export function functionAt(ref: NodeRef | TimeNode): number {
  const path = withoutTime(ref);
  return (isPath(path) ? path.at(-1) : undefined) ?? NONE;
}

/** A node, its heaviest child, and so on down to a leaf. */
export function heaviestPath(tree: CallTree, node: number): readonly number[] {
  const path: number[] = [];
  for (let at: number | undefined = node; at !== undefined; at = childrenOf(tree, at)[0]) path.push(at);
  return path;
}

export type Step = 'parent' | 'child' | 'next' | 'previous' | 'root' | 'end';

/** The node one step away, or the same node if there is none. Steps never leave the subtree of `root`. */
export function stepFrom(tree: CallTree, node: number, step: Step, root: number): number {
  if (step === 'root') return root;
  if (step === 'child') return childrenOf(tree, node)[0] ?? node;
  if (step === 'end') return heaviestPath(tree, node).at(-1) ?? node;
  if (node === root) return node;
  const parent = parentOf(tree, node);
  if (step === 'parent') return parent;
  const siblings = childrenOf(tree, parent);
  return siblings[siblings.indexOf(node) + (step === 'next' ? 1 : -1)] ?? node;
}
