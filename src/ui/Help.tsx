// The help dialog: lists all keyboard shortcuts and has a switch for the single-key ones.

import { Fragment } from 'react';
import { setSingleKeys } from '../state/page.ts';
import { keyName, type Scope } from './command.ts';
import { HELP_SECTIONS, type HelpSection } from './help-sections.ts';
import { Dialog } from './primitives/Dialog.tsx';
import { Switch } from './primitives/Buttons.tsx';
import { useAppState } from './primitives/use-app-state.ts';

const SCOPE_NOTES: Partial<Record<Scope, string>> = { table: ' (in the table)', tree: ' (in the call tree)' };

export function Help({ onClose }: { readonly onClose: () => void }) {
  const singleKeys = useAppState((state) => state.singleKeys);
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
