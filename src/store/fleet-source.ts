// What the Store screen of the page asks, and the answers. The terminal's server answers for a file; a database can answer itself.

import type { LevelChange } from '../model/comparison.ts';

export const TREND_UNITS = ['version', 'day', 'hour', 'host'] as const;
export type TrendUnit = (typeof TREND_UNITS)[number];

/** The recordings of a service with the same version that started on the same day. */
export interface FleetGroup {
  readonly service: string;
  readonly version: string;
  /** In UTC, as in 2026-11-28. */
  readonly day: string;
  readonly recordings: number;
  /** When the first and the last of them started, in milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/** In milliseconds. */
export const DAY = 86_400e3;

export interface Interval {
  readonly value: number;
  readonly lo: number;
  readonly hi: number;
}

/** A version, a day, an hour or a host. */
export interface TrendGroup {
  /** Empty for recordings without this label. */
  readonly name: string;
  readonly recordings: number;
  readonly first: number;
  readonly last: number;
  /** Names of some of its recordings. */
  readonly examples: readonly string[];
}

/** What users read instead of an empty name. */
export function groupName({ name }: Pick<TrendGroup, 'name'>): string {
  return name || '(none)';
}

/** Between which groups the change is certainly; empty if the place is certain. */
export function changeRange({ earliest, latest }: LevelChange, groups: readonly TrendGroup[]): string {
  return earliest < latest ? `${groupName(groups[earliest])} to ${groupName(groups[latest])}` : '';
}

/** A series in one of the groups. */
export interface SeriesPoint {
  /** Share of all samples; undefined for all code. */
  readonly share?: Interval | undefined;
  /** Weight per second recorded; undefined if the recordings have no times. */
  readonly rate?: Interval | undefined;
  /** Set where the level changes, in the share if there is one. */
  readonly change?: LevelChange | undefined;
}

/** A function or package by name, or all code. */
export interface Series {
  readonly name: string;
  /** One per group. */
  readonly points: readonly SeriesPoint[];
}

export interface TrendAnswer {
  readonly unit: TrendUnit;
  readonly event: string;
  readonly groups: readonly TrendGroup[];
  readonly series: readonly Series[];
}

export const NAMED_SUBJECTS = ['function', 'package'] as const;

/** A function or a package to follow. */
export interface NamedSubject {
  readonly kind: (typeof NAMED_SUBJECTS)[number];
  readonly name: string;
}

/** All code, the functions that changed most, or the heaviest packages. */
export const UNNAMED_SUBJECTS = ['all', 'changed', 'packages'] as const;

export type TrendSubject = { readonly kind: (typeof UNNAMED_SUBJECTS)[number] } | NamedSubject;

export interface TrendQuestion {
  /** Conditions on the recordings, as after the `?` of a selection: `service=shop&since=-7d`. */
  readonly conditions: string;
  readonly unit: TrendUnit;
  readonly subject: TrendSubject;
}

export interface FleetRecording {
  /** The condition that selects only this recording is `id=ID`. */
  readonly id: string;
  readonly name: string;
}

/** What a store answers. Rejects with a sentence for the user. */
export interface FleetAnswers {
  groups(): Promise<readonly FleetGroup[]>;
  trends(question: TrendQuestion): Promise<TrendAnswer>;
  /** Functions and packages whose names start with `prefix`, in any case. */
  names(prefix: string): Promise<readonly NamedSubject[]>;
  /** By start. */
  recordings(conditions: string): Promise<readonly FleetRecording[]>;
  /** The selected recordings merged into one, as the content of a file that the page opens. */
  profile(conditions: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** What the page asks. */
export interface FleetSource extends Omit<FleetAnswers, 'profile'> {
  profile(conditions: string, title: string, signal: AbortSignal): Promise<File>;
}
