// What the doctor says about one recording of a comparison.

import type { Diagnosis, Finding, FindingId } from './findings.ts';
import { FINDING_IDS, isMisleading, SEVERITIES } from './findings.ts';

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
