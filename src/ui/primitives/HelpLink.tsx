// A link that opens the help of a topic as a dialog. With a modifier key, the browser opens it in a new tab.

import { memo, type MouseEvent, type ReactNode } from 'react';
import { explain } from '../../state/view/findings.ts';
import type { HelpTopic } from '../../state/store.ts';

interface Props {
  readonly topic: HelpTopic;
  readonly children: ReactNode;
}

export const HelpLink = memo(function HelpLink({ topic, children }: Props) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    explain(topic);
  };
  return (
    <a href={`#help=${topic}`} target="_blank" rel="noreferrer" onClick={open}>
      {children}
    </a>
  );
});
