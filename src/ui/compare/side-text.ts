// Texts about the sides of a comparison.

import type { ComparedPart, ComparisonSummary } from '../../model/comparison.ts';
import { formatNumberOf, joinFacts } from '../../text/format.ts';
import type { Recording } from '../../model/session.ts';
import { totalText } from '../details/total-text.ts';

/** `27.1 s CPU → 30.2 s CPU (×1.11) · common factor ×1.02 · 18,123 → 19,001 samples`. */
export function sideFacts(
  { cpu, samples, runs, factor, factorSe }: ComparisonSummary,
  event: string,
): string {
  const [weightA, weightB] = cpu;
  const perRun = runs.some((count) => count > 1) ? ' per recording' : '';
  return joinFacts(
    `${totalText(weightA, event)} → ${totalText(weightB, event)}${perRun} (×${(weightB / weightA).toFixed(2)})`,
    `common factor ×${factor.toFixed(2)} ± ${(2 * factor * factorSe).toFixed(2)}`,
    `${samples[0].toLocaleString('en-US')} → ${formatNumberOf(samples[1], 'sample')}`,
    runs[0] + runs[1] > 2 && `${runs[0]} → ${formatNumberOf(runs[1], 'recording')}`,
  );
}

/** The names of the recordings of a side, and the time range if they have one in common. */
export function sideName(parts: readonly ComparedPart[], recordings: readonly Recording[]): string {
  const names = [...new Set(parts.map(({ recording }) => recordings[recording].name))];
  const [first, ...others] = names;
  return others.length === 0 ? first : `${first} and ${formatNumberOf(others.length, 'other')}`;
}
