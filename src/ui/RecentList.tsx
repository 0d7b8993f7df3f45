// What this browser remembers because a person asked for it, each removable; and the switch that asks for it.

import { X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { setRemembersOpened } from '../state/actions.ts';
import { canPick } from '../state/handles.ts';
import { forget, recents, reopen, type Recent } from '../state/recent.ts';
import { formatBytes, formatWhen, inOneLine } from '../model/format.ts';
import { useStateOf } from './use-state-of.ts';

export function RecentList() {
  const [list, reload] = useRecents();
  const remembersOpened = useStateOf((state) => state.remembersOpened);
  if (list.length === 0 && !canPick()) return null;
  return (
    <section className="start-list" aria-labelledby="recent">
      <h2 id="recent">{list.length > 0 ? 'Remembered in this browser' : 'Come back to a recording'}</h2>
      {list.length > 0 && (
        <ul>
          {list.map((recent) => (
            <Entry key={recent.id} recent={recent} onRemoved={reload} />
          ))}
        </ul>
      )}
      {canPick() && (
        <label className="switch">
          <input
            type="checkbox"
            checked={remembersOpened}
            onChange={(event) => setRemembersOpened(event.target.checked)}
          />
          Remember what I open: names and where the files are, not what is in them
        </label>
      )}
    </section>
  );
}

function Entry({ recent, onRemoved }: { readonly recent: Recent; readonly onRemoved: () => void }) {
  const { id, name, size, when, place } = recent;
  const [problem, setProblem] = useState<string>();
  return (
    <li>
      <button
        type="button"
        className="entry"
        onClick={() => {
          setProblem(undefined);
          void reopen(recent).then(setProblem);
        }}
      >
        <strong>{name}</strong>
        <span>{inOneLine(KINDS[place.by], formatBytes(size), formatWhen(when))}</span>
      </button>
      <button
        type="button"
        className="quiet"
        aria-label={`Remove ${name} from this list`}
        title="Remove from this list"
        onClick={() =>
          void forget(id).then(onRemoved, () => setProblem('The browser could not remove it: try again.'))
        }
      >
        <X size={16} aria-hidden="true" />
      </button>
      {problem && (
        <p role="alert" className="wrong">
          {problem}
        </p>
      )}
    </li>
  );
}

const KINDS = { link: 'link', handles: 'file', copy: 'copy' } as const;

/** None before they were read; and what reads them again. */
function useRecents(): readonly [readonly Recent[], () => void] {
  const [list, setList] = useState<readonly Recent[]>([]);
  const reload = useCallback(() => {
    void recents()
      // Where the browser keeps nothing there is nothing to list.
      .catch(() => [])
      .then(setList);
  }, []);
  useEffect(reload, [reload]);
  return [list, reload];
}
