// The views, in the order in which they are offered. Their components are in view-parts.ts.

import type { ViewName } from '../state/view-state.ts';

export interface View {
  readonly name: ViewName;
  readonly label: string;
  readonly about: string;
  /** The key that opens it. */
  readonly key: string;
}

export const VIEWS: readonly View[] = [
  { name: 'flame', label: 'Flame', key: 'f', about: 'Callers below, callees above' },
  { name: 'icicle', label: 'Icicle', key: 'i', about: 'Callers above, callees below' },
  {
    name: 'time',
    label: 'Time order',
    key: 't',
    about: 'Stacks in the order they were sampled, one lane per thread',
  },
  {
    name: 'sandwich',
    label: 'Sandwich',
    key: 's',
    about: 'One function between its callers and its callees',
  },
  { name: 'inverted', label: 'Inverted', key: 'v', about: 'From the sampled functions to their callers' },
  {
    name: 'table',
    label: 'Table',
    key: 'b',
    about: 'Self and total by function, file, package, module, kind of code or thread',
  },
  { name: 'tree', label: 'Call tree', key: 'c', about: 'Callers that expand to their callees' },
];
