// The heading of details, with a button that leads back to the overview, and the most useful commands for the
// selection.

import { X } from 'lucide-react';
import { closeDetails } from '../../state/view/side-panel.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { isByCost, type Grouping } from '../../model/session.ts';
import type { Subject } from '../../state/view/view-state.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { FILTER_COMMANDS } from '../filters/filter-commands.ts';

/** `title` is the full name. */
export function DetailsHeading({ name, title }: { readonly name: string; readonly title: string }) {
  return (
    <div className="details-head row">
      {/* Receives the focus when the selection changes. */}
      <h2 className="break-anywhere fill" tabIndex={-1} title={title}>
        {name}
      </h2>
      <IconButton Icon={X} size={14} label="Back to the overview" onClick={closeDetails} />
    </div>
  );
}

const LABELS = { focus: 'Focus', hide: 'Hide', drop: 'Drop' } as const;

const THREAD_ACTIONS = ['focus'] as const;
const COST_ACTIONS = ['focus', 'drop'] as const;
const CODE_ACTIONS = ['focus', 'hide', 'drop'] as const;

const FOCUS_TITLES: Partial<Record<Grouping, string>> = {
  thread: 'Select only this thread',
  cost: 'Keep only its samples',
  part: 'Keep only its samples',
};

export function SubjectActions({ subject: { by } }: { readonly subject: Subject }) {
  // Filters apply to frames: threads can only be selected, and the samples of a cost only kept or dropped.
  const actions = by === 'thread' ? THREAD_ACTIONS : isByCost(by) ? COST_ACTIONS : CODE_ACTIONS;
  return (
    <p className="actions row wrap small">
      {actions.map((action) => {
        const command = FILTER_COMMANDS.find((each) => each.action === action);
        if (!command) return null;
        const title = (action === 'focus' && FOCUS_TITLES[by]) || command.title;
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
