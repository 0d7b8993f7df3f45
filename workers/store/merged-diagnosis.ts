// What the doctor said about recordings when they were added to a store, as one diagnosis.

import { SEVERITIES, type Diagnosis, type Finding } from '../../src/model/findings.ts';

/** `texts` are diagnoses as JSON, empty for recordings that do not say how they were made. Undefined if all are. */
export function mergedDiagnosis(texts: readonly string[]): Diagnosis | undefined {
  const all = texts.flatMap((text): Diagnosis[] => (text === '' ? [] : [JSON.parse(text)]));
  const [first, ...others] = all;
  if (!first || others.length === 0) return first;
  const samples = all.reduce((sum, each) => sum + each.samples, 0);
  const found = all.flatMap((each) => each.findings.map((finding) => ({ finding, samples: each.samples })));
  const findings = [...new Set(found.map(({ finding }) => finding.id))].map((id): Finding => {
    const same = found.filter(({ finding }) => finding.id === id);
    const [{ finding }] = same.toSorted((a, b) => rankOf(a.finding) - rankOf(b.finding));
    const affected = same.reduce((sum, each) => sum + each.samples * each.finding.share, 0);
    const where = `In ${same.length} of ${texts.length} recordings.`;
    return { ...finding, share: affected / samples, text: `${where} ${finding.text}`.trim() };
  });
  return {
    ...first,
    samples,
    python: [...new Set(all.flatMap(({ python }) => python))],
    command: [],
    findings: findings.sort((a, b) => rankOf(a) - rankOf(b) || b.share - a.share),
  };
}

function rankOf({ severity }: Finding): number {
  return SEVERITIES.indexOf(severity);
}
