// The components of each view. Only the flame, icicle and inverted graphs are in the initial script.

import type { ComponentType } from 'react';
import type { Recording } from '../model/session.ts';
import type { ViewName } from '../state/view-state.ts';
import { FlameGraph, IcicleGraph } from './flame/FlameGraph.tsx';
import { InvertedGraph, InvertedTools } from './flame/InvertedGraph.tsx';
import { lazyPart, readyPart, type LazyPart } from './primitives/lazy-part.ts';

type RecordingComponent = ComponentType<{ readonly recording: Recording }>;

interface ViewParts {
  readonly Component: RecordingComponent;
  /** Controls that only this view has, shown beside the undo buttons. */
  readonly Tools?: RecordingComponent;
}

export const VIEW_PARTS: Readonly<Record<ViewName, LazyPart<ViewParts>>> = {
  flame: readyPart({ Component: FlameGraph }),
  icicle: readyPart({ Component: IcicleGraph }),
  time: lazyPart(async () => ({
    Component: (await import('./time-order/TimeOrderGraph.tsx')).TimeOrderGraph,
  })),
  sandwich: lazyPart(async () => {
    const [{ SandwichView }, { FunctionPicker }] = await Promise.all([
      import('./sandwich/SandwichView.tsx'),
      import('./sandwich/FunctionPicker.tsx'),
    ]);
    return { Component: SandwichView, Tools: FunctionPicker };
  }),
  inverted: readyPart({ Component: InvertedGraph, Tools: InvertedTools }),
  table: lazyPart(async () => ({ Component: (await import('./table/TableView.tsx')).TableView })),
  tree: lazyPart(async () => ({ Component: (await import('./tree/TreeView.tsx')).TreeView })),
};

export const SIDE_PANEL = lazyPart(async () => (await import('./details/SidePanel.tsx')).SidePanel);

/** Preloads the code of every view and of the side panel. A failure is reported when the view is opened. */
export function preloadViews(): void {
  for (const part of [SIDE_PANEL, ...Object.values(VIEW_PARTS)]) part.load().catch(() => {});
}
