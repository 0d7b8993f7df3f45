// What all series of a trend have in common.

import type { ListedRecording } from '../../src/store/reader.ts';

/** Functions and packages that have a smaller share of the samples in all groups are not listed. */
export const MIN_SHARE = 0.005;

export interface Amount {
  readonly samples: number;
  readonly weight: number;
}

/** By name: a version, a day, an hour or a host. */
export type TrendGroups = ReadonlyMap<string, readonly ListedRecording[]>;

export interface TrendFrame {
  readonly event: string;
  readonly groups: TrendGroups;
  readonly totalOf: AmountOf;
  readonly areOrdered: boolean;
}

export type AmountOf = (recording: ListedRecording) => Amount;
