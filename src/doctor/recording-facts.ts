// All that the rules need to know about a recording.

import { INJECTED_FILE } from '../model/jit-modules.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { RecordedEvent } from '../model/recorded.ts';
import { depthLimitOf } from './depth-limit.ts';
import { functionFacts, type FunctionFacts } from './function-facts.ts';
import { printedMode, recordedMode, type Mode } from './mode.ts';
import { printedProcesses } from './printed-processes.ts';
import { processRows, recordedProcesses, type Process } from './process-facts.ts';
import { Copied, groupSamples, hasStack, withLimit, type StackGroup } from './sample-groups.ts';
import { Selection } from './selection.ts';
import { compareVersions } from './versions.ts';
import { stackFacts, type ClassifiedProfile } from './stack-facts.ts';

export interface RecordingFacts {
  readonly profile: Profile;
  /** The judged event: the one with the most samples. */
  readonly eventName: string;
  /** Undefined for text. */
  readonly event: RecordedEvent | undefined;
  readonly mode: Mode;
  /** True if code is in files that perf inject wrote. */
  readonly isInjected: boolean;
  /** True for text that perf printed with libdw, which leaves out trampolines. */
  readonly isLibdw: boolean;
  /** Number of frames at which stacks were cut; 0 if they were not. */
  readonly depthLimit: number;
  /** All samples of the event, and those of Python processes. */
  readonly all: Selection;
  readonly python: Selection;
  /** Versions of the Python processes, such as `3.13`, the oldest first. */
  readonly versions: readonly string[];
  /** True if a Python process was recorded, even without samples. */
  readonly hasPython: boolean;
  readonly classified: ClassifiedProfile;
  readonly functions: FunctionFacts;
  /** Per sample of the profile: index into the groups of `all`; NONE for samples of other events. */
  groupOf(this: void, sample: number): number;
}

/** How far below its nominal size a stack copy still counts as full: perf rounds it to 8 bytes. */
const COPY_ROUNDING = 8;

export function recordingFacts(classified: ClassifiedProfile): RecordingFacts {
  const { profile } = classified;
  const { samples, threads, recorded } = profile;
  const eventIndex = mostSampledEvent(profile);
  const event = recorded?.events[eventIndex];
  const functions = functionFacts(
    profile,
    recorded?.symbols.otherBuilds ?? new Set(),
    classified.isInlined !== undefined,
  );
  const { ofThread, ids } = processRows(threads, recorded);
  const copied = copiedBy(profile, event);
  const input = { samples, event: eventIndex, functions, processOfThread: ofThread, copied };
  const groupedBy = (countsKernel: boolean) =>
    groupSamples(input, stackFacts(classified, functions, countsKernel));
  const isInjected = profile.modules.some((path) => INJECTED_FILE.test(path));
  const printed = recorded ? undefined : groupedBy(true);
  const judged = printed && printedMode(printed.groups, isInjected);
  const setMode = judged?.mode ?? recordedMode(event);
  const grouped = printed && setMode !== 'dwarf' ? printed : groupedBy(setMode !== 'dwarf');
  const hasStacks = grouped.groups.length === 0 || grouped.groups.some(hasStack);
  const processes = recorded
    ? recordedProcesses(ids, recorded, event?.isSystemWide ?? false)
    : printedProcesses(ids, grouped.groups, functions, profile.printed?.hasCpu ?? false);
  const depthLimit = event?.maxStack || measuredLimit(grouped.groups, processes);
  const { groups, groupOf } = withLimit(grouped, processes, depthLimit);
  const all = new Selection(
    groups,
    groups.map((_, group) => group),
  );
  return {
    classified,
    functions,
    profile,
    eventName: profile.events[eventIndex] ?? recorded?.events[eventIndex]?.name ?? '',
    event,
    mode: hasStacks ? setMode : 'none',
    isInjected,
    isLibdw: judged?.isLibdw ?? false,
    depthLimit,
    all,
    python: all.where(({ process }) => process.isPython),
    versions: versionsOf(processes),
    hasPython: processes.some(({ isPython }) => isPython),
    groupOf,
  };
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

/** Returns the Copied of a sample. */
function copiedBy({ recorded }: Profile, event: RecordedEvent | undefined): (sample: number) => number {
  const size = recorded?.copiedStacks?.size;
  const full = (event?.stackSize ?? 0) - COPY_ROUNDING;
  if (!size || full <= 0) return () => Copied.none;
  return (sample) => (size[sample] === 0 ? Copied.none : size[sample] >= full ? Copied.full : Copied.whole);
}

/** The bytes of stack that the samples in these groups needed, in ascending order; without those for which it is unknown. */
export function neededStacks({ profile, groupOf }: RecordingFacts, of: Selection): Float64Array {
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
