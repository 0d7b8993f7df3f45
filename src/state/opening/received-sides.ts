// Suggests which of several recordings are A, the baseline, and which are B: as in a link to their comparison, else older ones
// come first.

import type { FoundRecording, InputFile } from '../../model/session.ts';
import { baseName } from '../../model/paths.ts';
import { formatBytes } from '../../text/format.ts';
import type { LinkedComparison } from '../../sharing/address.ts';

export type SideKey = 'a' | 'b';

interface ReceivedRecording {
  /** Its index among all. */
  readonly index: number;
  /** Its name, with what distinguishes it from others of the same name. */
  readonly label: string;
  /** When its file was written, in milliseconds since 1970; undefined if unknown. */
  readonly date: number | undefined;
  readonly side: SideKey;
}

/** In milliseconds. Files that are unpacked together are written in any order, within this time. */
const SAME_TIME = 60_000;

const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

/** The recordings with their sides: in the order of the link, if it names them all; else by date, or by name if dates say nothing. */
export function suggestSides(
  recordings: readonly FoundRecording[],
  files: readonly InputFile[],
  linked?: LinkedComparison,
): ReceivedRecording[] {
  const labels = labelsOf(recordings, files);
  const found = recordings.map(({ name, file }, index) => {
    return { name, index, label: labels[index], date: dateOf(files[file]) };
  });
  const chosen = linked && linkedSides(recordings, linked);
  if (chosen)
    return chosen.map(({ index, side }) => ({ index, label: labels[index], date: found[index].date, side }));
  const dates = found.map(({ date = NaN }) => date);
  const hasDates = Math.max(...dates) - Math.min(...dates) > SAME_TIME;
  found.sort((x, y) => (hasDates ? (x.date ?? 0) - (y.date ?? 0) : 0) || compareNames(x.name, y.name));
  const isA = sideOfRuns(found.map(({ name }) => name));
  return found.map(({ index, label, date, name }, i) => ({
    index,
    label,
    date,
    side: isA(name, i) ? 'a' : 'b',
  }));
}

/** Undefined if the link does not name all of these recordings, or not on two sides. */
function linkedSides(
  recordings: readonly FoundRecording[],
  { recordings: named = [], a, b }: LinkedComparison,
): { readonly index: number; readonly side: SideKey }[] | undefined {
  const rest = new Map(recordings.map(({ name }, index) => [index, baseName(name)]));
  const listed = { a, b };
  const taken = new Set<number>();
  const sides = (['a', 'b'] as const).flatMap((side) =>
    listed[side].flatMap(({ recording: id }) => {
      // A recording may be on both sides, but is listed once.
      if (taken.has(id)) return [];
      const index = [...rest.keys()].find((each) => rest.get(each) === named[id]?.name);
      if (index === undefined) return [];
      taken.add(id);
      rest.delete(index);
      return [{ index, side }];
    }),
  );
  const isOnBoth = new Set(sides.map(({ side }) => side)).size === 2;
  return rest.size === 0 && isOnBoth ? sides : undefined;
}

/** Runs of two programs, such as `before-1`, `before-2` and `after-1`, are a side each; otherwise only the first one is A. */
function sideOfRuns(names: readonly string[]): (name: string, index: number) => boolean {
  const programs = new Set(names.map(programOf));
  return (name, i) => (programs.size === 2 ? programOf(name) === programOf(names[0]) : i === 0);
}

/** `dir/base-12.perf.zst` without the number of the run. */
function programOf(name: string): string {
  return name.replace(/[-_. ]?\d+(?=(?:\.[a-z]+)*$)/, '');
}

/** Recordings with the same name get their archive, their size or their number as a suffix. */
function labelsOf(recordings: readonly FoundRecording[], files: readonly InputFile[]): string[] {
  const attempts: ((found: FoundRecording, index: number) => string)[] = [
    ({ name }) => name,
    ({ name, file }) => (files[file].name === name ? name : `${name} in ${files[file].name}`),
    ({ name, file }) => `${name} (${formatBytes(files[file].size)})`,
    ({ name }, index) => `${name} (${index + 1})`,
  ];
  const labels = attempts.map((labelOf) => recordings.map(labelOf));
  const isUnique = (label: string, all: readonly string[]) =>
    all.filter((each) => each === label).length === 1;
  return recordings.map((_, i) => {
    const all = labels.find((each) => isUnique(each[i], each));
    return (all ?? labels[0])[i];
  });
}

function dateOf(file: InputFile | undefined): number | undefined {
  return file instanceof File && file.lastModified > 0 ? file.lastModified : undefined;
}
