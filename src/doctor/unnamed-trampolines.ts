// The samples with trampolines that have no name, by the reason.

import type { JitdumpFacts } from '../model/recorded.ts';
import { Trait } from './function-facts.ts';
import type { RecordingFacts } from './recording-facts.ts';
import { has } from './sample-groups.ts';
import type { Selection } from './selection.ts';

/** If this share of the stacks with unnamed trampolines has one outermost, perf had nothing to unwind them with. */
const MOST = 0.8;
/** A jitdump is written in whole buffers, so this divides the size of one that was not finished (Python/perf_jit_trampoline.c, v3.13.5). */
const BUFFER = 4096;
const CLOCK_MONOTONIC = 1;

export interface UnnamedTrampolines {
  /** The names are in jitdumps, or in the files that perf inject wrote. */
  readonly jitFilesMissing: Selection;
  /** Text that was printed before perf inject ran. */
  readonly notInjected: Selection;
  /** Text in which only some functions are named: Python ended before it had written the whole jitdump. */
  readonly dumpIncomplete: Selection;
  readonly mapMissing: Selection;
}

export function unnamedTrampolines(facts: RecordingFacts): UnnamedTrampolines {
  const unnamed = facts.python.where((group) => has(group, Trait.unnamed));
  return facts.profile.recorded ? recordedCauses(facts, unnamed) : printedCauses(facts, unnamed);
}

/** True if a jitdump was recorded with another clock than its own, which perf inject cannot use. */
export function hasOtherClock({ profile: { recorded }, event }: RecordingFacts): boolean {
  if (!recorded || recorded.isInjected || event?.clock === CLOCK_MONOTONIC) return false;
  return [...recorded.processes.values()].some(
    ({ jitdump, hasJittedFiles }) => jitdump !== '' || hasJittedFiles,
  );
}

/** True if the process ended before Python had written its whole jitdump. */
export function isUnfinished(jitdump: JitdumpFacts | undefined): boolean {
  return jitdump !== undefined && jitdump.isTruncated && jitdump.size % BUFFER === 0;
}

function recordedCauses(facts: RecordingFacts, unnamed: Selection): UnnamedTrampolines {
  const none = unnamed.where(() => false);
  const nothing = { jitFilesMissing: none, notInjected: none, dumpIncomplete: none, mapMissing: none };
  if (hasOtherClock(facts)) return nothing;
  const rest = unnamed.where(({ process }) => !isUnfinished(process.jitdump));
  const jitFilesMissing = rest.where(
    (group) =>
      has(group, Trait.unnamedInjected) || (group.process.hasJitdump && group.process.jitdump === undefined),
  );
  const mapMissing = rest.where(
    (group) => !has(group, Trait.unnamedInjected) && !group.process.hasJitdump && !group.process.jitdump,
  );
  return { ...nothing, jitFilesMissing, mapMissing };
}

function printedCauses({ isInjected }: RecordingFacts, unnamed: Selection): UnnamedTrampolines {
  const none = unnamed.where(() => false);
  const nothing = { jitFilesMissing: none, notInjected: none, dumpIncomplete: none, mapMissing: none };
  if (unnamed.groups.some((group) => has(group, Trait.unnamedInjected)))
    return { ...nothing, jitFilesMissing: unnamed };
  if (isInjected) return { ...nothing, dumpIncomplete: unnamed };
  const outermost = unnamed.where((group) => has(group, Trait.unnamedRoot));
  return outermost.samples >= MOST * unnamed.samples
    ? { ...nothing, notInjected: unnamed }
    : { ...nothing, mapMissing: unnamed };
}
