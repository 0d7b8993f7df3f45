// A row of the table of rules: how a finding is detected, and what to say about it.

import type { Evidence, Finding, FindingId, Severity } from '../model/findings.ts';
import type { RecordingFacts } from './recording-facts.ts';
import type { Selection } from './selection.ts';

/** The share from which a picture is misleading. */
const MISLEADING = 0.25;

export interface Detected<E extends Evidence> {
  readonly severity: Severity;
  /** Share of the weight, 0 to 1; 0 for facts about the whole recording. */
  readonly share: number;
  readonly samples: number;
  readonly evidence: E;
  /** The samples to show; undefined for facts about the whole recording. */
  readonly affected?: Selection | undefined;
}

/** The functions get what `detect` found. */
export interface Row<E extends Evidence> {
  readonly id: FindingId;
  /** Undefined if the recording is free of this problem. */
  detect(facts: RecordingFacts): Detected<E> | undefined;
  /** One line, without a full stop. */
  title(found: Detected<E>, facts: RecordingFacts): string;
  text(found: Detected<E>, facts: RecordingFacts): string;
  /** Lines for a shell. */
  fix(found: Detected<E>, facts: RecordingFacts): readonly string[];
}

export interface Found {
  readonly finding: Finding;
  readonly affected: Selection | undefined;
}

export interface Rule {
  readonly id: FindingId;
  examine(facts: RecordingFacts): Found | undefined;
}

export function rule<E extends Evidence>(row: Row<E>): Rule {
  const { id } = row;
  return {
    id,
    examine(facts) {
      const found = row.detect(facts);
      if (!found) return undefined;
      const { severity, share, samples, evidence, affected } = found;
      const title = row.title(found, facts);
      const finding = { id, severity, share: rounded(share), samples, evidence, title };
      return { finding: { ...finding, text: row.text(found, facts), fix: row.fix(found, facts) }, affected };
    },
  };
}

/** A finding about samples of Python processes, with the severity of its share unless another one is given. */
export function affecting<E extends Evidence>(
  { python }: RecordingFacts,
  affected: Selection,
  evidence: E,
  severity: Severity = severityOf(affected.shareOf(python)),
): Detected<E> {
  return { severity, share: affected.shareOf(python), samples: affected.samples, evidence, affected };
}

/** A finding about the whole recording. */
export function aboutAll<E extends Evidence>(severity: Severity, evidence: E): Detected<E> {
  return { severity, share: 0, samples: 0, evidence };
}

export function severityOf(share: number): Severity {
  return share >= MISLEADING ? 'misleading' : 'incomplete';
}

/** To four decimals. */
export function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

/** `82%`, or with one decimal below 10%. */
export function percent(share: number): string {
  const percents = share * 100;
  return `${Number(percents.toFixed(percents >= 9.5 ? 0 : 1))}%`;
}
