// How perf recorded the stacks: not at all, by frame pointers, or by copying them.

import type { Diagnosis } from '../model/findings.ts';
import type { RecordedEvent } from '../model/recorded.ts';
import { Trait } from './function-facts.ts';
import { has, hasStack, hasTrampoline, type StackGroup } from './sample-groups.ts';

export type Mode = Diagnosis['mode'];

const MIN_SAMPLES = 5;
const HALF = 0.5;
const FEW = 0.05;
/** A depth limit is unlikely to have cut stacks below this depth. */
const SHORT = 100;

/** The mode that the event was configured for. */
export function recordedMode(event: RecordedEvent | undefined): Mode {
  if (!event?.hasCallChains) return 'none';
  return event.stackSize > 0 ? 'dwarf' : 'fp';
}

/** Derives the mode of perf script output from its stacks. `isInjected` is true if they contain code from perf inject's files. */
export function printedMode(
  groups: readonly StackGroup[],
  isInjected: boolean,
): { readonly mode: Mode; readonly isLibdw: boolean } {
  // Without call chains, perf prints the sampled instruction as a stack with one frame.
  if (groups.length > 0 && !groups.some(({ depth }) => depth > 1)) return { mode: 'none', isLibdw: false };
  const isLibdw = isUnwoundByLibdw(groups);
  const traced = groups.filter(hasTrampoline);
  const ending = count(traced.filter(({ fault }) => fault.in === 'trampoline'));
  const endsAtTrampolines = count(traced) >= MIN_SAMPLES && ending >= HALF * count(traced);
  const isDwarf = isLibdw || endsAtTrampolines || isInjected;
  return { mode: isDwarf ? 'dwarf' : 'fp', isLibdw };
}

/** perf 7 unwinds with libdw, which drops trampolines because it cannot unwind them; stacks then end in the evaluator. */
function isUnwoundByLibdw(groups: readonly StackGroup[]): boolean {
  const stacks = groups.filter(hasStack);
  const running = stacks.filter((group) => has(group, Trait.evaluator));
  const isClean = (group: StackGroup) =>
    has(group, Trait.cut) && group.depth < SHORT && !has(group, Trait.pruned);
  return (
    !stacks.some(hasTrampoline) &&
    count(running) >= MIN_SAMPLES &&
    count(running.filter(isClean)) >= HALF * count(running) &&
    count(stacks.filter((group) => has(group, Trait.pruned))) <= FEW * count(stacks)
  );
}

function count(groups: readonly StackGroup[]): number {
  return groups.reduce((sum, { samples }) => sum + samples, 0);
}
