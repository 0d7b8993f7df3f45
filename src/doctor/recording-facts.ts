// Everything that the rules know about a recording.

import type { TimeSliced } from '../async/time-slices.ts';
import { INJECTED_FILE } from '../model/code.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { RecordedEvent } from '../model/recorded.ts';
import type { WaitFacts, Diagnosis } from '../model/findings.ts';
import { functionFacts, type FunctionFacts, Trait, pythonVersion } from './function-facts.ts';
import { processRows, recordedProcesses, type Process } from './process-facts.ts';
import {
  groupByStack,
  hasStack,
  StackCopy,
  withDepthLimit,
  type StackGroup,
  has,
  hasTrampoline,
  isUntraced,
} from './sample-groups.ts';
import { SampleGroups } from './selection.ts';
import { compareVersions } from './versions.ts';
import { stackFacts, type ClassifiedProfile } from './stack-facts.ts';

export interface RecordingFacts {
  readonly profile: Profile;
  /** The event with the most samples; findings are about these. */
  readonly eventName: string;
  /** Undefined for text. */
  readonly event: RecordedEvent | undefined;
  readonly mode: Mode;
  /** True if the recording has code in files that perf inject wrote. */
  readonly isInjected: boolean;
  /** True for text from a perf that unwinds with libdw, which drops trampolines. */
  readonly isLibdw: boolean;
  /**
   * False if no function of the interpreter has a name, because its file is not open: where stacks end then says nothing, and
   * most rules find nothing. Text has names or not, and is always checked.
   */
  readonly isChecked: boolean;
  /** Depth at which stacks were cut; 0 without a limit. */
  readonly depthLimit: number;
  /** All samples of the event; `python` selects those of Python processes. */
  readonly all: SampleGroups;
  readonly python: SampleGroups;
  /** Versions of the Python processes, such as `3.13`, the oldest first. */
  readonly versions: readonly string[];
  /** True if a Python process was recorded, even without samples. */
  readonly hasPython: boolean;
  readonly classified: ClassifiedProfile;
  readonly functions: FunctionFacts;
  /** Per sample of the profile: index into the groups of `all`; NONE for samples of other events. */
  groupOf(this: void, sample: number): number;
  readonly inferredCallers: InferredCallers;
  /** Undefined if the recording does not say when threads ran. */
  readonly waits: WaitFacts | undefined;
}

/** Returns 1 for each sample whose missing callers can be inferred from others; undefined if there is none. */
export type InferredCallers = (this: void) => Uint8Array | undefined;

export function* recordingFacts(
  classified: ClassifiedProfile,
  inferredCallers: InferredCallers,
  waits: WaitFacts | undefined,
): TimeSliced<RecordingFacts> {
  const { profile } = classified;
  const { samples, threads, recorded } = profile;
  const eventIndex = mostSampledEvent(profile);
  const event = recorded?.events[eventIndex];
  const functions = functionFacts(profile, recorded?.symbols, classified.isInlined !== undefined);
  const { ofThread, ids } = processRows(threads, recorded);
  const copyOf = stackCopies(profile);
  const sum = samples.sums?.find(({ members }) => members.includes(eventIndex));
  const input = { samples, event: sum?.event ?? eventIndex, functions, processOfThread: ofThread, copyOf };
  function* groupedBy(countsKernel: boolean) {
    return yield* groupByStack(input, yield* stackFacts(classified, functions, countsKernel));
  }
  const isInjected = profile.modules.some((path) => INJECTED_FILE.test(path));
  const printed = recorded ? undefined : yield* groupedBy(true);
  const inferred = printed && printedMode(printed.groups, isInjected);
  const setMode = inferred?.mode ?? recordedMode(event);
  const grouped = printed && setMode !== 'dwarf' ? printed : yield* groupedBy(setMode !== 'dwarf');
  const hasStacks = grouped.groups.length === 0 || grouped.groups.some(hasStack);
  const processes = recorded
    ? recordedProcesses(ids, recorded, event?.isSystemWide ?? false)
    : printedProcesses(ids, grouped.groups, functions, profile.printed?.hasCpu ?? false);
  // Copied stacks of a perf.data are unwound to their end.
  const isUnlimited = recorded !== undefined && setMode === 'dwarf';
  const depthLimit = isUnlimited ? 0 : event?.maxStack || measuredLimit(grouped.groups, processes);
  const { groups, groupOf } = withDepthLimit(grouped, processes, depthLimit);
  const all = new SampleGroups(
    groups,
    groups.map((_, group) => group),
  );
  const python = all.where(({ process }) => process.isPython);
  return {
    classified,
    functions,
    profile,
    eventName: profile.events[eventIndex] ?? recorded?.events[eventIndex]?.name ?? '',
    event,
    mode: hasStacks ? setMode : 'none',
    isInjected,
    isLibdw: inferred?.isLibdw ?? false,
    isChecked: python.samples > 0 && (!recorded || hasNamedInterpreter(functions)),
    depthLimit,
    all,
    python,
    versions: versionsOf(processes),
    hasPython: processes.some(({ isPython }) => isPython),
    groupOf,
    inferredCallers,
    waits,
  };
}

function hasNamedInterpreter({ faults }: FunctionFacts): boolean {
  return faults.some((fault) => fault.in === 'interpreter' && fault.hasNames);
}

function versionsOf(processes: readonly Process[]): string[] {
  const versions = processes.flatMap(({ isPython, version }) =>
    isPython && version !== '' ? [version] : [],
  );
  return [...new Set(versions)].sort(compareVersions);
}

/** The event with the most samples; the first one wins ties. */
function mostSampledEvent({ samples, events }: Profile): number {
  const counts = new Float64Array(Math.max(1, events.length));
  for (let i = 0; i < samples.length; i++) counts[samples.event[i]]++;
  return counts.indexOf(Math.max(...counts));
}

function measuredLimit(groups: readonly StackGroup[], processes: readonly Process[]): number {
  const counts = new Float64Array(1 << 16);
  for (const group of groups)
    if (hasStack(group) && processes[group.processRow].isPython) counts[group.depth] += group.samples;
  return depthLimitOf(counts);
}

/** Returns a function from a sample to its StackCopy. */
function stackCopies({ recorded }: Profile): (sample: number) => number {
  const { size, isFull } = recorded?.copiedStacks ?? {};
  if (!size || !isFull) return () => StackCopy.none;
  return (sample) => {
    if (size[sample] === 0) return StackCopy.none;
    return isFull[sample] === 1 ? StackCopy.full : StackCopy.complete;
  };
}

/** Bytes of stack that each of these samples needed, in ascending order. Samples for which this is unknown are left out. */
export function neededStackBytes({ profile, groupOf }: RecordingFacts, of: SampleGroups): Float64Array {
  const { recorded } = profile;
  if (!recorded?.copiedStacks) return new Float64Array();
  const { size, needed } = recorded.copiedStacks;
  const chosen = of.marks();
  const isCounted = (sample: number) =>
    groupOf(sample) !== NONE &&
    chosen[groupOf(sample)] === 1 &&
    size[sample] > 0 &&
    !Number.isNaN(needed[sample]);
  return needed.filter((_, sample) => isCounted(sample)).sort();
}

/** Peaks at smaller depths are ordinary leaves of the call tree. */
const MIN_LIMIT = 16;
const MIN_SAMPLES = 5;
/** Ratio of the samples at the limit to the mean number at the depths just below. */
const PEAK = 3;
const DEPTHS_BELOW = 8;

// Finds the depth at which stacks were cut, from the distribution of their depths:
//
//   samples      ▂▃▅▄▃▂▂▁▁▁▁▁█
//   depth        2        60  127     a peak at the greatest depth
//
// The kernel stops after kernel.perf_event_max_stack frames, 127 by default (kernel/events/callchain.c, Linux 6.12).

/** Returns 0 if no limit is apparent. */
export function depthLimitOf(samplesByDepth: ArrayLike<number>): number {
  let deepest = samplesByDepth.length - 1;
  while (deepest >= 0 && samplesByDepth[deepest] === 0) deepest--;
  if (deepest < MIN_LIMIT) return 0;
  let below = 0;
  for (let i = 1; i <= DEPTHS_BELOW; i++) below += samplesByDepth[deepest - i];
  const samples = samplesByDepth[deepest];
  return samples >= MIN_SAMPLES && samples >= PEAK * Math.max(1, below / DEPTHS_BELOW) ? deepest : 0;
}

/** How perf recorded the stacks: not at all, by frame pointers, or by copying them. */
type Mode = Diagnosis['mode'];

const MIN_STACKS = 5;
const HALF = 0.5;
const FEW = 0.05;
/** A depth limit is unlikely to have cut stacks below this depth. */
const SHORT = 100;

/** The mode that the event was configured for. */
function recordedMode(event: RecordedEvent | undefined): Mode {
  if (!event?.hasCallChains) return 'none';
  return event.stackSize > 0 ? 'dwarf' : 'fp';
}

/** Derives the mode of perf script output from its stacks. `isInjected` is true if they contain code from perf inject's files. */
function printedMode(
  groups: readonly StackGroup[],
  isInjected: boolean,
): { readonly mode: Mode; readonly isLibdw: boolean } {
  // Without call chains, perf prints the sampled instruction as a stack with one frame.
  if (groups.length > 0 && !groups.some(({ depth }) => depth > 1)) return { mode: 'none', isLibdw: false };
  const isLibdw = isUnwoundByLibdw(groups);
  const traced = groups.filter(hasTrampoline);
  const ending = count(traced.filter(({ fault }) => fault.in === 'trampoline'));
  const endsAtTrampolines = count(traced) >= MIN_STACKS && ending >= HALF * count(traced);
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
    count(running) >= MIN_STACKS &&
    count(running.filter(isClean)) >= HALF * count(running) &&
    count(stacks.filter((group) => has(group, Trait.pruned))) <= FEW * count(stacks)
  );
}

function count(groups: readonly StackGroup[]): number {
  return groups.reduce((sum, { samples }) => sum + samples, 0);
}

/**
 * Share of a traced process's bytecode stacks that have a trampoline. A few are no proof: until it calls exec, a child has the
 * stacks of the process that forked it.
 */
const MIN_TRACED = 0.05;

interface ProcessSummary {
  /** Path of the Python binary; empty if unknown. */
  python: string;
  hasPythonFrame: boolean;
  isPython: boolean;
  traced: number;
  untraced: number;
}

/** Processes of perf script output, inferred from their stacks. */
function printedProcesses(
  ids: readonly number[],
  groups: readonly StackGroup[],
  { pythons }: FunctionFacts,
  isSystemWide: boolean,
): Process[] {
  const summaries = ids.map((): ProcessSummary => ({
    python: '',
    hasPythonFrame: false,
    isPython: false,
    traced: 0,
    untraced: 0,
  }));
  for (const group of groups) {
    const process = summaries[group.processRow];
    process.isPython ||= has(group, Trait.python | Trait.evaluator | Trait.interpreter | Trait.unnamed);
    process.hasPythonFrame ||= has(group, Trait.python);
    // The last path in alphabetical order, so that the order of samples does not matter.
    if (pythons[group.python] > process.python) process.python = pythons[group.python];
    if (hasTrampoline(group)) process.traced += group.samples;
    if (isUntraced(group) && !has(group, Trait.python)) process.untraced += group.samples;
  }
  const isNarrowed = isSystemWide && summaries.some(({ hasPythonFrame }) => hasPythonFrame);
  return summaries.map(({ python, hasPythonFrame, isPython, traced, untraced }, row) => ({
    id: ids[row],
    isPython: isPython && (!isNarrowed || hasPythonFrame),
    isTraced: traced > 0 && traced >= MIN_TRACED * (traced + untraced),
    python,
    ...pythonVersion(python),
    hasJitdump: false,
    jitdump: undefined,
    lacksJitdump: false,
    ownId: ids[row],
  }));
}
