// Search by regular expression, with the share of all samples that contain a match.

import { ChevronDown, ChevronUp, Funnel, Search } from 'lucide-react';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { setQuery, walkMatches } from '../../state/navigation.ts';
import { addFilter } from '../../state/selection.ts';
import { COMMANDS } from '../commands.ts';
import { FILTER_COMMANDS } from '../filters/filter-commands.ts';
import { clearOrLeave, SEARCH_ID } from '../primitives/focus-view.ts';
import type { MenuGroup } from '../primitives/menu-group.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { CommandButton } from './CommandButton.tsx';

export function SearchBox() {
  const query = useAppState((state) => state.query);
  const searchResult = useAppState((state) => state.searchResult);
  const all = useAppState(({ view }) => view?.tree.total[0] ?? 0);
  return (
    <search className="search row">
      <Search size={14} aria-hidden="true" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-label="Search functions"
        placeholder="Search (regular expression)"
        title="Regular expression, case-sensitive if it contains capital letters · Enter for the next match"
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={(change) => setQuery(change.target.value)}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') walkMatches(shiftKey ? -1 : 1);
          if (key === 'Escape') clearOrLeave(query, setQuery);
        }}
      />
      <output className="row small nowrap" aria-label="Search result" htmlFor={SEARCH_ID}>
        {searchResult?.mode === 'timeout' && <span className="muted">Too slow: simplify the expression</span>}
        {searchResult && searchResult.mode !== 'timeout' && (
          <>
            <strong>{formatShare(Math.min(1, searchResult.weight / (all || 1)))}</strong>
            <span className="muted">
              {formatNumberOf(searchResult.functions, 'function')}
              {searchResult.mode === 'text' && ', as plain text'}
            </span>
          </>
        )}
      </output>
      {searchResult && searchResult.functions > 0 && (
        <>
          <MenuButton
            label="Turn this search into a filter"
            Icon={Funnel}
            size={14}
            groups={[filterEntries(query)]}
          />
          <CommandButton command={COMMANDS.previousMatch} Icon={ChevronUp} />
          <CommandButton command={COMMANDS.nextMatch} Icon={ChevronDown} />
        </>
      )}
    </search>
  );
}

/** Entries that turn the search into a filter on its matches. */
function filterEntries(query: string): MenuGroup {
  const commands = FILTER_COMMANDS.filter(({ matchesLabel }) => matchesLabel !== '');
  return commands.map(({ action, matchesLabel }) => ({
    label: matchesLabel,
    run: () => {
      addFilter({ action, target: { by: 'pattern', query } });
      setQuery('');
    },
  }));
}
