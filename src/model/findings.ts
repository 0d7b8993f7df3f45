// What the doctor says about a recording.

/** In the order of findings that have the same severity and share. */
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
] as const;
export type FindingId = (typeof FINDING_IDS)[number];

/**
 * `misleading`: the picture leads to a wrong conclusion. `incomplete`: details are missing. `hint`: nothing is wrong with the
 * picture.
 */
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
  /** The numbers behind it; the keys are stable. */
  readonly evidence: Evidence;
  /** One line. */
  readonly title: string;
  /** One or two sentences; may be empty. */
  readonly text: string;
  /** Lines for a shell that mend this finding; empty if there is nothing to do. */
  readonly fix: readonly string[];
}

/** The findings of a recording, the most important one first, and the command that mends all of them. */
export interface Diagnosis {
  /** The event that was judged. */
  readonly event: string;
  /** Number of samples of the event. */
  readonly samples: number;
  /** Versions of the recorded Python interpreters, such as `3.13`, sorted. */
  readonly python: readonly string[];
  /** How stacks were recorded. */
  readonly mode: 'none' | 'fp' | 'dwarf';
  /** Lines for a shell that record the program again without the findings; empty if recording again would not help. */
  readonly command: readonly string[];
  /** False if the recording does not tell which program ran, so that `app.py` stands for it in commands. */
  readonly isProgramKnown: boolean;
  readonly findings: readonly Finding[];
}
