// Texts about the sides of a comparison.

import type { ComparedPart, ComparisonSummary } from '../../model/comparison.ts';
import { formatCount, formatNumberOf, joinFacts } from '../../text/format.ts';
import type { Recording } from '../../model/session.ts';

/** `18,123 → 19,001 samples · 3 → 4 recordings`. */
export function sideFacts({ samples, runs }: ComparisonSummary): string {
  return joinFacts(
    `${formatCount(samples[0])} → ${formatNumberOf(samples[1], 'sample')}`,
    runs[0] + runs[1] > 2 && `${runs[0]} → ${formatNumberOf(runs[1], 'recording')}`,
  );
}

/** The names of the recordings of a side, and the time range if they have one in common. */
export function sideName(parts: readonly ComparedPart[], recordings: readonly Recording[]): string {
  const names = [...new Set(parts.map(({ recording }) => recordings[recording].name))];
  const [first, ...others] = names;
  return others.length === 0 ? first : `${first} and ${formatNumberOf(others.length, 'other')}`;
}
