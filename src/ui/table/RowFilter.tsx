// The field that filters the rows of a table by name or path.

import { ListFilter } from 'lucide-react';
import { setRowQuery } from '../../state/view/navigation.ts';
import { leaveOnEscape } from '../primitives/focus.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function RowFilter() {
  const rowQuery = useAppState((state) => state.rowQuery);
  return (
    <label className="row-query row">
      <ListFilter size={14} aria-hidden="true" />
      <input
        type="search"
        aria-label="Filter rows"
        placeholder="Filter rows"
        title="Show only rows whose name or path contains this text or matches this regular expression, case-sensitive if it contains capital letters"
        value={rowQuery}
        autoComplete="off"
        spellCheck={false}
        onChange={(change) => setRowQuery(change.target.value)}
        onKeyDown={leaveOnEscape}
      />
    </label>
  );
}

/** Says how the pattern was matched, unless as a regular expression. */
export function RowFilterMode() {
  const mode = useAppState((state) => state.rowMatches?.mode);
  if (mode === 'text') return <span>Matched as plain text</span>;
  if (mode === 'timeout') return <span>Too slow: simplify the expression</span>;
  return null;
}
