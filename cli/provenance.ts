// Decides whether files of this machine are those of the recording. Where neither side has a build id to compare, a file
// at the recorded path is used only when something else proves it:
//
//   its inode and generation are those that were mapped
//   its inode alone is, or was not recorded, and the recording was made on this machine since it was started
//
// With --symfs the user vouches for all files of that folder, and only build ids that differ are refused.

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

/** Only the path of an unproven file matches. */
export type Verdict = 'proven' | 'other' | 'unproven';

export class Provenance {
  readonly recorded: RecordedMachine;
  readonly isVouched: boolean;
  private readonly local: LocalMachine;
  private boot: Agreement | undefined;
  /** Was a mapped file found to be one of this machine's? */
  private hasProven = false;

  constructor(recorded: RecordedMachine, local: LocalMachine, isVouched: boolean) {
    this.recorded = recorded;
    this.local = local;
    this.isVouched = isVouched;
  }

  /** Of the file at `path`, which the recording mapped as each of these inodes. */
  verdictOn(path: string, inodes: readonly MappedInode[]): Verdict {
    if (this.isVouched) return 'proven';
    const likeness = inodes.map((inode) => compareInode(path, inode));
    if (likeness.includes('other')) return 'other';
    const isFromHere = likeness.includes('same') || (likeness.includes('likely') && this.mayBeHere);
    this.hasProven ||= isFromHere;
    return isFromHere || this.isThisBoot ? 'proven' : 'unproven';
  }

  /**
   * Was it recorded on this machine since it was started? Of a recording that does not say where it was made, as one that
   * perf did not finish, a mapped file says it: look at those first.
   */
  get isThisBoot(): boolean {
    this.boot ??= compareBoots(this.recorded, this.local);
    return this.boot === 'same' || (this.boot === 'unknown' && this.hasProven);
  }

  /** Is the running kernel the recorded one, although the recording has no build id of it? */
  get kernel(): Agreement {
    return compareKernels(this.recorded, this.local);
  }

  /** Numbers of inodes are small, and the same on machines that were made of one image. */
  private get mayBeHere(): boolean {
    return compareMachines(this.recorded, this.local) !== 'other';
  }
}
