// The part of a link that describes a comparison: how the sides are compared and drawn, and which parts of the recordings they are.

import {
  BASES,
  BOX_WIDTHS,
  type Basis,
  type BoxWidth,
  type ComparedPart,
  type ComparisonOptions,
  type RecordingId,
} from '../model/comparison.ts';
import type { TimeRange } from '../model/filter.ts';
import type { Recording } from '../model/session.ts';
import { escapeText } from '../sharing/escape-text.ts';
import { readRange } from '../sharing/selection-text.ts';
import {
  FIELD_SEPARATOR,
  readList,
  readRecording,
  readThread,
  recordingText,
  secondsText,
  threadText,
  type RecordingName,
  type ThreadName,
} from './address-fields.ts';
import { unescapeText } from './address-text.ts';
import { COMPARED_COLUMNS, type ComparedTableState } from '../model/view-names.ts';

/** A part of a side; the time range is in nanoseconds since the recording's first sample. */
export interface LinkedPart {
  readonly recording: RecordingId;
  readonly range?: TimeRange | undefined;
  readonly threads?: readonly ThreadName[] | undefined;
}

/** Undefined fields are as when a comparison begins. */
export interface LinkedComparison {
  /** By ID, if the link neither contains the recordings nor leads to them. */
  readonly recordings?: readonly RecordingName[] | undefined;
  readonly a: readonly LinkedPart[];
  readonly b: readonly LinkedPart[];
  readonly basis?: Basis | undefined;
  readonly work?: readonly [number, number] | undefined;
  readonly renames?: readonly (readonly [string, string])[] | undefined;
  readonly width?: BoxWidth | undefined;
  readonly hidesGhosts?: boolean | undefined;
  readonly onlyCertain?: boolean | undefined;
  readonly table?: ComparedTableState | undefined;
}

/** These values are written without escapes. */
export const PLAIN_COMPARISON_KEYS = ['basis', 'work', 'width', 'ghosts', 'certain', 'rows'] as const;
export const TEXT_COMPARISON_KEYS = ['recordings', 'a', 'b', 'rename'] as const;

type ComparisonKey = (typeof PLAIN_COMPARISON_KEYS | typeof TEXT_COMPARISON_KEYS)[number];
type Part = readonly [key: ComparisonKey, value: string | undefined];

const NAMELESS: RecordingName = { name: '', fingerprint: undefined };

/** Sides are lists of `ID`, `ID~from-to` or `ID~from-to~threads`. */
export function comparisonParts(comparison: LinkedComparison | undefined): Part[] {
  if (!comparison) return [];
  const { recordings, a, b, basis, work, renames = [], width, hidesGhosts, onlyCertain, table } = comparison;
  return [
    ['recordings', recordings?.map(recordingText).join(',')],
    ['a', a.map(partText).join(',')],
    ['b', b.map(partText).join(',')],
    ['basis', basis],
    ['work', work?.join('-')],
    ...renames.map((names) => ['rename', names.map(escapeText).join(FIELD_SEPARATOR)] as const),
    ['width', width],
    ['ghosts', hidesGhosts ? 'hidden' : undefined],
    ['certain', onlyCertain ? 'only' : undefined],
    ['rows', table && tableText(table)],
  ];
}

function partText({ recording, range, threads }: LinkedPart): string {
  const time = range ? `${secondsText(range.from)}-${secondsText(range.to)}` : '';
  const names = (threads ?? []).map((thread) => escapeText(threadText(thread)));
  const fields = [String(recording), time, ...names];
  while (fields.at(-1) === '') fields.pop();
  return fields.join(FIELD_SEPARATOR);
}

/** Undefined if the link is not to a comparison. `values` returns the values of a key. */
export function readComparison(
  values: (key: ComparisonKey) => readonly string[],
): LinkedComparison | undefined {
  const one = (key: ComparisonKey) => values(key).at(-1);
  const a = readList(one('a'), readPart);
  const b = readList(one('b'), readPart);
  if (!a || !b) return undefined;
  const [, workA, workB] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(one('work') ?? '') ?? [];
  const work = [Number(workA), Number(workB)] as const;
  return {
    // Names are found by their position.
    recordings: readList(one('recordings'), (text) => readRecording(text) ?? NAMELESS),
    a,
    b,
    basis: BASES.find((each) => each === one('basis')),
    work: work[0] > 0 && work[1] > 0 ? work : undefined,
    renames: values('rename').flatMap((text) => {
      const [from, to] = text.split(FIELD_SEPARATOR).map(unescapeText);
      return from !== undefined && to !== undefined ? [[from, to] as const] : [];
    }),
    width: BOX_WIDTHS.find((each) => each === one('width')),
    hidesGhosts: one('ghosts') === 'hidden',
    onlyCertain: one('certain') === 'only',
    table: readTable(one('rows') ?? ''),
  };
}

/** `total~-size~small`; a minus means descending. */
function tableText({ of, column, isDescending, showsSmall }: ComparedTableState): string {
  const sorting = `${isDescending ? '-' : ''}${column}`;
  return [of, sorting, ...(showsSmall ? ['small'] : [])].join(FIELD_SEPARATOR);
}

function readTable(text: string): ComparedTableState | undefined {
  const [of, sorting = '', small] = text.split(FIELD_SEPARATOR);
  const isDescending = sorting.startsWith('-');
  const column = COMPARED_COLUMNS.find((each) => each === sorting.slice(isDescending ? 1 : 0));
  if (column === undefined || (of !== 'self' && of !== 'total')) return undefined;
  return { of, column, isDescending, showsSmall: small === 'small' };
}

function readPart(text: string): LinkedPart | undefined {
  const [id = '', time = '', ...names] = text.split(FIELD_SEPARATOR);
  if (!/^\d{1,3}$/.test(id)) return undefined;
  const threads = names
    .map((name) => readThread(unescapeText(name) ?? ''))
    .filter((thread) => thread !== undefined);
  return {
    recording: Number(id),
    range: readRange(time),
    threads: threads.length > 0 ? threads : undefined,
  };
}

/** The names of the recordings of each side; those that the link does not name are left out. */
export function namesOnSides({ recordings = [], a, b }: LinkedComparison): {
  readonly a: readonly string[];
  readonly b: readonly string[];
} {
  const namesOf = (parts: readonly LinkedPart[]) =>
    parts.map(({ recording }) => recordings[recording]?.name ?? '').filter((name) => name !== '');
  return { a: namesOf(a), b: namesOf(b) };
}

/** The number of recordings. */
export function countRecordings({ a, b }: LinkedComparison): number {
  return new Set([...a, ...b].map(({ recording }) => recording)).size;
}

/** Describes a comparison of these recordings. */
export function linkedComparison(
  { a, b, basis, work, renames, width, hidesGhosts, onlyCertain }: ComparisonOptions,
  recordings: readonly Recording[],
  namesOf: (threads: readonly number[], recording: Recording) => readonly ThreadName[],
): LinkedComparison {
  const linked = ({ recording, range, threads }: ComparedPart): LinkedPart => {
    const { start } = recordings[recording];
    return {
      recording,
      range: range && { from: range.from - start, to: range.to - start },
      threads: threads && namesOf(threads, recordings[recording]),
    };
  };
  return {
    a: a.map(linked),
    b: b.map(linked),
    basis,
    work,
    renames,
    width: width === 'b' ? undefined : width,
    hidesGhosts,
    onlyCertain,
  };
}
