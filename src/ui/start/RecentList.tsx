// The recordings remembered in this browser, and the switch that turns this on.

import { X } from 'lucide-react';
import { useState } from 'react';
import { setRemembersOpened } from '../../state/page.ts';
import { canPick } from '../../state/opening/handles.ts';
import { forget, reopen, type Recent } from '../../state/opening/recent.ts';
import { formatBytes, formatDateTime, joinFacts } from '../../text/format.ts';
import { IconButton, Switch } from '../primitives/Buttons.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

interface Props {
  readonly list: readonly Recent[];
  readonly onRemoved: () => void;
}

export function RecentList({ list, onRemoved }: Props) {
  const remembersOpened = useAppState('remembersOpened');
  if (list.length === 0 && !canPick()) return null;
  return (
    <section className="start-list" aria-labelledby="recent">
      <h2 id="recent">{list.length > 0 ? 'Remembered in this browser' : 'Remember recordings'}</h2>
      {list.length > 0 && (
        <ul>
          {list.map((recent) => (
            <Entry key={recent.id} recent={recent} onRemoved={onRemoved} />
          ))}
        </ul>
      )}
      {canPick() && (
        <Switch isOn={remembersOpened} onChange={setRemembersOpened}>
          Remember what I open (file names and locations, not contents)
        </Switch>
      )}
    </section>
  );
}

function Entry({ recent, onRemoved }: { readonly recent: Recent; readonly onRemoved: () => void }) {
  const { id, name, size, when, place } = recent;
  const [problem, setProblem] = useState<string>();
  return (
    <li className="row wrap">
      <button
        type="button"
        className="entry row wrap"
        onClick={() => {
          setProblem(undefined);
          void reopen(recent).then(setProblem);
        }}
      >
        <strong className="break-anywhere">{name}</strong>
        <span className="muted">{joinFacts(KINDS[place.by], formatBytes(size), formatDateTime(when))}</span>
      </button>
      <IconButton
        Icon={X}
        label={`Remove ${name} from this list`}
        title="Remove from this list"
        onClick={() =>
          void forget(id).then(onRemoved, () =>
            setProblem('The browser could not remove this entry. Try again.'),
          )
        }
      />
      {problem && (
        <p role="alert" className="wrong break-anywhere">
          {problem}
        </p>
      )}
    </li>
  );
}

const KINDS = { link: 'link', handles: 'file', copy: 'copy' } as const;
