// Search by regular expression; says how much of the whole lies under what was found.

import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { setQuery } from '../state/actions.ts';
import { walkMatchesOfPage } from './chart-of-page.ts';
import { formatNumberOf, formatShare } from '../model/format.ts';
import { emptyOrLeave } from './focus-view.ts';
import { SearchMenu } from './SearchMenu.tsx';
import { useStateOf } from './use-state-of.ts';

/** Where the shortcut finds the field. */
export const SEARCH_ID = 'search';

export function SearchBox() {
  const query = useStateOf((state) => state.query);
  const found = useStateOf((state) => state.found);
  const all = useStateOf(({ view }) => view?.tree.total[0] ?? 0);
  return (
    <search className="search">
      <Search size={14} aria-hidden="true" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-label="Search functions"
        placeholder="Search (regular expression)"
        title="A regular expression; capital letters in it are meant. Enter goes to the next match."
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={(change) => setQuery(change.target.value)}
        onKeyDown={(key) => {
          if (key.key === 'Enter') walkMatchesOfPage(key.shiftKey ? -1 : 1);
          if (key.key === 'Escape') emptyOrLeave(query, setQuery);
        }}
      />
      <output aria-label="Search result" htmlFor={SEARCH_ID}>
        {found?.taken === 'as too slow' && <span>takes too long: make the expression simpler</span>}
        {found && found.taken !== 'as too slow' && (
          <>
            <strong>{formatShare(Math.min(1, found.weight / (all || 1)))}</strong>
            <span>
              {formatNumberOf(found.functions, 'function')}
              {found.taken === 'as text' ? ', as plain text' : ''}
            </span>
          </>
        )}
      </output>
      {found && found.functions > 0 && (
        <>
          <SearchMenu query={query} />
          <button
            type="button"
            className="quiet"
            aria-label="Previous match"
            title="Previous match (N)"
            onClick={() => walkMatchesOfPage(-1)}
          >
            <ChevronUp size={14} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label="Next match"
            title="Next match (n)"
            onClick={() => walkMatchesOfPage(1)}
          >
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </>
      )}
    </search>
  );
}
