// Tells which of the matching boxes is the focused one.

import { useEffect, useMemo, useState } from 'react';
import type { SearchResult } from '../../model/session.ts';
import { currentGraph } from '../../state/view/graphs.ts';
import { MatchCounts, type SearchedTree } from '../../state/view/match-counts.ts';
import type { State } from '../../state/store.ts';
import { timeGraph } from '../../state/view/time-graph.ts';
import { useAppState, useParts } from '../primitives/use-app-state.ts';

/** Time for counting before the page may respond to input, in milliseconds. */
const SLICE_TIME = 8;

/** The position is 0 if the focused box does not match. Undefined while the boxes are counted, and in views without boxes. */
export function useMatchPosition(
  found: SearchResult | undefined,
): { readonly position: number; readonly total: number } | undefined {
  const trees = useSearchedTrees();
  const [counted, setCounted] = useState<{ readonly of: unknown; readonly counts: MatchCounts }>();
  useEffect(() => {
    if (!found || trees.length === 0 || found.functions === 0) return undefined;
    const counts = new MatchCounts(found, trees);
    const stop = new AbortController();
    void countUnless(stop.signal, counts).then((isDone) => isDone && setCounted({ of: trees, counts }));
    return () => stop.abort();
  }, [found, trees]);
  const [index, node] = useAppState((state) => focusedNode(state).join())
    .split(',')
    .map(Number);
  if (!counted || counted.of !== trees || !counted.counts.isFor(found)) return undefined;
  const { counts } = counted;
  return { position: counts.positionOf(index, node), total: counts.total };
}

/** False if it was stopped. */
async function countUnless(stop: AbortSignal, counts: MatchCounts): Promise<boolean> {
  let end = performance.now() + SLICE_TIME;
  const pause = async () => {
    if (performance.now() < end) return;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    stop.throwIfAborted();
    end = performance.now() + SLICE_TIME;
  };
  try {
    await counts.countAll(pause);
  } catch (error) {
    if (stop.aborted) return false;
    throw error;
  }
  return !stop.aborted;
}

/** The trees of the current view; empty without boxes. */
function useSearchedTrees(): readonly SearchedTree[] {
  const trees = useParts((state) => searchedTrees(state).map(({ tree }) => tree));
  const costs = useParts((state) => searchedTrees(state).map((searched) => searched.costs));
  const root = useAppState((state) => searchedTrees(state).at(0)?.root ?? 0);
  return useMemo(() => trees.map((tree, i) => ({ tree, costs: costs.at(i), root })), [trees, costs, root]);
}

function searchedTrees(state: State): SearchedTree[] {
  const { viewName, timeOrder } = state;
  if (viewName === 'table') return [];
  if (viewName === 'time')
    return (timeOrder?.lanes ?? []).map(({ tree, costs }) => ({ tree, costs, root: 0 }));
  const graph = currentGraph(state);
  return graph ? [{ tree: graph.tree, costs: graph.costs, root: graph.root }] : [];
}

/** Its tree and its number there. */
function focusedNode(state: State): readonly [index: number, node: number] {
  const time = timeGraph(state);
  if (time) return [time.selected.lane, time.selected.node];
  return [0, currentGraph(state)?.selected ?? 0];
}
