// Diagnoses a recording: collects facts, applies the rules, and removes findings that others explain.

import { runNow, type TimeSliced } from '../async/time-slices.ts';
import {
  FINDING_IDS,
  SEVERITIES,
  type Diagnosis,
  type Finding,
  type FindingId,
  type WaitFacts,
} from '../model/findings.ts';
import { combinedCommand } from './command.ts';
import { isProgramKnown } from './record-again.ts';
import { recordingFacts, type InferredCallers } from './recording-facts.ts';
import { RULES } from './rules/all-rules.ts';
import type { ClassifiedProfile } from './stack-facts.ts';
import { dropExplained } from './subsumed.ts';

export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  /** 1 for each sample that the finding affects; undefined if it was not found or concerns the whole recording. */
  samplesOf(this: void, id: FindingId): Uint8Array | undefined;
}

/** Returns undefined for recordings that are not from perf: these have neither `recorded` nor `printed`. */
export function diagnose(
  input: ClassifiedProfile,
  inferred?: InferredCallers,
  waits?: WaitFacts,
): Diagnosed | undefined {
  return runNow(diagnoseInSlices(input, inferred, waits));
}

export function* diagnoseInSlices(
  input: ClassifiedProfile,
  inferred: InferredCallers = () => undefined,
  waits?: WaitFacts,
): TimeSliced<Diagnosed | undefined> {
  if (!input.profile.recorded && !input.profile.printed) return undefined;
  const facts = yield* recordingFacts(input, inferred, waits);
  yield;
  const found = RULES.flatMap((rule) => rule.examine(facts) ?? []);
  const remaining = dropExplained(found, !input.profile.recorded).sort((a, b) =>
    compare(a.finding, b.finding),
  );
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

/** Orders by severity, misleading findings also by share, and finally as in FINDING_IDS. */
function compare(a: Finding, b: Finding): number {
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  const byShare = a.severity === 'misleading' ? b.share - a.share : 0;
  return bySeverity || byShare || FINDING_IDS.indexOf(a.id) - FINDING_IDS.indexOf(b.id);
}
