// A link that opens the help of a cost over the page; with a modifier key, the browser opens it in a new tab.

import type { MouseEvent, ReactNode } from 'react';
import type { CostId } from '../../model/costs.ts';
import { explain } from '../../state/findings.ts';

interface Props {
  readonly cost: CostId;
  readonly children: ReactNode;
}

export function CostHelpLink({ cost, children }: Props) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    explain(cost);
  };
  return (
    <a href={`#help=${cost}`} target="_blank" rel="noreferrer" onClick={open}>
      {children}
    </a>
  );
}
