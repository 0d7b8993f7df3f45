// What the doctor reports about a recording.

/** Findings with the same severity and share are listed in this order. */
export const FINDING_IDS = [
  'truncated-recording',
  'no-samples',
  'no-call-stacks',
  'lost-samples',
  'python-too-old',
  'perf-support-off',
  'interpreter-without-frame-pointers',
  'trampolines-without-unwind-info',
  'jit-not-injected',
  'jit-files-missing',
  'clock-mismatch',
  'perf-map-missing',
  'children-without-perf-support',
  'stack-dump-too-small',
  'stack-depth-limit',
  'unwinding-stopped',
  'library-without-frame-pointers',
  'perf-too-old-for-jit',
  'perf-support-partial',
  'jitdump-incomplete',
  'wrong-build',
  'debug-build',
  'tracer-active',
  'stripped-interpreter',
  'kernel-symbols-hidden',
  'throttled',
  'text-fields-missing',
  'kernel-not-recorded',
  'too-few-samples',
  'compiled-python',
  'waits-without-python',
  'time-not-recorded',
  'mostly-waiting',
] as const;
export type FindingId = (typeof FINDING_IDS)[number];

/** `misleading`: the graphs suggest wrong conclusions. `incomplete`: details are missing. `hint`: the graphs are right. */
export const SEVERITIES = ['misleading', 'incomplete', 'hint'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type Evidence = Readonly<
  Record<string, number | string | boolean | null | readonly string[] | Readonly<Record<string, number>>>
>;

export interface Finding {
  readonly id: FindingId;
  readonly severity: Severity;
  /** Share of the weight that it affects, 0 to 1; 0 for findings about the whole recording. */
  readonly share: number;
  /** Number of samples that it affects; 0 for findings about the whole recording. */
  readonly samples: number;
  /** Figures that support the finding. `pyrograph doctor --json` prints them, so keys must not change. */
  readonly evidence: Evidence;
  /** One line. */
  readonly title: string;
  /** One or two sentences; may be empty. */
  readonly text: string;
  /** Shell commands and `#` comments that fix this problem; empty if there is nothing to do. */
  readonly fix: readonly string[];
}

export function isMisleading({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'misleading';
}

/** The findings of a recording, most important first, and the commands that fix all of them. */
export interface Diagnosis {
  /** The event with the most samples; findings are about these. */
  readonly event: string;
  /** Number of samples of the event. */
  readonly samples: number;
  /** Versions of the recorded Python interpreters, such as `3.13`, sorted. */
  readonly python: readonly string[];
  /** How perf got the call stacks: not at all, from frame pointers, or from copies of the stack. */
  readonly mode: 'none' | 'fp' | 'dwarf';
  /** Shell commands that record the program again and avoid the findings; empty if recording again would not help. */
  readonly command: readonly string[];
  /** False if the recording does not name its program; commands then contain `app.py` instead. */
  readonly isProgramKnown: boolean;
  readonly findings: readonly Finding[];
}
