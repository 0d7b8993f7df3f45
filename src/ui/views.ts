// The views, in the order in which they are offered.

import type { ComponentType } from 'react';
import type { Recording } from '../model/session.ts';
import type { ViewName } from '../state/store.ts';
import { FlameGraph, IcicleGraph } from './FlameGraph.tsx';
import { FunctionPicker } from './FunctionPicker.tsx';
import { InvertedGraph, InvertedTools } from './InvertedGraph.tsx';
import { TableView } from './TableView.tsx';
import { TreeView } from './TreeView.tsx';
import { SandwichView } from './SandwichView.tsx';
import { TimeOrderGraph } from './TimeOrderGraph.tsx';

export interface View {
  readonly name: ViewName;
  readonly label: string;
  readonly about: string;
  /** The key that opens it. */
  readonly key: string;
  readonly Component: ComponentType<{ readonly recording: Recording }>;
  /** What this view alone has to choose; stands beside the way back. */
  readonly Tools?: ComponentType<{ readonly recording: Recording }>;
}

export const VIEWS: readonly View[] = [
  {
    name: 'flame',
    label: 'Flame',
    key: 'f',
    about: 'Callers below, what they call above',
    Component: FlameGraph,
  },
  {
    name: 'icicle',
    label: 'Icicle',
    key: 'i',
    about: 'Callers above, what they call below',
    Component: IcicleGraph,
  },
  {
    name: 'time',
    label: 'Time order',
    key: 't',
    about: 'Stacks as they were sampled, from left to right, a lane a thread',
    Component: TimeOrderGraph,
  },
  {
    name: 'sandwich',
    label: 'Sandwich',
    key: 's',
    about: 'One function between its callers and its callees',
    Component: SandwichView,
    Tools: FunctionPicker,
  },
  {
    name: 'inverted',
    label: 'Inverted',
    key: 'v',
    about: 'From the functions that were sampled to their callers',
    Component: InvertedGraph,
    Tools: InvertedTools,
  },
  {
    name: 'table',
    label: 'Table',
    key: 'b',
    about: 'Self and total by function, file, package, module, kind of code or thread',
    Component: TableView,
  },
  {
    name: 'tree',
    label: 'Call tree',
    key: 'c',
    about: 'Callers, and indented under each what they call, as far as it is opened',
    Component: TreeView,
  },
];
