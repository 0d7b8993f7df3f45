// The search field. It is narrow, and grows while it has the focus.

import { Search } from 'lucide-react';
import { setQuery, walkMatches } from '../../state/view/navigation.ts';
import { leaveOnEscape, SEARCH_ID } from '../primitives/focus-view.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function SearchBox() {
  const query = useAppState((state) => state.query);
  return (
    <search className="search relative">
      <Search size={14} aria-hidden="true" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-label="Search functions"
        placeholder="Search"
        title="A name, path or regular expression, case-sensitive if it contains capital letters, or a cost, such as cost:memory · Enter for the next match, Esc to return to the view (/)"
        value={query}
        autoComplete="off"
        spellCheck={false}
        onFocus={({ target }) => target.select()}
        onChange={(change) => setQuery(change.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') walkMatches(event.shiftKey ? -1 : 1);
          leaveOnEscape(event);
        }}
      />
    </search>
  );
}
