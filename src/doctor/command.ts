// The one command that mends all findings of a recording.

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
import type { RecordingFacts } from './recording-facts.ts';

/** Findings that another recording would not mend: files are missing, or the machine must be changed first. */
const NOT_MENDED: readonly FindingId[] = [
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

/** Findings for which perf must copy stacks. */
const NEEDS_COPIES: readonly FindingId[] = [
  'python-too-old',
  'interpreter-without-frame-pointers',
  'trampolines-without-unwind-info',
  'jit-not-injected',
  'clock-mismatch',
  'stack-dump-too-small',
  'unwinding-stopped',
  'library-without-frame-pointers',
];

/** Lines for a shell; empty if recording again would not help, or if no Python is known. */
export function combinedCommand(facts: RecordingFacts, findings: readonly Finding[]): string[] {
  const ids = new Set(findings.map(({ id }) => id));
  if (!facts.hasPython || [...ids].every((id) => NOT_MENDED.includes(id))) return [];
  const isDwarf = recordedModeOf(facts) === 'dwarf' || NEEDS_COPIES.some((id) => ids.has(id));
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
    ...(isDwarf ? ['pyrograph open perf.data'] : []),
  ];
}

function sampling(facts: RecordingFacts, ids: ReadonlySet<FindingId>): Changes {
  if (ids.has('lost-samples')) return withoutLoss(facts);
  if (ids.has('throttled')) return withoutThrottling(facts);
  return ids.has('too-few-samples') ? withMoreSamples(facts) : {};
}
