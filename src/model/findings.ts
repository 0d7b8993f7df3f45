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
  'switches-without-times',
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

/** Files that would name code without a name. */
export interface MissingFiles {
  /** Share of the weight of the event with the most samples that has such code on the stack, 0 to 1. */
  readonly share: number;
  /** The files that would name at least 1% of the weight, heaviest first; their shares overlap. */
  readonly files: readonly MissingFile[];
  /** Packs the files on the recorded machine; absent if they cannot be named safely. */
  readonly command?: string;
}

export interface MissingFile {
  /** As the recorded machine has it: a path, or a pattern for the files that perf inject writes. */
  readonly name: string;
  /** Share of the weight with its code on the stack, 0 to 1. */
  readonly share: number;
}

/** What the doctor says about one recording of a comparison. */
export interface SideDiagnosis {
  /** How perf got the call stacks. */
  readonly mode: Diagnosis['mode'];
  /** Those that make a comparison misleading. */
  readonly findings: readonly Pick<Finding, 'id' | 'severity' | 'share' | 'title'>[];
}

/** True for what was written as JSON into a page. */
export function isSideDiagnosis(value: unknown): value is SideDiagnosis {
  if (!isRecord(value) || !['none', 'fp', 'dwarf'].includes(String(value.mode))) return false;
  return Array.isArray(value.findings) && value.findings.every(isFinding);
}

function isFinding(value: unknown): boolean {
  return (
    isRecord(value) &&
    FINDING_IDS.some((id) => id === value.id) &&
    SEVERITIES.some((severity) => severity === value.severity) &&
    typeof value.share === 'number' &&
    typeof value.title === 'string'
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Findings about stacks without their callers. What changed in these is attributed to the wrong code, even if it is little. */
const CUTS_STACKS: ReadonlySet<FindingId> = new Set([
  'interpreter-without-frame-pointers',
  'trampolines-without-unwind-info',
  'jit-files-missing',
  'perf-map-missing',
  'children-without-perf-support',
  'stack-dump-too-small',
  'stack-depth-limit',
  'unwinding-stopped',
  'library-without-frame-pointers',
  'perf-support-partial',
  'jitdump-incomplete',
]);

export function sideDiagnosis({ mode, findings }: Pick<Diagnosis, 'mode' | 'findings'>): SideDiagnosis {
  return {
    mode,
    findings: findings
      .filter(
        (finding) =>
          isMisleading(finding) || (finding.severity === 'incomplete' && CUTS_STACKS.has(finding.id)),
      )
      .map(({ id, severity, share, title }) => ({ id, severity, share, title })),
  };
}

/** What a recording of wall time says about its own quality, for the doctor. */
export interface WaitFacts {
  /** Share of the time of all threads of which nothing is known, 0 to 1. */
  readonly notRecorded: number;
  /** Number of waits with a stack, in processes with Python functions. */
  readonly waits: number;
  /** Those without a Python function on the stack. */
  readonly withoutPython: number;
}
