// The components of each view. Only the flame, icicle and inverted graphs are part of the initial script.

import type { ComponentType } from 'react';
import type { ViewName } from '../model/view-names.ts';
import { FlameGraph, IcicleGraph } from './flame/FlameGraph.tsx';
import { InvertedGraph, InvertedTools } from './flame/InvertedGraph.tsx';
import { lazyPart, readyPart, type LazyPart } from './primitives/lazy-part.ts';
import { MENU } from './primitives/MenuButton.tsx';

interface ViewParts {
  readonly Component: ComponentType;
  /** Controls specific to this view, shown next to the breadcrumbs. */
  readonly Tools?: ComponentType;
}

const VIEW_PARTS: Readonly<Record<ViewName, LazyPart<ViewParts>>> = {
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

/** The parts of a comparison's views that differ from those of a recording. */
const COMPARED_PARTS: Partial<Record<ViewName, LazyPart<ViewParts>>> = {
  table: lazyPart(async () => ({ Component: (await import('./compare/ComparedTable.tsx')).ComparedTable })),
  tree: lazyPart(async () => ({ Component: (await import('./compare/ComparedTree.tsx')).ComparedTree })),
  sandwich: lazyPart(async () => (await import('./compare/ComparedSandwich.tsx')).SANDWICH_PARTS),
  flame: lazyPart(async () => (await import('./compare/ComparedGraph.tsx')).FLAME_PARTS),
  icicle: lazyPart(async () => (await import('./compare/ComparedGraph.tsx')).ICICLE_PARTS),
};

export function viewPart(name: ViewName, isComparison: boolean): LazyPart<ViewParts> {
  return (isComparison ? COMPARED_PARTS[name] : undefined) ?? VIEW_PARTS[name];
}

export const SIDE_PANEL = lazyPart(async () => (await import('./details/SidePanel.tsx')).SidePanel);

export const TIMELINE = lazyPart(async () => (await import('./timeline/TimelinePanel.tsx')).TimelinePanel);

export const COMPARISON_BAR = lazyPart(
  async () => (await import('./compare/ComparisonBar.tsx')).ComparisonBar,
);

export const COMPARISON_PANEL = lazyPart(
  async () => (await import('./compare/ComparisonPanel.tsx')).ComparisonPanel,
);

export const NOT_COMPARABLE = lazyPart(
  async () => (await import('./compare/NotComparable.tsx')).NotComparable,
);

export const NO_SAMPLES = lazyPart(async () => (await import('./filters/NoSamples.tsx')).NoSamples);

export const FILTER_CHIPS = lazyPart(async () => (await import('./filters/FilterChips.tsx')).FilterChips);

/** The tools of the header. */
export const TOOLS = lazyPart(async () => (await import('./header/Tools.tsx')).Tools);

export const CONTEXT_MENU = lazyPart(async () => (await import('./ContextMenu.tsx')).ContextMenu);

export const SEARCH_RESULT = lazyPart(async () => (await import('./header/SearchResult.tsx')).SearchResult);

/** Preloads all parts. Failures are reported only when a view is opened. */
export function preloadViews(): void {
  const parts = [
    TIMELINE,
    SIDE_PANEL,
    TOOLS,
    MENU,
    CONTEXT_MENU,
    SEARCH_RESULT,
    FILTER_CHIPS,
    NO_SAMPLES,
    ...Object.values(VIEW_PARTS),
  ];
  for (const part of parts) part.load().catch(() => {});
}
