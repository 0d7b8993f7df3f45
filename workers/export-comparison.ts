// Exports a comparison as text. Loaded on demand.

import { compare, type BasisOptions } from '../src/compare/compare.ts';
import { WRITERS } from '../src/compare/comparison-formats.ts';
import type { Prepared } from '../src/compare/prepare.ts';
import type { ComparedRecording } from '../src/compare/run.ts';
import type { ComparisonExport, ExportedFile } from '../src/model/exports.ts';
import { sidePart } from '../src/text/side-part.ts';
import { sideDiagnosisOf } from './diagnosis.ts';
import type { OpenProfile } from './pipeline.ts';

/** The same text as that of `pyrograph compare`. `opened` are the recordings of each side. */
export function exportComparison(
  prepared: Prepared,
  opened: Readonly<Record<'a' | 'b', readonly OpenProfile[]>>,
  { basis, work }: BasisOptions,
  to: ComparisonExport,
): ExportedFile {
  const { a, b } = prepared.sides;
  const sides = { a: withDiagnoses(a, opened.a), b: withDiagnoses(b, opened.b) };
  const parts = { a: partOf(a, opened.a), b: partOf(b, opened.b) };
  const text = WRITERS[to](compare({ ...prepared, sides }, { basis, work }), parts);
  return { content: new Blob([text]), notes: [] };
}

function withDiagnoses(
  side: readonly ComparedRecording[],
  opened: readonly OpenProfile[],
): ComparedRecording[] {
  return side.map((recording, i) => ({ ...recording, diagnosis: sideDiagnosisOf(opened[i]) }));
}

function partOf(side: readonly ComparedRecording[], opened: readonly OpenProfile[]): string {
  return sidePart(side.map(({ range, threads }, i) => ({ recording: opened[i].recording, range, threads })));
}
