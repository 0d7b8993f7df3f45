// An open recording: the top bar, the current view, and a side panel with details of the selection.

import { Redo2, Undo2 } from 'lucide-react';
import type { Recording } from '../model/session.ts';
import { COMMANDS } from './commands.ts';
import { ContextMenu } from './ContextMenu.tsx';
import { Crumbs } from './flame/Crumbs.tsx';
import { FilterChips } from './filters/FilterChips.tsx';
import { VIEW_ID } from './primitives/focus-view.ts';
import { LazyComponent, useLazyPart } from './primitives/lazy-part.ts';
import { NoSamples } from './filters/NoSamples.tsx';
import { TimelinePanel } from './timeline/TimelinePanel.tsx';
import { TopBar } from './header/TopBar.tsx';
import { CommandButton } from './header/CommandButton.tsx';
import { useAppState } from './primitives/use-app-state.ts';
import { useFocusOn } from './primitives/use-focus-on.ts';
import { SIDE_PANEL, VIEW_PARTS } from './view-parts.ts';

export function Workspace({ recording }: { readonly recording: Recording }) {
  const name = useAppState((state) => state.viewName);
  const { Component, Tools } = useLazyPart(VIEW_PARTS[name]) ?? {};
  useFocusOn(name, Component !== undefined);
  return (
    <div className="workspace fill">
      <TopBar recording={recording} />
      <main className="column">
        <TimelinePanel recording={recording} />
        <FilterChips recording={recording} />
        <div className="view-bar row wrap">
          <Crumbs recording={recording} />
          {Tools && <Tools recording={recording} />}
          <div className="undo-redo row">
            <CommandButton command={COMMANDS.undo} Icon={Undo2} />
            <CommandButton command={COMMANDS.redo} Icon={Redo2} />
          </div>
        </div>
        <div
          className="view column fill relative"
          id={VIEW_ID}
          role="tabpanel"
          aria-labelledby={`tab-${name}`}
          tabIndex={-1}
        >
          {Component && <Component recording={recording} />}
          <NoSamples />
        </div>
        <ContextMenu recording={recording} />
      </main>
      <aside className="side column" aria-label="Selection and recording">
        <LazyComponent part={SIDE_PANEL} props={{ recording }} />
      </aside>
    </div>
  );
}
