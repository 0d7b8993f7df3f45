// Help: every shortcut, and the switch that turns single keys off.

import { useEffect, useRef } from 'react';
import { setHelpOpen, setSingleKeys } from '../state/actions.ts';
import { LOOK_SHORTCUTS, SUBJECT_SHORTCUTS } from './filter-shortcuts.ts';
import { PLACES, SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { useStateOf } from './use-state-of.ts';

const ofSubject: readonly Shortcut[] = SUBJECT_SHORTCUTS;
const ofLook: readonly Shortcut[] = LOOK_SHORTCUTS;

/** Each shortcut in the first section that it belongs to. */
const SECTIONS = sectionsOf([
  ['In the graph', ({ where }) => where === 'graph'],
  ['In tables', ({ where }) => where !== undefined],
  ['With the focused box or row', (shortcut) => ofSubject.includes(shortcut)],
  ['Filters, time and threads', (shortcut) => ofLook.includes(shortcut)],
  ['Everywhere', () => true],
]);

export function Help() {
  const isOpen = useStateOf((state) => state.helpOpen);
  const singleKeys = useStateOf((state) => state.singleKeys);
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) ref.current?.showModal();
    else ref.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={ref} aria-labelledby="help-title" onClose={() => setHelpOpen(false)}>
      {isOpen && (
        <>
          <header>
            <h2 id="help-title">Help</h2>
            <button type="button" onClick={() => setHelpOpen(false)}>
              Close
            </button>
          </header>
          <p>
            Click a box to zoom to it, the background to see everything. The wheel zooms at the pointer,
            dragging moves; Shift and wheel moves sideways, Alt and wheel up and down. In the sandwich a
            double click on a box, or a click with Alt, puts it into the middle.
          </p>
          <label className="switch">
            <input
              type="checkbox"
              checked={singleKeys}
              onChange={(event) => setSingleKeys(event.target.checked)}
            />
            Single-key shortcuts
          </label>
          <div className="keys">
            {SECTIONS.map(({ title, shortcuts }) => (
              <Keys key={title} title={title} shortcuts={shortcuts} />
            ))}
          </div>
        </>
      )}
    </dialog>
  );
}

interface Section {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

function sectionsOf(
  rules: readonly (readonly [title: string, has: (shortcut: Shortcut) => boolean])[],
): Section[] {
  const sections = rules.map(([title]): { title: string; shortcuts: Shortcut[] } => ({
    title,
    shortcuts: [],
  }));
  for (const shortcut of SHORTCUTS) {
    const section = sections[rules.findIndex(([, has]) => has(shortcut))];
    section?.shortcuts.push(shortcut);
  }
  return sections.filter(({ shortcuts }) => shortcuts.length > 0);
}

function Keys({ title, shortcuts }: Section) {
  return (
    <table>
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Does</th>
        </tr>
      </thead>
      <tbody>
        {shortcuts.map(({ shown, does, where }) => (
          <tr key={`${shown} ${where}`}>
            <td>
              <kbd>{shown}</kbd>
            </td>
            <td>
              {does}
              {(where === 'table' || where === 'tree') && <span className="where"> ({PLACES[where]})</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
