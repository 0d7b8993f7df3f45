// Drops findings that another finding explains.

import { FINDING_IDS, type Finding, type FindingId } from '../model/findings.ts';

/** Findings that remain true without samples or stacks. */
const ALWAYS: readonly FindingId[] = [
  'truncated-recording',
  'lost-samples',
  'debug-build',
  'throttled',
  'kernel-not-recorded',
  'too-few-samples',
  'time-not-recorded',
  'mostly-waiting',
  'switches-without-times',
];
const ALL_OTHERS = FINDING_IDS.filter((id) => !ALWAYS.includes(id));

/** Per finding: the findings that it explains, unless it is only a hint. */
const EXPLAINED: { readonly [id in FindingId]?: readonly FindingId[] } = {
  'no-samples': ALL_OTHERS,
  'no-call-stacks': ALL_OTHERS,
  'lost-samples': ['throttled'],
  'python-too-old': [
    'perf-support-off',
    'interpreter-without-frame-pointers',
    'children-without-perf-support',
    'library-without-frame-pointers',
    'perf-support-partial',
    'waits-without-python',
  ],
  'perf-support-off': ['trampolines-without-unwind-info', 'perf-support-partial', 'waits-without-python'],
  'interpreter-without-frame-pointers': [
    'stack-depth-limit',
    'library-without-frame-pointers',
    'perf-support-partial',
    'waits-without-python',
  ],
  'trampolines-without-unwind-info': [
    'jit-not-injected',
    'stack-dump-too-small',
    'unwinding-stopped',
    'perf-support-partial',
    'waits-without-python',
  ],
  'jit-not-injected': [
    'trampolines-without-unwind-info',
    'clock-mismatch',
    'stack-dump-too-small',
    'unwinding-stopped',
    'perf-support-partial',
    'waits-without-python',
  ],
  'jit-files-missing': [
    'perf-map-missing',
    'stack-dump-too-small',
    'unwinding-stopped',
    'perf-support-partial',
    'waits-without-python',
  ],
  'clock-mismatch': ['jit-not-injected', 'jit-files-missing'],
  'perf-map-missing': ['perf-support-partial', 'waits-without-python'],
  'stack-dump-too-small': ['waits-without-python'],
  'perf-too-old-for-jit': ['stack-dump-too-small', 'unwinding-stopped'],
  'jitdump-incomplete': ['jit-not-injected', 'perf-map-missing', 'unwinding-stopped'],
};

/** In text, only trampolines show that a process is traced, and unwinding without frame pointers can lose them. */
const EXPLAINED_IN_TEXT: { readonly [id in FindingId]?: readonly FindingId[] } = {
  'interpreter-without-frame-pointers': ['perf-support-off', 'children-without-perf-support'],
};

export function dropExplained<T extends { readonly finding: Finding }>(
  found: readonly T[],
  isText: boolean,
): T[] {
  const explained = new Set(
    found
      .filter(({ finding: { severity } }) => severity !== 'hint')
      .flatMap(({ finding: { id } }) => [
        ...(EXPLAINED[id] ?? []).filter((each) => each !== id),
        ...(isText ? (EXPLAINED_IN_TEXT[id] ?? []) : []),
      ]),
  );
  return found.filter(({ finding: { id } }) => !explained.has(id));
}
