// Notable costs that no single function or package accounts for. The overview lists those that are heavy enough, each with a
// filter that keeps only its samples.

import { Kind, KIND_LABELS } from './kinds.ts';
import type { CodeTarget, Target } from './filter.ts';

export interface Notable {
  readonly label: string;
  /** What the samples have in common; completes “… of all selected samples have …”. */
  readonly meaning: string;
  readonly target: CodeTarget;
}

/** The overview omits rows with a smaller share of the samples. */
export const MIN_NOTABLE_SHARE = 0.01;

export const NOTABLE: readonly Notable[] = [
  {
    label: 'garbage collection',
    meaning: 'the garbage collector on the stack',
    target: { by: 'pattern', query: '^(gc_collect|_?PyGC_Collect|_Py_RunGC)' },
  },
  {
    label: KIND_LABELS[Kind.importlib],
    meaning: 'an import on the stack: finding, reading and running modules',
    target: { by: 'kind', kind: Kind.importlib },
  },
  {
    label: KIND_LABELS[Kind.kernel],
    meaning: 'kernel code on the stack',
    target: { by: 'kind', kind: Kind.kernel },
  },
  {
    label: KIND_LABELS[Kind.cut],
    meaning: 'a stack whose outermost callers were not recorded',
    target: { by: 'kind', kind: Kind.cut },
  },
  {
    label: 'unnamed code',
    meaning: 'code without symbols on the stack',
    target: { by: 'pattern', query: '^(\\[unknown\\]|0x[0-9a-f]+|[0-9a-f]{8,16})$' },
  },
];

/** The label of a notable cost, by its filter; undefined for other filters. */
export function notableLabel(target: Target): string | undefined {
  return NOTABLE.find((row) => JSON.stringify(row.target) === JSON.stringify(target))?.label;
}
