// Derives from ViewOptions what caches need: the filters that are on, keys of trees, and the order of levels.

import type { Filter } from '../src/model/filter.ts';
import { LEVELS, type Level } from '../src/model/levels.ts';
import type { ViewOptions } from '../src/model/session.ts';

/** All levels, starting with this one and then the nearest ones. */
export function levelsFrom(level: Level): Level[] {
  const names = LEVELS.map(({ name }) => name);
  const distance = (name: Level) => Math.abs(names.indexOf(name) - names.indexOf(level));
  return names.sort((a, b) => distance(a) - distance(b));
}

export function filtersOn({ filters }: ViewOptions): Filter[] {
  return filters.filter(({ isOn }) => isOn);
}

/** A cache key, independent of filters that are off. */
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
