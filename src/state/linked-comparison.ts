// Turns what a link says about a comparison into one of the open recordings. Loaded on demand.

import type { ComparedPart, ComparisonOptions } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import type { Problem, Recording } from '../model/session.ts';
import { baseName } from '../text/base-name.ts';
import { formatList } from '../text/format.ts';
import type { RecordingName } from './address-fields.ts';
import type { LinkedComparison, LinkedPart } from './comparison-address.ts';
import { isFingerprintOf } from './link.ts';
import { threadRows } from './linked-view.ts';

type Sides<Part> = Readonly<Record<'a' | 'b', readonly Part[]>>;

/** What the link does not say is as in `first`. Parts of other recordings are left out. */
export function comparisonAt(
  comparison: LinkedComparison | undefined,
  recordings: readonly Recording[],
  first: ComparisonOptions | undefined,
): ComparisonOptions | undefined {
  if (!comparison || !first) return first;
  const { a, b, basis, work, renames, width, hidesGhosts, onlyCertain } = comparison;
  const partsAt = (parts: readonly LinkedPart[]) => parts.flatMap((part) => partAt(part, recordings) ?? []);
  const [partsA, partsB] = [partsAt(a), partsAt(b)];
  return {
    a: partsA.length > 0 ? partsA : first.a,
    b: partsB.length > 0 ? partsB : first.b,
    basis,
    work,
    renames: renames ?? [],
    width: width ?? 'b',
    hidesGhosts: hidesGhosts ?? false,
    onlyCertain: onlyCertain ?? false,
  };
}

function partAt(
  { recording: id, range, threads }: LinkedPart,
  recordings: readonly Recording[],
): ComparedPart | undefined {
  const recording = recordings.at(id);
  if (!recording) return undefined;
  const { start, threadList } = recording;
  const rows = threads && threadRows(threads, threadList);
  return {
    recording: id,
    range: range && !Number.isNaN(start) ? { from: range.from + start, to: range.to + start } : undefined,
    threads: rows && rows.length > 0 ? rows : undefined,
  };
}

/**
 * The comparison of recordings that the user opened for the link, in any order, and put on these sides. The time ranges and threads
 * of the link stay with the recordings that they are for.
 */
export function withOpenedRecordings(
  linked: LinkedComparison,
  recordings: readonly Recording[],
  sides: Sides<ComparedPart>,
): LinkedComparison {
  // A link written by hand does not name its only recording.
  if (linked.recordings === undefined && recordings.length === 1) return linked;
  const idIn = linkedIds(linked.recordings ?? [], recordings);
  const partsOf = (recording: number, side: 'a' | 'b'): LinkedPart[] =>
    linked[side].flatMap((part) => (part.recording === idIn[recording] ? [{ ...part, recording }] : []));
  const partsOn = (side: 'a' | 'b', other: 'a' | 'b') => {
    const chosen = sides[side].map(({ recording }) => recording);
    const parts = chosen.map((recording) =>
      // If the link has none on this side, the user chose the other side for it.
      [partsOf(recording, side), partsOf(recording, other), [{ recording }]].find(({ length }) => length > 0),
    );
    // The link has parts of these on both sides.
    const others = sides[other].filter(
      ({ recording }) => !chosen.includes(recording) && partsOf(recording, other).length > 0,
    );
    return [...parts, ...others.map(({ recording }) => partsOf(recording, side))].flatMap(
      (each) => each ?? [],
    );
  };
  return { ...linked, a: partsOn('a', 'b'), b: partsOn('b', 'a') };
}

/** Says which recordings of the link are not among these; undefined if all are. */
export function missingRecordings(
  { recordings: named = [], a, b }: LinkedComparison,
  recordings: readonly Recording[],
): Problem | undefined {
  const found = new Set(linkedIds(named, recordings));
  const ids = new Set([...a, ...b].map(({ recording }) => recording));
  const missing = [...ids].filter((id) => named[id] !== undefined && !found.has(id));
  if (missing.length === 0) return undefined;
  const names = formatList(
    missing.map((id) => `“${named[id].name}”`),
    3,
  );
  return {
    text: `This link compares other recordings: the time range and threads of ${names} are not applied.`,
  };
}

/** For each recording, its ID in the link; NONE if the link is not for it. */
function linkedIds(named: readonly RecordingName[], recordings: readonly Recording[]): number[] {
  const rest = new Map(named.entries());
  const take = (isIt: (name: RecordingName) => boolean): number => {
    const [id = NONE] = [...rest].find(([, name]) => isIt(name)) ?? [];
    rest.delete(id);
    return id;
  };
  return recordings.map((recording) => {
    const name = baseName(recording.name);
    const isSame = ({ fingerprint }: RecordingName) =>
      fingerprint !== undefined && isFingerprintOf(recording, fingerprint);
    const both = take((each) => isSame(each) && each.name === name);
    if (both !== NONE) return both;
    // A file may have been renamed. A link written by hand has no fingerprint.
    return take((each) => (each.fingerprint === undefined ? each.name === name : isSame(each)));
  });
}
