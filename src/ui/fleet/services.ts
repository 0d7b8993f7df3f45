// The services of a store, from the counts of their recordings per version and day.

import { groupBy } from '../../model/lists.ts';
import { DAY, type FleetGroup } from '../../store/fleet-source.ts';

export interface Service {
  readonly name: string;
  readonly recordings: number;
  readonly versions: number;
  readonly first: number;
  readonly last: number;
  /** Number of recordings per day, oldest day first, including days without any. */
  readonly days: readonly DayCount[];
}

export interface DayCount {
  readonly day: string;
  readonly recordings: number;
}

/** Older days are left out of the bars. */
const MAX_DAYS = 90;

/** Those with the most recordings first. All have the same days. */
export function servicesIn(groups: readonly FleetGroup[]): Service[] {
  const days = lastDays(groups.map(({ day }) => day));
  const services = Array.from(
    groupBy(groups, ({ service }) => service),
    ([name, own]): Service => {
      const counts = new Map<string, number>();
      for (const { day, recordings } of own) counts.set(day, (counts.get(day) ?? 0) + recordings);
      return {
        name,
        recordings: own.reduce((sum, each) => sum + each.recordings, 0),
        versions: new Set(own.map(({ version }) => version)).size,
        first: Math.min(...own.map(({ first }) => first)),
        last: Math.max(...own.map(({ last }) => last)),
        days: days.map((day) => ({ day, recordings: counts.get(day) ?? 0 })),
      };
    },
  );
  return services.sort((a, b) => b.recordings - a.recordings);
}

function lastDays(days: readonly string[]): string[] {
  const times = days.map((day) => Date.parse(day));
  const last = times.reduce((a, b) => Math.max(a, b), -Infinity);
  const first = Math.max(
    times.reduce((a, b) => Math.min(a, b), Infinity),
    last - (MAX_DAYS - 1) * DAY,
  );
  if (!(last >= first)) return [];
  const count = Math.round((last - first) / DAY) + 1;
  return Array.from({ length: count }, (_, i) => new Date(first + i * DAY).toISOString().slice(0, 10));
}
