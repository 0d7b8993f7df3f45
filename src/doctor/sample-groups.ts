// Groups samples that all rules treat alike, so that rules examine dozens of groups instead of hundreds of thousands of samples.

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import { eventMask } from '../model/events.ts';
import { PairTable } from '../model/numbering.ts';
import { NONE, type SampleTable } from '../model/profile.ts';
import { Trait, type Fault, type FunctionFacts } from './function-facts.ts';
import type { Process } from './process-facts.ts';
import { depthIn, stateIn, type StackFacts, Innermost } from './stack-facts.ts';

/** How much of a stack perf copied. */
export const StackCopy = {
  none: 0,
  /** All of it: there was room left in the copy. */
  complete: 1,
  /** As much as fits, so the outer part is probably missing. */
  full: 2,
} as const;

/** Samples with the same facts. */
export interface StackGroup {
  readonly processRow: number;
  /** Bits of Trait; 0 for samples without a stack. */
  readonly traits: number;
  /** An Innermost. */
  readonly innermost: number;
  /** Index into `FunctionFacts.pythons`. */
  readonly python: number;
  /** Where the stack ends at the root. */
  readonly fault: Fault;
  /** True if the outermost frame could be the root, but its module has no names. */
  readonly isBlind: boolean;
  /** Number of frames, as counted by stack-facts.ts. */
  readonly depth: number;
  /** A StackCopy. */
  readonly copy: number;
  readonly weight: number;
  readonly samples: number;
}

export interface SampleGroup extends StackGroup {
  readonly process: Process;
  readonly isAtLimit: boolean;
  /** True for stacks with one frame. */
  readonly isSingle: boolean;
  /** True if outer callers are missing for another reason than the depth limit. */
  readonly isBroken: boolean;
}

export function has({ traits }: StackGroup, trait: number): boolean {
  return (traits & trait) !== 0;
}

export function hasStack(group: StackGroup): boolean {
  return has(group, Trait.user | Trait.kernel);
}

/** True if bytecode ran without a trampoline, except during start-up and shutdown. */
export function isUntraced(group: StackGroup): boolean {
  return group.innermost === Innermost.untraced && !has(group, Trait.startup);
}

export function hasTrampoline(group: StackGroup): boolean {
  return has(group, Trait.python | Trait.unnamed);
}

interface SamplesToGroup {
  readonly samples: SampleTable;
  /** Samples of other events are not grouped. */
  readonly event: number;
  readonly functions: FunctionFacts;
  /** Per row of the table of threads: row of its process. */
  readonly processOfThread: Int32Array;
  copyOf(sample: number): number;
}

interface Grouped<Group> {
  readonly groups: readonly Group[];
  /** Index into `groups`; NONE for samples of other events. */
  groupOf(this: void, sample: number): number;
}

const COPY_BITS = 2;

/** Samples in a group have the same process, stack state, depth and StackCopy. */
export function* groupByStack(input: SamplesToGroup, stacks: StackFacts): TimeSliced<Grouped<StackGroup>> {
  const { samples, event, processOfThread } = input;
  /** Process -> state of the stack -> depth and copy. */
  const table = new PairTable();
  /** Per sample: row of the table. */
  const rowOf = new Int32Array(samples.length).fill(NONE);
  /** Per row of the table, like `counts`. */
  const weights: number[] = [];
  const counts: number[] = [];
  let thread: number = NONE;
  let process: number = NONE;
  const isIncluded = eventMask(samples, event);
  const add = (i: number) => {
    if (isIncluded[samples.event[i]] === 0) return;
    if (samples.thread[i] !== thread) {
      thread = samples.thread[i];
      process = table.intern(NONE, processOfThread[thread]);
    }
    const cell = samples.stack[i] < 0 ? 0 : stacks.cells[samples.stack[i]];
    const last = (depthIn(cell) << COPY_BITS) | input.copyOf(i);
    const row = table.intern(table.intern(process, stateIn(cell)), last);
    while (counts.length < table.length) {
      weights.push(0);
      counts.push(0);
    }
    rowOf[i] = row;
    weights[row] += samples.weight[i];
    counts[row]++;
  };
  yield* inSlices(samples.length, (from, to) => {
    for (let i = from; i < to; i++) add(i);
  });
  const { first, second } = table.view();
  const groups: StackGroup[] = [];
  const groupOfRow = new Int32Array(table.length).fill(NONE);
  for (let row = 0; row < table.length; row++) {
    if (counts[row] === 0) continue;
    const { traits, innermost, fault, isBlind, python } = stacks.states[second[first[row]]];
    const group: StackGroup = {
      processRow: second[first[first[row]]],
      traits,
      innermost,
      python,
      fault: input.functions.faults[fault],
      isBlind,
      depth: second[row] >> COPY_BITS,
      copy: second[row] & ((1 << COPY_BITS) - 1),
      weight: weights[row],
      samples: counts[row],
    };
    groupOfRow[row] = groups.push(group) - 1;
  }
  return { groups, groupOf: (sample) => (rowOf[sample] < 0 ? NONE : groupOfRow[rowOf[sample]]) };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Adds the facts that depend on the depth limit (0 for none), and merges groups that differ only in depth. */
export function withDepthLimit(
  { groups, groupOf }: Grouped<StackGroup>,
  processes: readonly Process[],
  limit: number,
): Grouped<SampleGroup> {
  const merged = new Map<string, number>();
  const all: Mutable<SampleGroup>[] = [];
  const rows = Int32Array.from(groups, (group) => {
    const { processRow, traits, innermost, fault, copy, weight, samples } = group;
    const isAtLimit = limit > 0 && group.depth >= limit;
    const isSingle = group.depth === 1;
    const key = `${processRow} ${traits} ${innermost} ${fault.in} ${fault.path} ${group.isBlind} ${copy} ${isAtLimit} ${isSingle}`;
    const known = merged.get(key);
    if (known !== undefined) {
      all[known].weight += weight;
      all[known].samples += samples;
      return known;
    }
    merged.set(key, all.length);
    const isRooted = has(group, Trait.rooted) || group.isBlind;
    const isBroken = has(group, Trait.user) && !isRooted && !isAtLimit;
    return all.push({ ...group, process: processes[processRow], isAtLimit, isSingle, isBroken }) - 1;
  });
  return {
    groups: all,
    groupOf(sample) {
      const group = groupOf(sample);
      return group < 0 ? NONE : rows[group];
    },
  };
}
