// The views, in the order in which they are offered. Their components are in view-parts.ts.

import type { ViewName } from '../state/view-state.ts';

export interface View {
  readonly name: ViewName;
  readonly label: string;
  readonly about: string;
  /** Noun in the sentence that describes a link. */
  readonly noun: string;
  /** The key that opens it. */
  readonly key: string;
}

export const VIEWS: readonly View[] = [
  { name: 'flame', label: 'Flame', noun: 'flame graph', key: 'f', about: 'Callers below, callees above' },
  { name: 'icicle', label: 'Icicle', noun: 'icicle graph', key: 'i', about: 'Callers above, callees below' },
  {
    name: 'time',
    label: 'Time order',
    noun: 'stacks in time order',
    key: 't',
    about: 'Stacks in the order they were sampled, one lane per thread',
  },
  {
    name: 'sandwich',
    label: 'Sandwich',
    noun: 'sandwich view',
    key: 's',
    about: 'One function between its callers and its callees',
  },
  {
    name: 'inverted',
    label: 'Inverted',
    noun: 'inverted graph',
    key: 'v',
    about: 'From the sampled functions to their callers',
  },
  {
    name: 'table',
    label: 'Table',
    noun: 'table',
    key: 'b',
    about: 'Self and total by function, file, package, module, kind of code or thread',
  },
  {
    name: 'tree',
    label: 'Call tree',
    noun: 'call tree',
    key: 'c',
    about: 'Callers that expand to their callees',
  },
];
