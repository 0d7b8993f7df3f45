// The source lines of a recording, as sums and as tab-separated text.

import { NONE, type Profile } from '../src/model/profile.ts';
import type { PythonLines } from '../src/model/python-lines.ts';
import { fileInName } from '../src/python/names.ts';

export interface LineRow {
  /** `py::NAME:FILE`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Weight of the samples whose leafmost Python frame is at the line. */
  readonly self: number;
  /** Weight of the samples with any frame at the line. */
  readonly total: number;
}

const TSV_HEADER = 'sample\tpython_frame\tfunction\tline\n';

/** The lines of an event, heaviest first: by self, then by total weight, then by name. */
export function lineRows({ pythonLines, samples }: Profile, event: number): LineRow[] {
  if (!pythonLines) return [];
  const { length, sample, pythonFrame, name, line, names } = pythonLines;
  const sums = new Map<string, { row: number; self: number; total: number; last: number }>();
  for (let row = 0; row < length; row++) {
    if (samples.event[sample[row]] !== event) continue;
    const key = `${name[row]} ${line[row]}`;
    let sum = sums.get(key);
    if (!sum) sums.set(key, (sum = { row, self: 0, total: 0, last: NONE }));
    const weight = samples.weight[sample[row]];
    if (pythonFrame[row] === 0) sum.self += weight;
    // A recursive function may be at the line several times.
    if (sum.last !== sample[row]) sum.total += weight;
    sum.last = sample[row];
  }
  const rows = Array.from(sums.values(), ({ row, self, total }) => {
    const text = names[name[row]];
    return { name: text, file: fileInName(text), line: line[row], self, total };
  });
  const byName = (a: LineRow, b: LineRow) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.line - b.line);
  return rows.sort((a, b) => b.self - a.self || b.total - a.total || byName(a, b));
}

/** One row per Python frame with a line. */
export function linesAsTsv(lines: PythonLines | undefined): string {
  if (!lines) return TSV_HEADER;
  const { sample, pythonFrame, name, line, names } = lines;
  const rows = Array.from(sample, (row, i) => `${row}\t${pythonFrame[i]}\t${names[name[i]]}\t${line[i]}\n`);
  return TSV_HEADER + rows.join('');
}
