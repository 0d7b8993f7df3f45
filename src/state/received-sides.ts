// Suggests which of several recordings are A, the baseline, and which are B: older ones come first.

import type { InputFile } from '../model/session.ts';
import { baseName } from '../text/base-name.ts';

export interface ReceivedRecording {
  readonly name: string;
  /** When its file was written, in milliseconds since 1970; undefined if unknown. */
  readonly date: number | undefined;
  readonly side: 'a' | 'b';
}

/** In milliseconds. Files that are unpacked together are written in any order, within this time. */
const SAME_TIME = 60_000;

const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

/** The recordings by date, or by name if the dates say nothing. `linked` is the name of their comparison in a link. */
export function suggestSides(
  names: readonly string[],
  files: readonly InputFile[],
  linked = '',
): ReceivedRecording[] {
  const found = names.map((name) => ({ name, date: dateOf(files.find((file) => file.name === name)) }));
  const dates = found.map(({ date = NaN }) => date);
  const hasDates = Math.max(...dates) - Math.min(...dates) > SAME_TIME;
  const isFirst = ({ name }: { name: string }) => Number(linked.startsWith(`${baseName(name)} → `));
  found.sort(
    (x, y) =>
      isFirst(y) - isFirst(x) ||
      (hasDates ? (x.date ?? 0) - (y.date ?? 0) : 0) ||
      compareNames(x.name, y.name),
  );
  const isA = sideOfRuns(found.map(({ name }) => name));
  return found.map((each) => ({ ...each, side: isA(each.name) ? 'a' : 'b' }));
}

/** Runs of two programs, such as `before-1`, `before-2` and `after-1`, are a side each; otherwise only the first one is A. */
function sideOfRuns(names: readonly string[]): (name: string) => boolean {
  const programs = new Set(names.map(programOf));
  return (name) => (programs.size === 2 ? programOf(name) === programOf(names[0]) : name === names[0]);
}

/** `dir/base-12.perf.zst` without the number of the run. */
function programOf(name: string): string {
  return name.replace(/[-_. ]?\d+(?=(?:\.[a-z]+)*$)/, '');
}

function dateOf(file: InputFile | undefined): number | undefined {
  return file instanceof File && file.lastModified > 0 ? file.lastModified : undefined;
}
