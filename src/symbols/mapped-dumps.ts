// Decides which jitdump each process mapped. Several containers may each have a /tmp/jit-1.dump: the mapped file differs, although
// the path and the process ID in it are the same.

import type { MappedInode } from '../model/code.ts';
import type { JitDump } from './jitdump.ts';

interface WithDump {
  readonly dump: Pick<JitDump, 'pid' | 'codes'>;
}

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
