// Help: every shortcut, and the switch that turns single keys off.

import { setSingleKeys } from '../state/actions.ts';
import { Dialog } from './Dialog.tsx';
import { LOOK_SHORTCUTS, SUBJECT_SHORTCUTS } from './filter-shortcuts.ts';
import { PLACES, SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { useStateOf } from './use-state-of.ts';

const ofSubject: readonly Shortcut[] = SUBJECT_SHORTCUTS;
const ofLook: readonly Shortcut[] = LOOK_SHORTCUTS;

/** Each shortcut in the first section that it belongs to. */
const SECTIONS = sectionsOf([
  ['In the graph', ({ where }) => where === 'graph'],
  ['In the time order', ({ where }) => where === 'time'],
  ['In tables', ({ where }) => where !== undefined],
  ['With the focused box or row', (shortcut) => ofSubject.includes(shortcut)],
  ['Filters, time and threads', (shortcut) => ofLook.includes(shortcut)],
  ['Everywhere', () => true],
]);

/** Keys of what is no view, where the platform has them too: they work while the focus is there. */
const ELSEWHERE: readonly Row[] = [
  { shown: 'Esc', does: 'Empties a field; from an empty one, to the view' },
  { shown: 'Shift+F10', does: 'The menu of the focused box, row or thread; so does the menu key' },
  { shown: '↑, ↓, Home, End', does: 'To another thread of the strip; with Shift, all up to it' },
  { shown: 'Enter or Space', does: 'With this thread, or without it' },
  { shown: 'Ctrl+A', does: 'All threads' },
  { shown: '←, →, PgUp, PgDn', does: 'Moves an edge of the range' },
  { shown: 'Alt+← or Alt+→', does: 'Moves a chip, so that its filter comes sooner or later' },
  { shown: 'Delete', does: 'Removes a chip' },
];

export function Help({ onClose }: { readonly onClose: () => void }) {
  const singleKeys = useStateOf((state) => state.singleKeys);
  return (
    <Dialog title="Help" onClose={onClose}>
      <p>
        Click a box to zoom to it, the background to see everything. The wheel zooms at the pointer, dragging
        moves; Shift and wheel moves sideways, Alt and wheel up and down. In the sandwich a double click on a
        box, or a click with Alt, puts it into the middle.
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
          <Keys key={title} title={title} rows={shortcuts} />
        ))}
        <Keys title="In fields, on the strip, on chips and in menus" rows={ELSEWHERE} />
      </div>
    </Dialog>
  );
}

type Row = Pick<Shortcut, 'shown' | 'does'> & Partial<Pick<Shortcut, 'where'>>;

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

/** `Esc or Backspace`, each key by itself. */
function keysOf(shown: string) {
  return shown
    .split(/(, | or )/)
    .map((part, place) => (place % 2 === 0 ? <kbd key={part}>{part}</kbd> : part));
}

function Keys({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
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
        {rows.map(({ shown, does, where }) => (
          <tr key={`${shown} ${where}`}>
            <td>{keysOf(shown)}</td>
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
