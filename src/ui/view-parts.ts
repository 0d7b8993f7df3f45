// The parts of the workspace that load later. Each belongs to a room, which is one script
// (scripts/rooms.ts), and loads with all others of that room. The flame and icicle graphs are part of
// the workspace.

import type { ComponentType } from 'react';
import type { ViewName } from '../model/view-names.ts';
import { FlameGraph, IcicleGraph } from './flame/Graph.tsx';
import { lazyComponent, lazyPart, readyPart, type LazyPart } from './primitives/lazy-part.ts';

const panels = lazyPart(() => import('./rooms/panels.ts'));
const views = lazyPart(() => import('./rooms/views.ts'));
const compare = lazyPart(() => import('./rooms/compare.ts'));

export const ContextMenu = lazyComponent(panels, (room) => room.ContextMenu);
export const FilterChips = lazyComponent(panels, (room) => room.FilterChips);
export const NoSamples = lazyComponent(panels, (room) => room.NoSamples);
export const SearchSummary = lazyComponent(panels, (room) => room.SearchSummary);
export const SidePanel = lazyComponent(panels, (room) => room.SidePanel);
export const TimelinePanel = lazyComponent(panels, (room) => room.TimelinePanel);
export const Tools = lazyComponent(panels, (room) => room.Tools);

export const ComparisonBar = lazyComponent(compare, (room) => room.ComparisonBar);
export const ComparisonPanel = lazyComponent(compare, (room) => room.ComparisonPanel);
export const NotComparable = lazyComponent(compare, (room) => room.NotComparable);

interface ViewParts {
  readonly Component: ComponentType;
  /** Controls specific to this view, shown next to the breadcrumbs. */
  readonly Tools?: ComponentType;
}

type ViewPartsByName = Partial<Record<ViewName, ViewParts>>;

const FIRST = readyPart({ flame: { Component: FlameGraph }, icicle: { Component: IcicleGraph } });
const LATER = lazyPart<ViewPartsByName>(async () => (await views.load()).VIEW_PARTS);
const COMPARED = lazyPart<ViewPartsByName>(async () => (await compare.load()).COMPARED_PARTS);

export function partsWith(name: ViewName, isComparison: boolean): LazyPart<ViewPartsByName> {
  if (isComparison) return COMPARED;
  return name === 'flame' || name === 'icicle' ? FIRST : LATER;
}

/** Preloads the parts of a recording. Failures are reported only when a part is shown. */
export function preloadViews(): void {
  for (const room of [panels, views, LATER]) room.load().catch(() => {});
}
