// Looks up the code that a process generated at run time in its perf map, and keeps the addresses that have no name: they tell
// whose map it is when its name does not.

import type { Symbols } from '../model/code.ts';
import { NONE } from '../model/profile.ts';

/** More tell nothing new. */
const MAX_UNNAMED = 4096;

export class ProcessCode implements Symbols {
  private readonly map: Symbols | undefined;
  private hasNames = false;
  private readonly addresses = new Set<number>();

  /** `map` is undefined if the process has none. */
  constructor(map?: Symbols) {
    this.map = map;
  }

  get length(): number {
    return this.map?.length ?? 0;
  }

  find(address: number): number {
    const row = this.map?.find(address) ?? NONE;
    if (row !== NONE) this.hasNames = true;
    else if (this.addresses.size < MAX_UNNAMED) this.addresses.add(address);
    return row;
  }

  name(row: number): string {
    return this.map?.name(row) ?? '';
  }

  /** True if the map named any of the code. */
  get isNamed(): boolean {
    return this.hasNames;
  }

  /** Addresses of samples that the map does not name. */
  get unnamed(): ReadonlySet<number> {
    return this.addresses;
  }
}

/** True if any of the addresses has a name in the map. By chance, that is less likely than one in a million: maps are small. */
export function fits(map: Symbols, unnamed: Iterable<number>): boolean {
  for (const address of unnamed) if (map.find(address) !== NONE) return true;
  return false;
}
