// The commands that fix all findings of a recording at once.

import type { Finding, FindingId } from '../model/findings.ts';
import {
  raiseDepthLimit,
  recordAgain,
  recordedModeOf,
  withMoreSamples,
  withoutDebugFlag,
  withoutLoss,
  withoutThrottling,
  type Changes,
} from './record-again.ts';
import { requestOf } from './record-with-pyrograph.ts';
import type { RecordingFacts } from './recording-facts.ts';

/** Recording again does not fix these: files are missing, or the machine has to be set up differently. */
const NOT_FIXABLE_BY_RECORDING: readonly FindingId[] = [
  'truncated-recording',
  'jit-not-injected',
  'jit-files-missing',
  'perf-map-missing',
  'wrong-build',
  'stripped-interpreter',
  'kernel-symbols-hidden',
  'text-fields-missing',
  'kernel-not-recorded',
  'compiled-python',
];

/** Fixing these takes copies of the stack instead of frame pointers. */
const NEEDS_STACK_COPIES: readonly FindingId[] = [
  'python-too-old',
  'interpreter-without-frame-pointers',
  'trampolines-without-unwind-info',
  'jit-not-injected',
  'clock-mismatch',
  'stack-dump-too-small',
  'unwinding-stopped',
  'library-without-frame-pointers',
];

/** Shell commands; empty if recording again would not help, or if the recording has no Python process. */
export function combinedCommand(facts: RecordingFacts, findings: readonly Finding[]): string[] {
  const ids = new Set(findings.map(({ id }) => id));
  if (!facts.hasPython || [...ids].every((id) => NOT_FIXABLE_BY_RECORDING.includes(id))) return [];
  const isDwarf = recordedModeOf(facts) === 'dwarf' || NEEDS_STACK_COPIES.some((id) => ids.has(id));
  const suggested = findings.find(({ id }) => id === 'stack-dump-too-small')?.evidence.suggested;
  const limit = findings.find(({ id }) => id === 'stack-depth-limit')?.evidence.limit;
  const changes: Changes = {
    mode: isDwarf ? 'dwarf' : 'fp',
    ...(typeof suggested === 'number' && { stackSize: suggested }),
    ...sampling(facts, ids),
    ...(ids.has('debug-build') && { python: withoutDebugFlag(facts) }),
    coversChildren: ids.has('children-without-perf-support'),
  };
  return [
    ...(typeof limit === 'number' && !isDwarf ? [raiseDepthLimit(limit)] : []),
    recordAgain(facts, changes),
    ...(isDwarf && !requestOf(facts) ? ['pyrograph open perf.data'] : []),
  ];
}

function sampling(facts: RecordingFacts, ids: ReadonlySet<FindingId>): Changes {
  if (ids.has('lost-samples')) return withoutLoss(facts);
  if (ids.has('throttled')) return withoutThrottling(facts);
  return ids.has('too-few-samples') ? withMoreSamples(facts) : {};
}
