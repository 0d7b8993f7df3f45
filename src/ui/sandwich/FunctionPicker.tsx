// The field that chooses the function in the middle of the sandwich. It lists the functions whose names contain the typed
// text, heaviest first.

import { useMemo, useState } from 'react';
import { labelOf, fullName } from '../../text/labels.ts';
import type { Table } from '../../model/session.ts';
import { openSandwich } from '../../state/view/navigation.ts';
import { focusView } from '../primitives/focus.ts';
import { formatShare } from '../../text/format.ts';
import { ComboBox } from '../primitives/ComboBox.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { type FunctionNames, NONE } from '../../model/profile.ts';

export function FunctionPicker() {
  const recording = useRecording();
  const functions = useAppState('sandwich')?.functions;
  const [query, setQuery] = useState<string>();
  const choices = useMemo(
    () => (functions && query !== undefined ? matchingFunctions(recording, functions, query) : []),
    [recording, functions, query],
  );
  return (
    <ComboBox
      label="Function in the middle"
      listLabel="Functions"
      placeholder="Another function"
      query={query}
      onQuery={setQuery}
      choices={choices}
      keyOf={({ func }) => func}
      onChoose={({ func }) => {
        openSandwich(func);
        focusView();
      }}
      emptyText="No matching functions."
    >
      {({ func, total }) => {
        const { name, place } = labelOf(recording, func);
        return (
          <>
            <span className="part-name ellipsis">{name}</span>
            {place !== '' && <span className="place ellipsis muted">{place}</span>}
            <span className="number push-end">{formatShare(total / (functions?.weight || 1))}</span>
          </>
        );
      }}
    </ComboBox>
  );
}

interface FunctionChoice {
  readonly func: number;
  readonly total: number;
}

const MAX_LISTED = 50;

/**
 * The functions whose names contain the typed text, heaviest first. Matches names as displayed (`f script.py`), and recorded
 * names with their files. Ignores case. `functions` is a table grouped by function.
 */
export function matchingFunctions(
  names: FunctionNames,
  functions: Pick<Table, 'length' | 'id' | 'total'>,
  typed: string,
): FunctionChoice[] {
  const query = typed.trim().toLowerCase();
  const found: FunctionChoice[] = [];
  for (let row = 0; row < functions.length; row++) {
    const func = functions.id[row];
    if (func === NONE) continue;
    const { name, place } = labelOf(names, func);
    const text = `${name} ${place}\n${fullName(names, func)}`;
    if (query === '' || text.toLowerCase().includes(query)) found.push({ func, total: functions.total[row] });
  }
  return found.sort((a, b) => b.total - a.total || a.func - b.func).slice(0, MAX_LISTED);
}
