// Values derived from ViewOptions: the active filters, cache keys, and levels ordered by distance.

import type { Filter } from '../src/model/filter.ts';
import { canFoldImports, LEVELS, type Level } from '../src/model/levels.ts';
import type { ViewOptions } from '../src/model/session.ts';

/** All levels, nearest first, starting with `level` itself. */
export function levelsByDistance(level: Level): Level[] {
  const names = LEVELS.map(({ name }) => name);
  const distance = (name: Level) => Math.abs(names.indexOf(name) - names.indexOf(level));
  return names.sort((a, b) => distance(a) - distance(b));
}

export function activeFilters({ filters }: ViewOptions): Filter[] {
  return filters.filter(({ isOn }) => isOn);
}

/** The level, and whether its imports are folded. */
export type LevelOptions = Pick<ViewOptions, 'level' | 'foldImports'>;

export function foldsImports({ level, foldImports }: LevelOptions): boolean {
  return foldImports && canFoldImports(level);
}

/** A cache key that ignores folding at levels where it has no effect. */
export function levelKeyOf(options: LevelOptions): string {
  return foldsImports(options) ? `${options.level} folded` : options.level;
}

/** A cache key that ignores inactive filters. */
export function keyOf(options: ViewOptions, filters: readonly Filter[] = activeFilters(options)): string {
  const { event, threads, range } = options;
  return JSON.stringify([
    levelKeyOf(options),
    event,
    threads,
    range,
    filters.map(({ action, target }) => [action, target]),
  ]);
}
