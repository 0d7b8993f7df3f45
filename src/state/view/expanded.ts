// The expanded rows of the call tree. An expanded node shows its callees whenever the node itself is visible.

import { exactNode, isPath, pathTo, type NodeRef } from '../../model/call-path.ts';
import type { Recording } from '../../model/session.ts';
import { childrenOf, hasChildren, parentOf, type CallTree } from '../../model/tree.ts';
import { callsGraph, type GraphState, namesOf } from './graphs.ts';
import { action, openRecording, type State } from '../store.ts';
import { heaviestPath, type Location } from './location.ts';

/** Maximum number of expanded rows in a link. */
const MAX_LINKED = 200;

/**
 * The nodes that the user expanded, or initially those on the path to the first branch. Always includes the selected
 * node's callers.
 */
export function expandedNodes(
  recording: Recording,
  {
    tree,
    location,
    selected,
  }: Pick<GraphState, 'tree' | 'selected'> & { readonly location: Pick<Location, 'expanded'> },
): ReadonlySet<number> {
  const open = new Set<number>(callersOf(tree, selected));
  const { expanded } = location;
  if (!expanded) for (const node of initiallyExpanded(tree)) open.add(node);
  else {
    const { ids } = namesOf(recording);
    for (const ref of expanded) open.add(isPath(ref) ? exactNode(tree, ref, ids) : -1);
  }
  return open;
}

export const expand = action((state, nodes: readonly number[]) => {
  const graph = callsGraph(state);
  return graph && withExpanded(state, withExpandedNodes(state, graph, nodes));
});

/** Collapses a node and selects it. Expanded nodes below it reappear when it is expanded again. */
export const collapse = action((state, node: number) => {
  const graph = callsGraph(state);
  const recording = openRecording(state);
  if (!graph || !recording) return undefined;
  const { ids } = namesOf(recording);
  const open = withExpandedNodes(state, graph, []) ?? graph.location.expanded ?? initialPaths(state, graph);
  const isNode = (ref: NodeRef) => isPath(ref) && exactNode(graph.tree, ref, ids) === node;
  const selected = pathTo(graph.tree, node, namesOf(recording));
  return withExpanded(
    state,
    open.filter((ref) => !isNode(ref)),
    { selected },
  );
});

export function expandSiblings(tree: CallTree, node: number): void {
  expand(node === 0 ? [node] : childrenOf(tree, parentOf(tree, node)));
}

/** Expands the path from a node through its heaviest callees to a leaf, and returns the leaf. */
export function expandHeaviest(tree: CallTree, node: number): number {
  const path = heaviestPath(tree, node);
  expand(path);
  return path.at(-1) ?? node;
}

/** Adds these nodes and the selected node's callers to the expanded nodes. Undefined if all are already expanded. */
export function withExpandedNodes(
  state: State,
  graph: GraphState,
  nodes: readonly number[],
): Location['expanded'] {
  const { tree, location, selected } = graph;
  const recording = openRecording(state);
  if (!recording) return undefined;
  const names = namesOf(recording);
  const before = expandedNodes(recording, { ...graph, selected: 0 });
  const nodesToExpand = new Set([...nodes, ...callersOf(tree, selected)]);
  const added = [...nodesToExpand].filter((node) => !before.has(node) && hasChildren(tree, node));
  if (added.length === 0) return undefined;
  const paths = location.expanded ?? initialPaths(state, graph);
  return [...paths, ...added.map((node) => pathTo(tree, node, names))];
}

function initialPaths(state: State, { tree }: GraphState): readonly NodeRef[] {
  const recording = openRecording(state);
  return recording ? initiallyExpanded(tree).map((node) => pathTo(tree, node, namesOf(recording))) : [];
}

function withExpanded(
  { locations }: State,
  expanded: Location['expanded'],
  change: Partial<Location> = {},
): Partial<State> | undefined {
  if (!expanded) return undefined;
  return { locations: { ...locations, calls: { ...locations.calls, expanded, ...change } } };
}

/** The path from the root to the first branch or leaf. */
function initiallyExpanded(tree: CallTree): readonly number[] {
  const path = [0];
  for (let children = childrenOf(tree, 0); children.length === 1; children = childrenOf(tree, children[0]))
    path.push(children[0]);
  return path.filter((node) => hasChildren(tree, node));
}

export function callersOf(tree: CallTree, node: number): readonly number[] {
  const callers: number[] = [];
  for (let at = parentOf(tree, node); at >= 0; at = parentOf(tree, at)) callers.push(at);
  return callers;
}

/** The visible expanded nodes without expanded callees, for a link; only the first ones if there are many. */
export function deepestExpanded(tree: CallTree, open: ReadonlySet<number>): readonly number[] {
  const hasOpenCallee = new Set<number>();
  const shown = [...open].filter(
    (node) => node >= 0 && callersOf(tree, node).every((caller) => open.has(caller)),
  );
  for (const node of shown) hasOpenCallee.add(parentOf(tree, node));
  return shown
    .filter((node) => !hasOpenCallee.has(node))
    .sort((a, b) => a - b)
    .slice(0, MAX_LINKED);
}
