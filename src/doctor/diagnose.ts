// Finds out what is wrong with a recording: gathers facts, applies the table of rules, and removes what other findings explain.

import { FINDING_IDS, SEVERITIES, type Diagnosis, type Finding, type FindingId } from '../model/findings.ts';
import { combinedCommand } from './command.ts';
import { isProgramKnown } from './record-again.ts';
import { recordingFacts } from './recording-facts.ts';
import { RULES } from './rules/all-rules.ts';
import type { ClassifiedProfile } from './stack-facts.ts';
import { unexplained } from './subsumed.ts';

export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  /** 1 for each sample that the finding affects; undefined for findings about the whole recording, and those not found. */
  samplesOf(this: void, id: FindingId): Uint8Array | undefined;
}

/** The profile must have facts that only perf has (`recorded` or `printed`); undefined otherwise. */
export function diagnose(input: ClassifiedProfile): Diagnosed | undefined {
  if (!input.profile.recorded && !input.profile.printed) return undefined;
  const facts = recordingFacts(input);
  const found = RULES.flatMap((rule) => rule.examine(facts) ?? []);
  const remaining = unexplained(found, !input.profile.recorded).sort((a, b) => compare(a.finding, b.finding));
  const findings = remaining.map(({ finding }) => finding);
  const marks = new Map(remaining.map(({ finding, affected }) => [finding.id, affected?.marks()]));
  const { groupOf } = facts;
  const { samples } = input.profile;
  return {
    diagnosis: {
      event: facts.eventName,
      samples: facts.all.samples,
      python: facts.versions,
      mode: facts.mode,
      command: combinedCommand(facts, findings),
      isProgramKnown: isProgramKnown(facts),
      findings,
    },
    samplesOf(id) {
      const isAffected = marks.get(id);
      return (
        isAffected &&
        Uint8Array.from({ length: samples.length }, (_, sample) => isAffected[groupOf(sample)] ?? 0)
      );
    },
  };
}

/** Misleading findings by share, then the others in the order of the table. */
function compare(a: Finding, b: Finding): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  const byShare = a.severity === 'misleading' ? b.share - a.share : 0;
  return bySeverity || byShare || FINDING_IDS.indexOf(a.id) - FINDING_IDS.indexOf(b.id);
}
