// The commands that fix all findings of a recording at once.

import type { Finding, FindingId } from '../model/findings.ts';
import { MAX_STACK_SIZE } from '../record/record-command.ts';
import {
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
import { requestOf } from './record-with-pyrograph.ts';
import type { RecordingFacts } from './recording-facts.ts';

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
export function combinedCommand(facts: RecordingFacts, findings: readonly Finding[]): string[] {
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
