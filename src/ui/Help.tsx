// The help dialog: lists all keyboard shortcuts and has a switch for the single-key ones.

import { Fragment } from 'react';
import { setSingleKeys } from '../state/page.ts';
import { keyName, type Scope, type Command } from './command.ts';
import { Dialog } from './primitives/Dialog.tsx';
import { Switch } from './primitives/Buttons.tsx';
import { useAppState } from './primitives/use-app-state.ts';
import { SECTIONS } from './commands.ts';

const SCOPE_NOTES: Partial<Record<Scope, string>> = { table: ' (in the table)', tree: ' (in the call tree)' };

export function Help({ onClose }: { readonly onClose: () => void }) {
  const singleKeys = useAppState('singleKeys');
  return (
    <Dialog title="Help" onClose={onClose}>
      <p>
        Click a box to zoom to it, or the background to zoom out. Turn the mouse wheel to zoom at the pointer;
        drag to pan. Shift+wheel pans sideways, Alt+wheel up and down. In the sandwich, double-click or
        Alt+click a box to put its function in the middle.
      </p>
      <p>
        The search finds functions by name, and samples by what they cost: <code>cost:memory</code>,{' '}
        <code>cost:gc</code>, <code>cost:&quot;GIL and locks&quot;</code>.
      </p>
      <Switch isOn={singleKeys} onChange={setSingleKeys}>
        Single-key shortcuts
      </Switch>
      <div className="keys">
        {HELP_SECTIONS.map((section) => (
          <KeyTable key={section.title} {...section} />
        ))}
      </div>
    </Dialog>
  );
}

function KeyTable({ title, rows }: HelpSection) {
  return (
    <table>
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ keys, title: action, scope }) => (
          <tr key={action}>
            <td>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && (index < keys.length - 1 ? ', ' : ' or ')}
                  <kbd>{keyName(key)}</kbd>
                </Fragment>
              ))}
            </td>
            <td>
              {action}
              {scope && <span className="muted">{SCOPE_NOTES[scope]}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type KeyHelp = Pick<Command, 'title' | 'keys' | 'scope'>;

interface HelpSection {
  readonly title: string;
  readonly rows: readonly KeyHelp[];
}

/** Keys that a focused field, timeline, chip or menu handles itself. */
const IN_WIDGETS: readonly KeyHelp[] = [
  { keys: ['Escape'], title: 'Return from a field to the view and keep its text' },
  {
    keys: ['Shift+F10'],
    title: 'Open the context menu of the focused box, row or thread, like the Menu key',
  },
  {
    keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'],
    title: 'Move to another thread; with Shift, select all threads up to it',
  },
  { keys: ['Enter', ' '], title: 'Select or deselect the thread' },
  { keys: ['Ctrl+A'], title: 'Select all threads' },
  {
    keys: ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown'],
    title: 'Move the focused end of the time range to another tick; with Shift, the whole range',
  },
  {
    keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'],
    title: 'Move a chip to apply its filter earlier or later',
  },
  { keys: ['Delete'], title: 'Remove a chip' },
];

const HELP_SECTIONS: readonly HelpSection[] = [
  ...SECTIONS,
  { title: 'Fields, timeline, chips and menus', rows: IN_WIDGETS },
];
