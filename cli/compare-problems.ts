// What is misleading about the recordings of a comparison.

import { formatList } from '../src/text/format.ts';
import { diagnosisOf } from '../workers/diagnosis.ts';
import type { OpenProfile } from '../workers/pipeline.ts';
import { isMisleading } from './finding-lines.ts';

/** One sentence per misleading finding, with the sides that have it. */
export function problemNotes(sides: Readonly<Record<'a' | 'b', readonly OpenProfile[]>>): string[] {
  const sidesOf = new Map<string, Set<string>>();
  for (const [side, recordings] of Object.entries(sides)) {
    for (const open of recordings) {
      const findings = diagnosisOf(open)?.diagnosis.findings ?? [];
      for (const { title } of findings.filter(isMisleading))
        sidesOf.set(title, (sidesOf.get(title) ?? new Set()).add(side.toUpperCase()));
    }
  }
  return Array.from(
    sidesOf,
    ([title, found]) =>
      `${formatList([...found])} may mislead: ${title.replaceAll('`', '')} (see pyrograph doctor).`,
  );
}
