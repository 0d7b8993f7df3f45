// The context menu of a graph box, a table row, a kind of code in the legend, or a thread.

import { useMemo } from 'react';
import { closeMenu } from '../state/page.ts';
import { copyText, Toast, useMessage } from './primitives/Buttons.tsx';
import { Menu } from './primitives/Menu.tsx';
import { subjectMenu } from './subject-menu.ts';
import { useAppState, useRecording } from './primitives/use-app-state.ts';

export function ContextMenu() {
  const recording = useRecording();
  const menu = useAppState((state) => state.menu);
  const [message, showMessage] = useMessage();
  const content = useMemo(() => {
    const copy = (text: string) => void copyText(text).then(showMessage);
    return menu && subjectMenu(recording, menu.subject, copy);
  }, [menu, recording, showMessage]);
  return (
    <>
      <Toast message={message} />
      {menu && content && (
        <Menu
          key={`${menu.subject.by} ${menu.subject.id} ${menu.x} ${menu.y}`}
          name={`Actions for ${content.name}`}
          groups={content.groups}
          x={menu.x}
          y={menu.y}
          onClose={closeMenu}
          heading={
            <>
              <strong className="ellipsis">{content.name}</strong>
              {content.place && <span className="ellipsis no-shrink muted">{content.place}</span>}
            </>
          }
        />
      )}
    </>
  );
}
