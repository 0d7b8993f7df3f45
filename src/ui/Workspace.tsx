// An open recording: the top bar, the current view, and a side panel with details of the selection.

import { useEffect, useRef } from 'react';
import type { Recording } from '../model/session.ts';
import { ContextMenu } from './ContextMenu.tsx';
import { Crumbs } from './flame/Crumbs.tsx';
import { FilterChips } from './filters/FilterChips.tsx';
import { focusView, VIEW_ID } from './primitives/focus-view.ts';
import { useLazyPart } from './primitives/lazy-part.ts';
import { NoSamples } from './filters/NoSamples.tsx';
import { TimelinePanel } from './timeline/TimelinePanel.tsx';
import { TopBar } from './header/TopBar.tsx';
import { UndoRedo } from './header/UndoRedo.tsx';
import { useAppState } from './primitives/use-app-state.ts';
import { SIDE_PANEL, VIEW_PARTS } from './view-parts.ts';

export function Workspace({ recording }: { readonly recording: Recording }) {
  const name = useAppState((state) => state.viewName);
  const { Component, Tools } = useLazyPart(VIEW_PARTS[name]) ?? {};
  const side = useLazyPart(SIDE_PANEL);
  useFocusOnView(name, Component !== undefined);
  return (
    <div className="workspace">
      <TopBar recording={recording} />
      <main className="stage">
        <TimelinePanel recording={recording} />
        <FilterChips recording={recording} />
        <div className="view-bar">
          <Crumbs recording={recording} />
          {Tools && <Tools recording={recording} />}
          <UndoRedo />
        </div>
        <div className="view" id={VIEW_ID} role="tabpanel" aria-labelledby={`tab-${name}`} tabIndex={-1}>
          {Component && <Component recording={recording} />}
          <NoSamples />
        </div>
        <ContextMenu recording={recording} />
      </main>
      <aside className="side" aria-label="Selection and recording">
        {side && <side.SidePanel recording={recording} />}
      </aside>
    </div>
  );
}

/** Moves the focus into a view that replaced the focused one, or that a link opened, once its code has loaded. */
function useFocusOnView(viewName: string, isLoaded: boolean): void {
  const previous = useRef(isLoaded ? viewName : '');
  useEffect(() => {
    if (!isLoaded || previous.current === viewName) return;
    previous.current = viewName;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === VIEW_ID) focusView();
  }, [viewName, isLoaded]);
}
