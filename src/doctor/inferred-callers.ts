// Tells whether cut stacks matter although their missing callers can be inferred from other samples (mending/).

import type { RecordingFacts } from './recording-facts.ts';
import { isEnough, type Selection } from './selection.ts';

/** True if too few of the samples for a finding would remain cut. */
export function areCallersInferred(facts: RecordingFacts, cut: Selection): boolean {
  const isInferred = facts.inferredCallers();
  if (!isInferred) return false;
  const isCut = cut.marks();
  const { weight } = facts.profile.samples;
  const left = { samples: 0, weight: 0 };
  for (let sample = 0; sample < weight.length; sample++) {
    if (isCut[facts.groupOf(sample)] !== 1 || isInferred[sample] === 1) continue;
    left.samples++;
    left.weight += weight[sample];
  }
  return !isEnough(left, facts.python);
}
