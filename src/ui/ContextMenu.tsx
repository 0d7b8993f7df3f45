// The menu about the code a person points at: a box of a graph, a row of a table, a kind in the legend.

import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Recording } from '../model/session.ts';
import { closeMenu } from '../state/actions.ts';
import { copyText } from './copy-text.ts';
import { Menu } from './Menu.tsx';
import { menuOf } from './menu-entries.ts';
import { useStateOf } from './use-state-of.ts';

/** How long it is said that something was copied, in milliseconds. */
const SAID_FOR = 2000;

export function ContextMenu({ recording }: { readonly recording: Recording }) {
  const menu = useStateOf((state) => state.menu);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = useCallback(async (text: string) => {
    setSaid((await copyText(text)) ? 'Copied' : 'The browser did not allow copying');
  }, []);
  const about = useMemo(
    () => menu && menuOf(recording, menu.subject, (text) => void copy(text)),
    [menu, recording, copy],
  );
  return (
    <>
      <output className={said ? 'toast' : 'visually-hidden'}>{said}</output>
      {menu && about && (
        <Menu
          key={`${menu.subject.by} ${menu.subject.id} ${menu.x} ${menu.y}`}
          name={`What to do with ${about.name}`}
          groups={about.groups}
          x={menu.x}
          y={menu.y}
          onClose={closeMenu}
          heading={
            <p className="menu-heading">
              <strong>{about.name}</strong>
              {about.place && <span>{about.place}</span>}
            </p>
          }
        />
      )}
    </>
  );
}
