// Search by regular expression, with the share of all samples that contain a match.

import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { formatNumberOf, formatShare } from '../../text/format.ts';
import { setQuery, walkMatches } from '../../state/navigation.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { clearOrLeave, SEARCH_ID } from '../primitives/focus-view.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { SearchMenu } from './SearchMenu.tsx';

const WALK_BUTTONS = [
  { command: COMMANDS.previousMatch, Icon: ChevronUp },
  { command: COMMANDS.nextMatch, Icon: ChevronDown },
] as const;

export function SearchBox() {
  const query = useAppState((state) => state.query);
  const searchResult = useAppState((state) => state.searchResult);
  const all = useAppState(({ view }) => view?.tree.total[0] ?? 0);
  return (
    <search className="search">
      <Search size={14} aria-hidden="true" />
      <input
        id={SEARCH_ID}
        type="search"
        aria-label="Search functions"
        placeholder="Search (regular expression)"
        title="Regular expression; matches case if it contains capital letters. Enter goes to the next match."
        value={query}
        autoComplete="off"
        spellCheck={false}
        onChange={(change) => setQuery(change.target.value)}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') walkMatches(shiftKey ? -1 : 1);
          if (key === 'Escape') clearOrLeave(query, setQuery);
        }}
      />
      <output aria-label="Search result" htmlFor={SEARCH_ID}>
        {searchResult?.taken === 'as too slow' && <span>Too slow: simplify the expression</span>}
        {searchResult && searchResult.taken !== 'as too slow' && (
          <>
            <strong>{formatShare(Math.min(1, searchResult.weight / (all || 1)))}</strong>
            <span>
              {formatNumberOf(searchResult.functions, 'function')}
              {searchResult.taken === 'as text' ? ', as plain text' : ''}
            </span>
          </>
        )}
      </output>
      {searchResult && searchResult.functions > 0 && (
        <>
          <SearchMenu query={query} />
          {WALK_BUTTONS.map(({ command, Icon }) => (
            <IconButton
              key={command.title}
              Icon={Icon}
              size={14}
              label={command.title}
              title={tooltip(command, command.title)}
              onClick={command.run}
            />
          ))}
        </>
      )}
    </search>
  );
}
