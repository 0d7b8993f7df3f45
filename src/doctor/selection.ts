// A subset of a recording's samples, made of groups.

import { groupBy } from '../model/lists.ts';
import type { SampleGroup } from './sample-groups.ts';

/** A finding needs this many samples, and, unless its rule says otherwise, this share of the weight. */
const MIN_SAMPLES = 5;
const MIN_SHARE = 0.05;

type Part = Pick<SampleGroups, 'weight' | 'samples'>;

export class SampleGroups {
  readonly weight: number;
  readonly samples: number;
  private readonly all: readonly SampleGroup[];
  /** Indices into `all`. */
  private readonly chosen: readonly number[];

  constructor(all: readonly SampleGroup[], chosen: readonly number[]) {
    this.all = all;
    this.chosen = chosen;
    this.weight = chosen.reduce((sum, group) => sum + all[group].weight, 0);
    this.samples = chosen.reduce((sum, group) => sum + all[group].samples, 0);
  }

  get groups(): readonly SampleGroup[] {
    return this.chosen.map((group) => this.all[group]);
  }

  where(isChosen: (group: SampleGroup) => boolean): SampleGroups {
    return new SampleGroups(
      this.all,
      this.chosen.filter((group) => isChosen(this.all[group])),
    );
  }

  /** The share of another selection's weight, 0 to 1. */
  shareOf(whole: SampleGroups): number {
    return whole.weight > 0 ? this.weight / whole.weight : 0;
  }

  /** True if these are enough samples for a finding. */
  isEnough(whole: SampleGroups, minShare = MIN_SHARE): boolean {
    return isEnough(this, whole, minShare);
  }

  get processCount(): number {
    return new Set(this.groups.map(({ processRow }) => processRow)).size;
  }

  /** Splits the selection by key. */
  groupBy<T>(keyOf: (group: SampleGroup) => T): Map<T, SampleGroups> {
    const parts = groupBy(this.chosen, (group) => keyOf(this.all[group]));
    return new Map(Array.from(parts, ([key, chosen]) => [key, new SampleGroups(this.all, chosen)]));
  }

  /** Per group of the recording: 1 if it is selected. */
  marks(): Uint8Array {
    const marks = new Uint8Array(this.all.length);
    for (const group of this.chosen) marks[group] = 1;
    return marks;
  }
}

/** True if these are enough samples for a finding. */
export function isEnough({ samples, weight }: Part, whole: Part, minShare = MIN_SHARE): boolean {
  return samples >= MIN_SAMPLES && weight > 0 && weight >= minShare * whole.weight;
}
