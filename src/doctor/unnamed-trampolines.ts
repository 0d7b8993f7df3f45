// Samples with unnamed trampolines, or without those that they must have had, by the reason why the names are missing.

import type { JitdumpFacts } from '../model/recorded.ts';
import { Trait } from './function-facts.ts';
import type { RecordingFacts } from './recording-facts.ts';
import { has, type SampleGroup } from './sample-groups.ts';
import type { SampleGroups } from './selection.ts';

/** If unnamed trampolines are the outermost frame in this share of the stacks that have any, perf lacked their unwind tables. */
const MOST = 0.8;
/** Python writes its jitdump in whole buffers, so this divides the size of an unfinished one (Python/perf_jit_trampoline.c, v3.13.5). */
const BUFFER = 4096;
const CLOCK_MONOTONIC = 1;

interface UnnamedTrampolines {
  /** The names are in jitdumps or in perf inject's files, which are not open. */
  readonly jitFilesMissing: SampleGroups;
  /** The text was printed before perf inject ran. */
  readonly notInjected: SampleGroups;
  /** The text names only some functions, because Python ended before it had written the whole jitdump. */
  readonly dumpIncomplete: SampleGroups;
  readonly mapMissing: SampleGroups;
}

export function unnamedTrampolines(facts: RecordingFacts): UnnamedTrampolines {
  const unnamed = facts.python.where((group) => has(group, Trait.unnamed));
  const none = unnamed.where(() => false);
  return {
    jitFilesMissing: none,
    notInjected: none,
    dumpIncomplete: none,
    mapMissing: none,
    ...(facts.profile.recorded ? recordedCauses(facts, unnamed) : printedCause(facts, unnamed)),
  };
}

/** True if Python wrote jitdumps, but the times are from a different clock, so that perf inject refuses the recording. */
export function hasOtherClock({ profile: { recorded }, event, python }: RecordingFacts): boolean {
  if (!recorded || recorded.isInjected || event?.clock === CLOCK_MONOTONIC) return false;
  return python.groups.some(({ process }) => process.hasJitdump);
}

/**
 * Stacks of processes whose jitdump is not open. Its unwind tables are missing, too: a copied stack then has no trampolines if
 * unwinding stopped before them, or left them out as perf 7 does. Stacks that reach their root are from before the first call.
 */
export function withoutJitdump({ mode, python }: RecordingFacts): SampleGroups {
  return python.where(
    (group) =>
      group.process.lacksJitdump &&
      (has(group, Trait.unnamed) || (mode === 'dwarf' && !has(group, Trait.rooted))),
  );
}

/** True if the process ended before Python had written its whole jitdump. */
export function isUnfinished(jitdump: JitdumpFacts | undefined): boolean {
  return jitdump !== undefined && jitdump.isTruncated && jitdump.size % BUFFER === 0;
}

function recordedCauses(facts: RecordingFacts, unnamed: SampleGroups): Partial<UnnamedTrampolines> {
  if (hasOtherClock(facts)) return {};
  const rest = unnamed.where(({ process }) => !isUnfinished(process.jitdump));
  const isInJitFiles = (group: SampleGroup) =>
    has(group, Trait.unnamedInjected) || (group.process.hasJitdump && group.process.jitdump === undefined);
  const inJitFiles = new Set([...rest.where(isInJitFiles).groups, ...withoutJitdump(facts).groups]);
  const jitFilesMissing = facts.python.where((group) => inJitFiles.has(group));
  const mapMissing = rest.where(
    (group) => !has(group, Trait.unnamedInjected) && !group.process.hasJitdump && !group.process.jitdump,
  );
  return { jitFilesMissing, mapMissing };
}

function printedCause({ isInjected }: RecordingFacts, unnamed: SampleGroups): Partial<UnnamedTrampolines> {
  if (unnamed.groups.some((group) => has(group, Trait.unnamedInjected))) return { jitFilesMissing: unnamed };
  if (isInjected) return { dumpIncomplete: unnamed };
  const outermost = unnamed.where((group) => has(group, Trait.unnamedRoot));
  return outermost.samples >= MOST * unnamed.samples ? { notInjected: unnamed } : { mapMissing: unnamed };
}
