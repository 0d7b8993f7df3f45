// What the doctor says about one recording of a comparison.

import type { Diagnosis, Finding, FindingId } from './findings.ts';
import { isMisleading } from './findings.ts';

export interface SideDiagnosis {
  /** How perf got the call stacks. */
  readonly mode: Diagnosis['mode'];
  /** Those that make a comparison misleading. */
  readonly findings: readonly Pick<Finding, 'id' | 'severity' | 'share' | 'title'>[];
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
