// A rule: how a finding is detected, and what to say about it.

import type { Evidence, Finding, FindingId, Severity } from '../model/findings.ts';
import { formatList } from '../text/format.ts';
import { visibleText } from '../text/visible-text.ts';
import type { RecordingFacts } from './recording-facts.ts';
import type { SampleGroups } from './selection.ts';

/** Findings that affect at least this share are misleading. */
const MISLEADING = 0.25;
/** Names that titles and texts list; the rest is only counted. */
export const MAX_NAMED = 3;

export interface Detected<E extends Evidence> {
  readonly severity: Severity;
  /** Share of the weight, 0 to 1; 0 for findings about the whole recording. */
  readonly share: number;
  readonly samples: number;
  readonly evidence: E;
  /** The affected samples; undefined for findings about the whole recording. */
  readonly affected?: SampleGroups | undefined;
}

interface RuleSpec<E extends Evidence> {
  readonly id: FindingId;
  /** Returns undefined if the recording does not have this problem. */
  detect(facts: RecordingFacts): Detected<E> | undefined;
  /** One line, without a full stop. */
  title(found: Detected<E>, facts: RecordingFacts): string;
  text(found: Detected<E>, facts: RecordingFacts): string;
  /** Shell commands and `#` comments. */
  fix(found: Detected<E>, facts: RecordingFacts): readonly string[];
}

interface Found {
  readonly finding: Finding;
  readonly affected: SampleGroups | undefined;
}

export interface Rule {
  readonly id: FindingId;
  examine(facts: RecordingFacts): Found | undefined;
}

export function rule<E extends Evidence>(spec: RuleSpec<E>): Rule {
  const { id } = spec;
  return {
    id,
    examine(facts) {
      const found = spec.detect(facts);
      if (!found) return undefined;
      const { severity, share, samples, evidence, affected } = found;
      // Names in them come from the recording, and may contain line breaks.
      const title = visibleText(spec.title(found, facts), Infinity);
      const text = visibleText(spec.text(found, facts), Infinity);
      const fix = spec.fix(found, facts);
      return {
        finding: { id, severity, share: rounded(share), samples, evidence, title, text, fix },
        affected,
      };
    },
  };
}

/** A finding about samples of Python processes. Its severity follows from its share unless given. */
export function aboutSamples<E extends Evidence>(
  { python }: RecordingFacts,
  affected: SampleGroups,
  evidence: E,
  severity: Severity = severityOf(affected.shareOf(python)),
): Detected<E> {
  return { severity, share: affected.shareOf(python), samples: affected.samples, evidence, affected };
}

/** A finding about the whole recording. */
export function aboutRecording<E extends Evidence>(severity: Severity, evidence: E): Detected<E> {
  return { severity, share: 0, samples: 0, evidence };
}

/** Such as “a, b, c and 4 more”. */
export function nameList(names: readonly string[]): string {
  return formatList(names, MAX_NAMED);
}

export function severityOf(share: number): Severity {
  return share >= MISLEADING ? 'misleading' : 'incomplete';
}

/** Rounds to four decimals. */
export function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

/** Such as `82%`; below 10% with one decimal. */
export function percent(share: number): string {
  const percents = share * 100;
  return `${Number(percents.toFixed(percents >= 9.5 ? 0 : 1))}%`;
}
