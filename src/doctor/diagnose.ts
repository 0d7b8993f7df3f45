// Diagnoses a recording: collects facts, applies the rules, and removes findings that others explain.

import { runNow, type TimeSliced } from '../async/time-slices.ts';
import {
  FINDING_IDS,
  SEVERITIES,
  type Diagnosis,
  type Finding,
  type FindingId,
  type WaitFacts,
} from '../model/findings.ts';
import {
  isProgramKnown,
  OPEN_COMMAND,
  raiseDepthLimit,
  recordAgain,
  recordDifferently,
  recordedModeOf,
  withMoreSamples,
  withoutDebugFlag,
  withoutDepthLimit,
  withoutLoss,
  withoutThrottling,
  type Changes,
} from './record-again.ts';
import { recordingFacts, type InferredCallers, type RecordingFacts } from './recording-facts.ts';
import type { ClassifiedProfile } from './stack-facts.ts';
import { dropExplained } from './subsumed.ts';
import type { Rule } from './rule.ts';
import * as names from './rules/names.ts';
import * as python from './rules/python.ts';
import * as recording from './rules/recording.ts';
import * as stacks from './rules/stacks.ts';
import * as waiting from './rules/waiting.ts';
import { MAX_STACK_SIZE } from '../record/record-command.ts';
import { requestOf } from './record-with-pyrograph.ts';

export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  /** 1 for each sample that the finding affects; undefined if it was not found or concerns the whole recording. */
  samplesOf(this: void, id: FindingId): Uint8Array | undefined;
}

/** Returns undefined for recordings that are not from perf: these have neither `recorded` nor `printed`. */
export function diagnose(
  input: ClassifiedProfile,
  inferred?: InferredCallers,
  waits?: WaitFacts,
): Diagnosed | undefined {
  return runNow(diagnoseInSlices(input, inferred, waits));
}

export function* diagnoseInSlices(
  input: ClassifiedProfile,
  inferred: InferredCallers = () => undefined,
  waits?: WaitFacts,
): TimeSliced<Diagnosed | undefined> {
  if (!input.profile.recorded && !input.profile.printed) return undefined;
  const facts = yield* recordingFacts(input, inferred, waits);
  yield;
  const found = RULES.flatMap((rule) => rule.examine(facts) ?? []);
  const remaining = dropExplained(found, !input.profile.recorded).sort((a, b) =>
    compare(a.finding, b.finding),
  );
  const findings = remaining.map(({ finding }) => finding);
  const marks = new Map(remaining.map(({ finding, affected }) => [finding.id, affected?.marks()]));
  const { groupOf } = facts;
  const { samples } = input.profile;
  return {
    diagnosis: {
      event: facts.eventName,
      samples: facts.all.samples,
      python: facts.versions,
      mode: facts.mode,
      command: combinedCommand(facts, findings),
      isProgramKnown: isProgramKnown(facts),
      findings,
    },
    samplesOf(id) {
      const isAffected = marks.get(id);
      return (
        isAffected &&
        Uint8Array.from({ length: samples.length }, (_, sample) => isAffected[groupOf(sample)] ?? 0)
      );
    },
  };
}

/** Orders by severity, misleading findings also by share, and finally as in FINDING_IDS. */
function compare(a: Finding, b: Finding): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  const byShare = a.severity === 'misleading' ? b.share - a.share : 0;
  return bySeverity || byShare || FINDING_IDS.indexOf(a.id) - FINDING_IDS.indexOf(b.id);
}

/** In the order of FINDING_IDS. */
const RULES: readonly Rule[] = [
  recording.TRUNCATED_RECORDING,
  recording.WITHOUT_SAMPLES,
  recording.NO_CALL_STACKS,
  recording.LOST_SAMPLES,
  python.PYTHON_TOO_OLD,
  python.PERF_SUPPORT_OFF,
  stacks.INTERPRETER_WITHOUT_FRAME_POINTERS,
  stacks.TRAMPOLINES_WITHOUT_UNWIND_INFO,
  names.JIT_NOT_INJECTED,
  names.JIT_FILES_MISSING,
  names.CLOCK_MISMATCH,
  names.PERF_MAP_MISSING,
  python.CHILDREN_WITHOUT_PERF_SUPPORT,
  stacks.STACK_DUMP_TOO_SMALL,
  stacks.STACK_DEPTH_LIMIT,
  stacks.UNWINDING_STOPPED,
  stacks.LIBRARY_WITHOUT_FRAME_POINTERS,
  stacks.PERF_TOO_OLD_FOR_JIT,
  python.PERF_SUPPORT_PARTIAL,
  names.JITDUMP_INCOMPLETE,
  names.WRONG_BUILD,
  python.DEBUG_BUILD,
  python.TRACER_ACTIVE,
  names.STRIPPED_INTERPRETER,
  names.KERNEL_SYMBOLS_HIDDEN,
  recording.THROTTLED,
  recording.TEXT_FIELDS_MISSING,
  recording.KERNEL_NOT_RECORDED,
  recording.TOO_FEW_SAMPLES,
  python.COMPILED_PYTHON,
  waiting.WAITS_WITHOUT_PYTHON,
  waiting.TIME_NOT_RECORDED,
  waiting.MOSTLY_WAITING,
  waiting.SWITCHES_WITHOUT_TIMES,
];

/** Recording again does not fix these: files are missing, or the machine has to be set up differently. */
const NOT_FIXABLE_BY_RECORDING: readonly FindingId[] = [
  'truncated-recording',
  'trampolines-without-unwind-info',
  'unwinding-stopped',
  'jit-not-injected',
  'jit-files-missing',
  'perf-map-missing',
  'wrong-build',
  'stripped-interpreter',
  'kernel-symbols-hidden',
  'text-fields-missing',
  'kernel-not-recorded',
  'compiled-python',
  'time-not-recorded',
  'mostly-waiting',
  'switches-without-times',
];

/** Fixing these takes copies of the stack instead of frame pointers. */
const NEEDS_STACK_COPIES: readonly FindingId[] = [
  'python-too-old',
  'interpreter-without-frame-pointers',
  'jit-not-injected',
  'clock-mismatch',
  'stack-dump-too-small',
  'library-without-frame-pointers',
  'waits-without-python',
];

/** The same command fixes these: the program has to change, or the machine was busy. */
const FIXED_BY_REPEATING: readonly FindingId[] = ['throttled', 'tracer-active'];

/**
 * Shell commands; empty if recording again would not help, if the recording has no Python process, or if it could not be checked,
 * so that nothing is known about the way in which it should have been made.
 */
function combinedCommand(facts: RecordingFacts, findings: readonly Finding[]): string[] {
  const fixable = findings.filter((finding) => isFixedByRecording(finding, facts));
  const ids = new Set(findings.map(({ id }) => id));
  const isKnown = facts.isChecked || fixable.some(({ severity }) => severity !== 'hint');
  if (!facts.hasPython || fixable.length === 0 || !isKnown) return [];
  const isDwarf = recordedModeOf(facts) === 'dwarf' || NEEDS_STACK_COPIES.some((id) => ids.has(id));
  const suggested = findings.find(({ id }) => id === 'stack-dump-too-small')?.evidence.suggested;
  const limit = fixable.find(({ id }) => id === 'stack-depth-limit')?.evidence.limit;
  const isEventLimit = typeof limit === 'number' && facts.event?.maxStack === limit;
  const changes: Changes = {
    mode: isDwarf ? 'dwarf' : 'fp',
    ...(typeof suggested === 'number' && { stackSize: suggested }),
    ...(isEventLimit && withoutDepthLimit(facts)),
    ...sampling(facts, ids),
    ...(ids.has('debug-build') && { python: withoutDebugFlag(facts) }),
    coversChildren: ids.has('children-without-perf-support'),
  };
  const raise = typeof limit === 'number' && !isDwarf && !isEventLimit ? raiseDepthLimit(limit) : [];
  const mayRepeat = raise.length > 0 || FIXED_BY_REPEATING.some((id) => ids.has(id));
  const command = mayRepeat ? recordAgain(facts, changes) : recordDifferently(facts, changes);
  const open = isDwarf && !requestOf(facts) ? [OPEN_COMMAND] : [];
  return command.length === 0 ? [] : [...raise, ...command, ...open];
}

function isFixedByRecording({ id, evidence }: Finding, facts: RecordingFacts): boolean {
  const { mode, event } = facts;
  // Copies cannot be larger than this.
  if (id === 'stack-dump-too-small') return (event?.stackSize ?? 0) < MAX_STACK_SIZE;
  if (id === 'stack-depth-limit') {
    const limit = Number(evidence.limit);
    return mode !== 'dwarf' && (event?.maxStack === limit || raiseDepthLimit(limit).length > 0);
  }
  return !NOT_FIXABLE_BY_RECORDING.includes(id);
}

function sampling(facts: RecordingFacts, ids: ReadonlySet<FindingId>): Changes {
  if (ids.has('lost-samples')) return withoutLoss(facts);
  if (ids.has('throttled')) return withoutThrottling(facts);
  return ids.has('too-few-samples') ? withMoreSamples(facts) : {};
}
