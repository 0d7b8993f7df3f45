// Which perf map and jitdump belong to which process. Both are named after the ID that the process has in its PID namespace,
// which in a container is not the one that perf records.

import { jitdumpPid, type MappedInode } from '../model/code.ts';
import { PERF_MAP_NAME } from './companion-kind.ts';
import type { JitDump } from './jit/jitdump.ts';

export class OwnFiles {
  private readonly ownPids = new Map<number, number>();
  /** Paths of the mapped jitdumps, by process. */
  private readonly dumpPaths = new Map<number, string>();

  nameInNamespace(pid: number, own: number): void {
    this.ownPids.set(pid, own);
  }

  mapDump(pid: number, path: string): void {
    this.dumpPaths.set(pid, path);
  }

  /** The process ID in the jitdump of a process. */
  dumpPid(pid: number): number {
    return jitdumpPid(this.dumpPaths.get(pid) ?? '') ?? pid;
  }

  /** The process IDs that the name of a process's perf map may have: its own, and that of a copy renamed for perf. */
  mapPids(pid: number): readonly number[] {
    const own = this.ownPids.get(pid);
    return own === undefined ? [pid] : [pid, own];
  }

  /** The file with the symbols of a process's JIT-compiled code: the jitdump that it mapped, otherwise its perf map. */
  symbolPath(pid: number): string {
    return this.dumpPaths.get(pid) ?? `/tmp/perf-${this.ownPids.get(pid) ?? pid}.map`;
  }

  hasMappedDump(pid: number): boolean {
    return this.dumpPaths.has(pid);
  }

  /** True if the file of this process ID belongs to one of the recorded processes. */
  isOwn(pid: number, recorded: ReadonlySet<number>): boolean {
    return (
      recorded.has(pid) ||
      [...this.ownPids.values()].includes(pid) ||
      [...this.dumpPaths.keys()].some((each) => this.dumpPid(each) === pid)
    );
  }
}

/** The process ID in the name of a perf map; undefined for other files. */
export function mapProcess(path: string): number | undefined {
  const pid = PERF_MAP_NAME.exec(path)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

interface WithDump {
  readonly dump: Pick<JitDump, 'pid' | 'codes'>;
}

/**
 * Decides which jitdump each process mapped. Several containers may each have a /tmp/jit-1.dump: the mapped file differs, although
 * the path and the process ID in it are the same.
 */
export class MappedDumps<Dump extends WithDump> {
  /** By device and inode. */
  private readonly ofFile = new Map<string, Dump>();

  /** The dump that belongs to a mapped file. `pid` is the ID in the dump. */
  find(dumps: readonly Dump[], pid: number, inode: MappedInode | undefined): Dump | undefined {
    const named = dumps.filter(({ dump }) => dump.pid === pid);
    if (!inode) return named[0];
    const key = `${inode.major}:${inode.minor}:${inode.inode}`;
    const known = this.ofFile.get(key);
    if (known) return known;
    // Processes map their dump when they begin to write it.
    const used = new Set(this.ofFile.values());
    const [first] = named.filter((each) => !used.has(each)).sort((a, b) => startOf(a) - startOf(b));
    if (first) this.ofFile.set(key, first);
    return first;
  }
}

function startOf({ dump }: WithDump): number {
  return dump.codes[0]?.time ?? Infinity;
}
