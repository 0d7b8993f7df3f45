// The costs of running a Python program: what the time of a sample was spent on, so that it can be reduced.

import { NONE } from './profile.ts';

/** Every sample has exactly one cost. */
export const COSTS = [
  { id: 'bytecode', label: 'Running bytecode' },
  { id: 'calls', label: 'Calls and frames' },
  { id: 'attributes', label: 'Attributes and types' },
  { id: 'values', label: 'Built-in types' },
  { id: 'memory', label: 'Memory' },
  { id: 'gc', label: 'Garbage collection' },
  { id: 'locks', label: 'GIL and locks' },
  { id: 'imports', label: 'Imports and start-up' },
  { id: 'compile', label: 'Compiling' },
  { id: 'exceptions', label: 'Exceptions' },
  { id: 'classes', label: 'Making classes' },
  { id: 'libraries', label: 'Compiled libraries' },
  { id: 'system', label: 'System' },
  { id: 'profiling', label: 'Profiling and tracing' },
  { id: 'unknown', label: 'Unknown' },
] as const;

export type CostId = (typeof COSTS)[number]['id'];

export function costLabel(cost: CostId): string {
  return COSTS.find(({ id }) => id === cost)?.label ?? cost;
}

/** A cost and what within it, such as a library; the part may be empty. */
export interface CostPart {
  readonly cost: CostId;
  readonly part: string;
}

/** The costs of the recorded stacks. */
export interface StackCosts {
  /** Several may be equal. */
  readonly parts: readonly CostPart[];
  /** Per recorded stack: index into `parts`. One byte each, unless there are more than 256 parts. */
  readonly partOf: Uint8Array | Uint32Array;
  /** Index into `parts` for samples without frames. */
  readonly noStack: number;
}

/** Index into `parts` of the samples with this recorded stack; NONE for those without frames. */
export function partOfStack({ partOf, noStack }: StackCosts, stack: number): number {
  return stack === NONE ? noStack : partOf[stack];
}

/** The weight of a part, in the unit of the event. */
export interface PartWeight extends CostPart {
  /** Without the samples of functions that were called. */
  readonly own: number;
  readonly total: number;
}
