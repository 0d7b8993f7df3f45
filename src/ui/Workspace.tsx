// An open recording: the top bar, one view of it, and beside it what is known of the selected box.

import { useEffect, useRef, useState } from 'react';
import type { Recording } from '../model/session.ts';
import { ContextMenu } from './ContextMenu.tsx';
import { Crumbs } from './Crumbs.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { FilterChips } from './FilterChips.tsx';
import { focusView, VIEW_ID } from './focus-view.ts';
import { useLazyPart } from './lazy-part.ts';
import { Legend } from './Legend.tsx';
import { NothingLeft } from './NothingLeft.tsx';
import { Notes } from './Notes.tsx';
import { TimelineStrip } from './TimelineStrip.tsx';
import { TopBar } from './TopBar.tsx';
import { UndoRedo } from './UndoRedo.tsx';
import { useStateOf } from './use-state-of.ts';
import { VIEWS } from './views.ts';

export function Workspace({ recording }: { readonly recording: Recording }) {
  const viewName = useStateOf((state) => state.viewName);
  const { parts, name } = VIEWS.find((view) => view.name === viewName) ?? VIEWS[0];
  const { Component, Tools } = useLazyPart(parts) ?? {};
  const isPainted = useIsPainted();
  useFocusOnView(name, Component !== undefined);
  return (
    <div className="workspace">
      <TopBar recording={recording} />
      <main className="stage">
        <TimelineStrip recording={recording} />
        <FilterChips recording={recording} />
        <div className="way">
          <Crumbs recording={recording} />
          {Tools && <Tools recording={recording} />}
          <UndoRedo />
        </div>
        <div className="view" id={VIEW_ID} role="tabpanel" aria-labelledby={`tab-${name}`} tabIndex={-1}>
          {Component && <Component recording={recording} />}
          <NothingLeft />
        </div>
        <ContextMenu recording={recording} />
      </main>
      <aside className="side" aria-label="About the selection and the recording">
        <DetailsPanel recording={recording} />
        {isPainted && (
          <>
            <Legend recording={recording} />
            <Notes notes={recording.notes} />
          </>
        )}
      </aside>
    </div>
  );
}

/** Moves the focus into a view that replaced the focused one, or that a link opened, once its code has loaded. */
function useFocusOnView(viewName: string, isLoaded: boolean): void {
  const before = useRef(isLoaded ? viewName : '');
  useEffect(() => {
    if (!isLoaded || before.current === viewName) return;
    before.current = viewName;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === VIEW_ID) focusView();
  }, [viewName, isLoaded]);
}

/** False until the graph was painted once: the page does not hold its breath to make all of itself at once. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
