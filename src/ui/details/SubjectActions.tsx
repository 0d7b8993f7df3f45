// The most useful commands for the selected box or row, as buttons.

import type { Subject } from '../../state/view-state.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { FILTER_COMMANDS } from '../filters/filter-commands.ts';

const LABELS = { focus: 'Focus', hide: 'Hide', drop: 'Drop' } as const;

interface Props {
  readonly subject: Subject;
}

export function SubjectActions({ subject: { by } }: Props) {
  // Filters apply to frames, so a thread can only be selected.
  const actions = by === 'thread' ? (['focus'] as const) : (['focus', 'hide', 'drop'] as const);
  return (
    <p className="actions row wrap small">
      {actions.map((action) => {
        const command = FILTER_COMMANDS.find((each) => each.action === action);
        if (!command) return null;
        const title = by === 'thread' ? 'Select only this thread' : command.title;
        return (
          <button key={action} type="button" onClick={command.run} title={tooltip(command, title)}>
            {LABELS[action]}
          </button>
        );
      })}
      {by === 'function' && (
        <button
          type="button"
          onClick={COMMANDS.openSandwich.run}
          title={tooltip(COMMANDS.openSandwich, 'Show all callers and callees')}
        >
          Sandwich
        </button>
      )}
    </p>
  );
}
