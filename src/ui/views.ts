// The views, in the order of their tabs. Their components are in view-parts.ts.

import type { ViewName } from '../model/view-names.ts';
import { COMPARISON_VIEWS } from '../state/view/view-state.ts';

export interface ViewEntry {
  readonly name: ViewName;
  readonly label: string;
  /** The label of the tab, if it is shorter. */
  readonly tabLabel?: string;
  readonly description: string;
  /** Keyboard shortcut. */
  readonly key: string;
  /** True if a comparison has the view, too (state/view/view-state.ts). */
  readonly isForComparisons: boolean;
}

const ALL_VIEWS: readonly Omit<ViewEntry, 'isForComparisons'>[] = [
  { name: 'flame', label: 'Flame', key: 'f', description: 'Callers below, callees above' },
  { name: 'icicle', label: 'Icicle', key: 'i', description: 'Callers above, callees below' },
  {
    name: 'time',
    label: 'Time order',
    tabLabel: 'Time',
    key: 't',
    description: 'Stacks in the order they were sampled, one lane per thread',
  },
  {
    name: 'sandwich',
    label: 'Sandwich',
    key: 's',
    description: 'One function between its callers and its callees',
  },
  {
    name: 'inverted',
    label: 'Inverted',
    key: 'v',
    description: 'From the sampled functions to their callers',
  },
  {
    name: 'table',
    label: 'Table',
    key: 'b',
    description: 'Self and total by function, file, package, module, kind of code, thread or cost',
  },
  {
    name: 'tree',
    label: 'Call tree',
    tabLabel: 'Tree',
    key: 'c',
    description: 'Callers that expand to their callees',
  },
];

export const VIEWS: readonly ViewEntry[] = ALL_VIEWS.map((view) => ({
  ...view,
  isForComparisons: COMPARISON_VIEWS.includes(view.name),
}));
