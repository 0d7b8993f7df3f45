// Says that source files were added to the recording, and where they are shown.

import { useEffect, useRef } from 'react';
import { showsOverview } from '../../state/view/side-panel.ts';
import { store } from '../../state/store.ts';
import { formatNumberOf } from '../../text/format.ts';
import { Toast, useMessage } from '../primitives/Buttons.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

export function SourcesAdded() {
  const count = useAppState((state) => state.sourcesAdded);
  const before = useRef(count);
  const [message, showMessage] = useMessage();
  useEffect(() => {
    if (count === before.current) return;
    const added = `${formatNumberOf(count - before.current, 'source file')} added`;
    before.current = count;
    const isOverview = showsOverview(store.getState());
    showMessage(isOverview ? `${added}: select a Python function to see its lines` : added);
  }, [count, showMessage]);
  return <Toast message={message} />;
}
