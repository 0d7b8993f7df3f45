// The menu about what a person points at: a box of a graph, a row of a table, a kind in the legend, a thread.

import { useCallback, useMemo } from 'react';
import type { Recording } from '../model/session.ts';
import { closeMenu } from '../state/actions.ts';
import { copyText } from './copy-text.ts';
import { Menu } from './Menu.tsx';
import { menuOf } from './menu-entries.ts';
import { Toast, useSaid } from './Toast.tsx';
import { useStateOf } from './use-state-of.ts';

export function ContextMenu({ recording }: { readonly recording: Recording }) {
  const menu = useStateOf((state) => state.menu);
  const [said, say] = useSaid();
  const copy = useCallback(
    async (text: string) => say((await copyText(text)) ? 'Copied' : 'The browser did not allow copying'),
    [say],
  );
  const about = useMemo(
    () => menu && menuOf(recording, menu.subject, (text) => void copy(text)),
    [menu, recording, copy],
  );
  return (
    <>
      <Toast said={said} />
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
