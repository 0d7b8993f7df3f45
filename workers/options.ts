// What the options of a view say: which filters count, whether two look at the same, which level is next.

import type { Filter } from '../src/model/filter.ts';
import { LEVELS, type Level } from '../src/model/levels.ts';
import type { ViewOptions } from '../src/model/session.ts';

/** All levels, that one first, then the nearest. */
export function levelsFrom(level: Level): Level[] {
  const names = LEVELS.map(({ name }) => name);
  const distance = (name: Level) => Math.abs(names.indexOf(name) - names.indexOf(level));
  return names.sort((a, b) => distance(a) - distance(b));
}

export function filtersOn({ filters }: ViewOptions): Filter[] {
  return filters.filter(({ isOn }) => isOn);
}

/** The same for options and filters that are on that look at the same. */
export function keyOf(options: ViewOptions, filters: readonly Filter[] = filtersOn(options)): string {
  const { level, event, threads, range } = options;
  return JSON.stringify([
    level,
    event,
    threads,
    range,
    filters.map(({ action, target }) => [action, target]),
  ]);
}
