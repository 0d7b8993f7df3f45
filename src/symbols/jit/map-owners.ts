// Finds the process that each perf map belongs to by the addresses of its samples. Processes that were forked from each other have
// code at the same addresses, so several may fit; then the order of the process IDs decides, which a PID namespace keeps.

import type { Symbols } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import type { RecordedProcess } from '../../model/recorded.ts';

interface NumberedMap {
  /** The process ID in its name. */
  readonly pid: number;
  readonly symbols: Symbols;
}

interface MapOwners<M> {
  /** By process. */
  readonly maps: ReadonlyMap<number, M>;
  /** Maps that fit several processes. */
  readonly ambiguous: readonly M[];
}

/** `unnamed` has the addresses of each process without names. */
export function findOwners<M extends NumberedMap>(
  maps: readonly M[],
  unnamed: ReadonlyMap<number, ReadonlySet<number>>,
  processes: ReadonlyMap<number, Pick<RecordedProcess, 'parent'>>,
): MapOwners<M> {
  const owners = new Map<number, M>();
  const ambiguous: M[] = [];
  for (const group of groupsOf(maps, unnamed)) {
    const found = ownersIn(group, unnamed, processes);
    if (found.size === 0) ambiguous.push(...group.maps);
    for (const [pid, map] of found) owners.set(pid, map);
  }
  return { maps: owners, ambiguous };
}

/** Maps and processes that fit each other. */
interface Group<M> {
  readonly maps: readonly M[];
  readonly pids: ReadonlySet<number>;
}

function groupsOf<M extends NumberedMap>(
  maps: readonly M[],
  unnamed: ReadonlyMap<number, ReadonlySet<number>>,
): Group<M>[] {
  let groups: Group<M>[] = [];
  for (const map of maps) {
    const pids = [...unnamed].filter(([, addresses]) => fits(map.symbols, addresses)).map(([pid]) => pid);
    if (pids.length === 0) continue;
    const isShared = (group: Group<M>) => pids.some((pid) => group.pids.has(pid));
    const shared = groups.filter(isShared);
    const merged = {
      maps: [...shared.flatMap((group) => group.maps), map],
      pids: new Set([...shared.flatMap((group) => [...group.pids]), ...pids]),
    };
    groups = [...groups.filter((group) => !isShared(group)), merged];
  }
  return groups;
}

function ownersIn<M extends NumberedMap>(
  { maps, pids }: Group<M>,
  unnamed: ReadonlyMap<number, ReadonlySet<number>>,
  processes: ReadonlyMap<number, Pick<RecordedProcess, 'parent'>>,
): Map<number, M> {
  const sorted = [...pids].sort((a, b) => a - b);
  if (sorted.length === 1) return ofOne(sorted[0], maps, unnamed.get(sorted[0]) ?? new Set());
  const numbered = [...maps].sort((a, b) => a.pid - b.pid);
  const areDistinct = new Set(maps.map(({ pid }) => pid)).size === maps.length;
  if (areDistinct && numbered.length === sorted.length)
    return new Map(sorted.map((pid, i) => [pid, numbered[i]]));
  // All processes of a namespace descend from its process 1.
  const [first] = numbered;
  const eldest = sorted.find((pid) =>
    sorted.every((other) => other === pid || descends(other, pid, processes)),
  );
  return maps.length === 1 && first.pid === 1 && eldest !== undefined
    ? new Map([[eldest, first]])
    : new Map<number, M>();
}

/** The map that names most addresses of the only process that fits; none if another one is as good. */
function ofOne<M extends NumberedMap>(
  pid: number,
  maps: readonly M[],
  addresses: ReadonlySet<number>,
): Map<number, M> {
  const named = maps.map(
    ({ symbols }) => [...addresses].filter((each) => symbols.find(each) !== NONE).length,
  );
  const most = Math.max(...named);
  const best = maps.filter((_, i) => named[i] === most);
  return new Set(best.map((map) => map.pid)).size === 1
    ? new Map([[pid, best[best.length - 1]]])
    : new Map<number, M>();
}

function descends(
  pid: number,
  ancestor: number,
  processes: ReadonlyMap<number, Pick<RecordedProcess, 'parent'>>,
): boolean {
  const seen = new Set<number>();
  let at = processes.get(pid)?.parent ?? NONE;
  while (at !== ancestor && at !== NONE && !seen.has(at)) {
    seen.add(at);
    at = processes.get(at)?.parent ?? NONE;
  }
  return at === ancestor;
}

/** More tell nothing new. */
const MAX_UNNAMED = 4096;

/**
 * Looks up the code that a process generated at run time in its perf map, and keeps the addresses that have no name: they tell
 * whose map it is when its name does not.
 */
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
