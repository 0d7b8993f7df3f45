// The search result: the share and weight of samples with a match, or the weights of both sides of a comparison, the list of matching
// functions, which match is focused, and buttons that go to the others, turn the search into a filter, and clear it.

import { ChevronDown, ChevronUp, Funnel, X } from 'lucide-react';
import { useLayoutEffect, useRef, useEffect, useMemo, useState } from 'react';
import { costLabel, type CostId } from '../../model/costs.ts';
import type { Filter } from '../../model/filter.ts';
import type { SearchResult as Found, SearchResult } from '../../model/session.ts';
import { goToFunction, showMatchesInTable } from '../../state/view/function-actions.ts';
import { setQuery } from '../../state/view/navigation.ts';
import { addFilter } from '../../state/view/selection.ts';
import { store, type State } from '../../state/store.ts';
import { formatValue } from '../../text/difference.ts';
import { formatCount, formatNumberOf, formatShare, formatWeight } from '../../text/format.ts';
import { measureAt, nameAndPlace } from '../../text/labels.ts';
import { COMMANDS } from '../commands.ts';
import { FILTER_COMMANDS } from '../filters/filter-commands.ts';
import { focusView, SEARCH_ID } from '../primitives/focus.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import type { MenuGroup } from '../primitives/MenuList.tsx';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { useAppState, useRecording, useParts } from '../primitives/use-app-state.ts';
import { CommandButton } from '../filters/BarControls.tsx';
import { currentGraph } from '../../state/view/graphs.ts';
import { MatchCounts, type SearchedTree } from '../../state/view/matches.ts';
import { timeGraph } from '../../state/view/time-graph.ts';

export function SearchSummary() {
  const query = useAppState('query');
  const found = useAppState('searchResult');
  const element = useRef<HTMLDivElement>(null);
  const isShown = found !== undefined;
  const candidates = found?.asked && 'candidates' in found.asked ? found.asked.candidates : undefined;
  // The line of filters may be scrolled.
  useLayoutEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  const clear = () => {
    setQuery('');
    focusView();
  };
  return (
    <div ref={element} className={found ? 'search-result row small nowrap' : ''}>
      {/* Always present, because screen readers only announce changes. */}
      <output className="row" aria-label="Search result" htmlFor={SEARCH_ID}>
        {found && <Summary found={found} />}
      </output>
      {found && found.functions > 0 && (
        <>
          <MatchingFunctions query={query} found={found} />
          <MatchPosition found={found} />
          <CommandButton command={COMMANDS.previousMatch} Icon={ChevronUp} />
          <CommandButton command={COMMANDS.nextMatch} Icon={ChevronDown} />
          <MenuButton name="Turn this search into a filter" groups={() => [filterEntries(query, found)]}>
            <Funnel size={14} aria-hidden="true" />
          </MenuButton>
        </>
      )}
      {candidates && (
        <MenuButton name="Search for a cost" groups={() => [costEntries(candidates)]}>
          <ChevronDown size={14} aria-hidden="true" />
        </MenuButton>
      )}
      {found && <IconButton Icon={X} size={14} label="Clear the search" onClick={clear} />}
    </div>
  );
}

function Summary({ found }: { readonly found: Found }) {
  const recording = useRecording();
  const all = useAppState(({ view }) => view?.tree.total[0] ?? 0);
  const measure = useAppState((state) => measureAt(recording, state.options.event));
  const { mode, functions, weight, asked, sides } = found;
  const asText = mode === 'text' && ', as plain text';
  if (asked && 'problem' in asked) return <span title={asked.problem}>{asked.problem}</span>;
  const onSides = sides && `A ${formatValue(sides.a, sides)}, B ${formatValue(sides.b, sides)}`;
  const cost = asked && `“${costLabel(asked.cost)}”`;
  if (mode === 'timeout') return <span>Too slow: simplify the expression</span>;
  if (cost && weight === 0) return <span>No samples with the cost {cost}</span>;
  if (!cost && functions === 0) return <span>No matching functions{asText}</span>;
  return (
    <>
      <span className="swatch" />
      {onSides ? (
        <strong className="ellipsis" title={onSides}>
          {onSides}
        </strong>
      ) : (
        <>
          <strong>{formatShare(Math.min(1, weight / (all || 1)))}</strong>
          <span className="ellipsis">
            {formatWeight(weight, measure)} of {formatWeight(all, measure)}
          </span>
        </>
      )}
      <span className="visually-hidden">{formatNumberOf(functions, 'function')}</span>
      {(cost ?? asText) && (
        <span className="ellipsis muted">
          {cost && `${cost} in `}
          {asText && 'as plain text'}
        </span>
      )}
    </>
  );
}

interface FoundProps {
  readonly query: string;
  readonly found: Found;
}

/** Opens the list of the heaviest matching functions. */
function MatchingFunctions({ query, found }: FoundProps) {
  const recording = useRecording();
  const { heaviest, functions, sides, asked } = found;
  const aboutOf = (func: number, weight: number) => {
    const { view, comparison } = store.getState();
    if (!sides) return formatShare(Math.min(1, weight / (view?.tree.total[0] || 1)));
    const { totalA = [], totalB = [] } = comparison?.weights ?? {};
    return `A ${formatValue(totalA[func] ?? 0, sides)}, B ${formatValue(totalB[func] ?? 0, sides)}`;
  };
  const listed = () =>
    heaviest.map(({ id, weight }) => ({
      label: nameAndPlace(recording, id),
      about: aboutOf(id, weight),
      run: () => goToFunction(id),
    }));
  const inTable = { label: 'Show all in the table', run: () => showMatchesInTable(query) };
  const rest = functions - heaviest.length;
  const heading = rest > 0 ? `The heaviest ${heaviest.length} of ${functions}` : 'Matching functions';
  return (
    <MenuButton
      name="Matching functions"
      title="List the matching functions"
      heading={heading}
      groups={() => (asked ? [listed()] : [listed(), [inTable]])}
      hasText
    >
      {formatNumberOf(functions, 'function')}
      <ChevronDown size={14} aria-hidden="true" />
    </MenuButton>
  );
}

/** Says which match is focused. A screen reader announces it after each step. */
function MatchPosition({ found }: Pick<FoundProps, 'found'>) {
  const at = useMatchPosition(found);
  const { position = 0, total = 0 } = at ?? {};
  return (
    <output className="match-position nowrap muted" aria-label="Match" htmlFor={SEARCH_ID}>
      {at &&
        (position > 0
          ? `${formatCount(position)} of ${formatCount(total)}`
          : formatNumberOf(total, 'box', 'boxes'))}
    </output>
  );
}

/** Menu entries that search for one of these costs. */
function costEntries(costs: readonly CostId[]): MenuGroup {
  return costs.map((cost) => ({ label: costLabel(cost), run: () => setQuery(`cost:${cost}`) }));
}

/** Menu entries that turn the search into a filter. */
function filterEntries(query: string, { asked }: Found): MenuGroup {
  const entry = (label: string, filter: Pick<Filter, 'action' | 'target'>) => ({
    label,
    run: () => {
      addFilter(filter);
      setQuery('');
    },
  });
  if (asked && 'cost' in asked) {
    const target = { by: 'cost', cost: asked.cost } as const;
    return [
      entry('Keep only these samples', { action: 'only', target }),
      entry('Drop these samples', { action: 'drop', target }),
    ];
  }
  const commands = FILTER_COMMANDS.filter(({ matchesLabel }) => matchesLabel !== '');
  return commands.map(({ action, matchesLabel }) =>
    entry(matchesLabel, { action, target: { by: 'pattern', query } }),
  );
}

/** Time for counting before the page may respond to input, in milliseconds. */
const SLICE_TIME = 8;

/** The position is 0 if the focused box does not match. Undefined while the boxes are counted, and in views without boxes. */
function useMatchPosition(
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
