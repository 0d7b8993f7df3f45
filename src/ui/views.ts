// The views, in the order in which they are offered.

import type { ComponentType } from 'react';
import type { Recording } from '../model/session.ts';
import type { ViewName } from '../state/store.ts';
import { FlameGraph, IcicleGraph } from './FlameGraph.tsx';
import { InvertedGraph, InvertedTools } from './InvertedGraph.tsx';
import { lazyPart, readyPart, type LazyPart } from './lazy-part.ts';

type RecordingComponent = ComponentType<{ readonly recording: Recording }>;

export interface ViewParts {
  readonly Component: RecordingComponent;
  /** Choices that only this view has, shown beside the undo buttons. */
  readonly Tools?: RecordingComponent;
}

export interface View {
  readonly name: ViewName;
  readonly label: string;
  readonly about: string;
  /** The key that opens it. */
  readonly key: string;
  readonly parts: LazyPart<ViewParts>;
}

export const VIEWS: readonly View[] = [
  {
    name: 'flame',
    label: 'Flame',
    key: 'f',
    about: 'Callers below, what they call above',
    parts: readyPart({ Component: FlameGraph }),
  },
  {
    name: 'icicle',
    label: 'Icicle',
    key: 'i',
    about: 'Callers above, what they call below',
    parts: readyPart({ Component: IcicleGraph }),
  },
  {
    name: 'time',
    label: 'Time order',
    key: 't',
    about: 'Stacks as they were sampled, from left to right, a lane a thread',
    parts: lazyPart(async () => ({ Component: (await import('./TimeOrderGraph.tsx')).TimeOrderGraph })),
  },
  {
    name: 'sandwich',
    label: 'Sandwich',
    key: 's',
    about: 'One function between its callers and its callees',
    parts: lazyPart(async () => {
      const [{ SandwichView }, { FunctionPicker }] = await Promise.all([
        import('./SandwichView.tsx'),
        import('./FunctionPicker.tsx'),
      ]);
      return { Component: SandwichView, Tools: FunctionPicker };
    }),
  },
  {
    name: 'inverted',
    label: 'Inverted',
    key: 'v',
    about: 'From the functions that were sampled to their callers',
    parts: readyPart({ Component: InvertedGraph, Tools: InvertedTools }),
  },
  {
    name: 'table',
    label: 'Table',
    key: 'b',
    about: 'Self and total by function, file, package, module, kind of code or thread',
    parts: lazyPart(async () => ({ Component: (await import('./TableView.tsx')).TableView })),
  },
  {
    name: 'tree',
    label: 'Call tree',
    key: 'c',
    about: 'Callers, and indented under each what they call, as far as it is opened',
    parts: lazyPart(async () => ({ Component: (await import('./TreeView.tsx')).TreeView })),
  },
];

/** Loads the code of every view ahead of its first use. A failure shows when the view is opened. */
export function preloadViews(): void {
  for (const { parts } of VIEWS) parts.load().catch(() => {});
}
