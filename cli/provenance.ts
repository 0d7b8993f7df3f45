// Decides whether local files are the recorded ones. If a build ID is missing on either side, a file at the recorded
// path is used only with other proof:
//
//  its inode and generation are the mapped ones
//  its inode matches or was not recorded, and the recording is from the current boot of this machine
//
// With --symfs the user confirms all files of the folder, and only different build IDs are rejected.

import type { MappedInode } from '../src/model/code.ts';
import { compareInode } from './inode.ts';
import {
  compareBoots,
  compareKernels,
  compareMachines,
  type Agreement,
  type LocalMachine,
  type RecordedMachine,
} from './machine.ts';

/** `unproven`: only the path matches. */
export type Verdict = 'proven' | 'other' | 'unproven';

/**
 * Compares build IDs in lower-case hex. Recordings of old versions of perf pad them with zeros to 20 bytes. Files without an ID
 * do not match, as in perf.
 */
export function isSameBuild(recorded: string, own: string): boolean {
  return own !== '' && recorded.startsWith(own) && /^0*$/.test(recorded.slice(own.length));
}

export class Provenance {
  readonly recorded: RecordedMachine;
  readonly isTrusted: boolean;
  private readonly local: LocalMachine;
  private boot: Agreement | undefined;
  /** True once a mapped file was proven to be a local one. */
  private hasProven = false;

  constructor(recorded: RecordedMachine, local: LocalMachine, isTrusted: boolean) {
    this.recorded = recorded;
    this.local = local;
    this.isTrusted = isTrusted;
  }

  /** Judges the file at `path`, which the recording mapped with these inodes. */
  verdictOn(path: string, inodes: readonly MappedInode[]): Verdict {
    if (this.isTrusted) return 'proven';
    const match = inodes.map((inode) => compareInode(path, inode));
    if (match.includes('other')) return 'other';
    const isFromHere = match.includes('same') || (match.includes('likely') && this.mayBeThisMachine);
    this.hasProven ||= isFromHere;
    return isFromHere || this.isThisBoot ? 'proven' : 'unproven';
  }

  /**
   * True if it was recorded during the current boot of this machine, or is trusted. Some recordings do not identify their
   * machine, for example if perf did not finish writing them; then one proven mapped file is enough, so check mapped
   * files first.
   */
  get isThisBoot(): boolean {
    if (this.isTrusted) return true;
    this.boot ??= compareBoots(this.recorded, this.local);
    return this.boot === 'same' || (this.boot === 'unknown' && this.hasProven);
  }

  /** Whether the running kernel is the recorded one, judged without a build ID. */
  get kernel(): Agreement {
    return compareKernels(this.recorded, this.local);
  }

  /**
   * False for recordings of other machines, whose inode numbers may be equal: they are small, and cloned machines share
   * them.
   */
  private get mayBeThisMachine(): boolean {
    return compareMachines(this.recorded, this.local) !== 'other';
  }
}
