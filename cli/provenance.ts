// Decides whether local files are the recorded ones. If a build ID is missing on either side, a file at the recorded
// path is used only with other proof:
//
//  its inode is the mapped one, and the recording is not from another machine
//  its inode cannot be compared, and the recording is from the current boot of this machine
//
// With --symfs, the user vouches for all files in the folder, and only different build IDs are rejected.

import { statSync } from 'node:fs';
import type { MappedInode, KernelReference } from '../src/model/code.ts';
import { hostname, machine, release, uptime } from 'node:os';

/** `unproven`: only the path matches. */
export type ProvenanceVerdict = 'proven' | 'different' | 'unproven';

/**
 * Compares build IDs in lower-case hex. Old perf versions pad the recorded ID with zeros to 20 bytes. Files without an
 * ID do not match, as in perf.
 */
export function isSameBuild(recorded: string, local: string): boolean {
  return local !== '' && recorded.startsWith(local) && /^0*$/.test(recorded.slice(local.length));
}

export class Provenance {
  readonly recorded: RecordedMachine;
  readonly isTrusted: boolean;
  private readonly local: LocalMachine;
  private boot: MatchResult | undefined;
  /** True once a mapped file was proven to be a local one. */
  private hasProven = false;

  constructor(recorded: RecordedMachine, local: LocalMachine, isTrusted: boolean) {
    this.recorded = recorded;
    this.local = local;
    this.isTrusted = isTrusted;
  }

  /** Decides whether the local file at `path` is the one that was mapped with these inodes. */
  verdictOn(path: string, inodes: readonly MappedInode[]): ProvenanceVerdict {
    if (this.isTrusted) return 'proven';
    const match = inodes.map((inode) => compareInode(path, inode));
    if (match.includes('different')) return 'different';
    const isFromHere = match.includes('same') && this.mayBeThisMachine;
    this.hasProven ||= isFromHere;
    return isFromHere || this.isThisBoot ? 'proven' : 'unproven';
  }

  /**
   * True if the recording was made during the current boot of this machine, or is trusted. Some recordings do not
   * identify their machine, for example if perf did not finish writing them; then one proven mapped file is enough, so
   * check mapped files first.
   */
  get isThisBoot(): boolean {
    if (this.isTrusted) return true;
    this.boot ??= compareBoots(this.recorded, this.local);
    return this.boot === 'same' || (this.boot === 'unknown' && this.hasProven);
  }

  /** Whether the running kernel is the recorded one, judged without a build ID. */
  get kernel(): MatchResult {
    return compareKernels(this.recorded, this.local);
  }

  /**
   * False for recordings from other machines: inode numbers are small, and identical on cloned machines, so a match
   * there proves nothing.
   */
  private get mayBeThisMachine(): boolean {
    return compareMachines(this.recorded, this.local) !== 'different';
  }
}

/**
 * Compares a local file with a mapped one by the device and inode that the kernel recorded. `unknown`: they cannot be compared, as
 * with overlays. A file that replaced the mapped one may have its inode.
 */
export function compareInode(path: string, recorded: MappedInode): MatchResult {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 'different';
  // Inverse of the C library's makedev.
  const major = (found.dev >>> 8) & 0xfff;
  const minor = (found.dev & 0xff) | ((found.dev >>> 12) & 0xfff00);
  const isVirtual = major === 0 || recorded.major === 0;
  if (!isVirtual && (major !== recorded.major || minor !== recorded.minor)) return 'different';
  // overlayfs gives some files its own inode numbers; recordings contain those of the underlying files.
  if (found.ino !== recorded.inode) return isVirtual ? 'unknown' : 'different';
  return 'same';
}

/** Unknown fields are ''. */
interface Machine {
  readonly hostname: string;
  /** Kernel release as in `uname -r`. */
  readonly release: string;
  /** As in `uname -m`. */
  readonly arch: string;
}

export interface RecordedMachine extends Machine {
  readonly kernel: Pick<KernelReference, 'symbol' | 'address'> | undefined;
  /** Time of the last sample in nanoseconds since boot; NaN if unknown. */
  readonly lastTime: number;
}

export interface LocalMachine extends Machine {
  /** Uptime in nanoseconds. */
  uptime(): number;
  /** Address of a symbol in the running kernel; NaN if hidden or missing. */
  addressOf(symbol: string): number;
}

export type MatchResult = 'same' | 'different' | 'unknown';

/** Tolerated difference between the recorded clock and the local one, in nanoseconds and as a factor. */
const CLOCK_SLACK = 60e9;
const CLOCK_DRIFT = 1.001;

export function thisMachine(addressOf: LocalMachine['addressOf']): LocalMachine {
  return {
    hostname: hostname(),
    release: release(),
    arch: machine(),
    // The larger one, so that recordings from this boot are never rejected: hrtime excludes suspend, as perf's clock does, and
    // in a container, uptime() may be the container's own.
    uptime: () => Math.max(Number(process.hrtime.bigint()), uptime() * 1e9),
    addressOf,
  };
}

/** Whether the recording was made on this machine with the running kernel. */
export function compareMachines(recorded: RecordedMachine, local: LocalMachine): MatchResult {
  return compareParts(recorded, local, ['hostname', 'release', 'arch']);
}

/**
 * Whether the recording was made since this machine booted. Recordings do not identify a boot, but two boots rarely
 * share the kernel address, which is random (KASLR), and a sample time beyond the current uptime is from another boot.
 */
export function compareBoots(recorded: RecordedMachine, local: LocalMachine): MatchResult {
  const match = compareMachines(recorded, local);
  if (match === 'different') return match;
  if (recorded.lastTime > local.uptime() * CLOCK_DRIFT + CLOCK_SLACK) return 'different';
  return compareBases(recorded, local) === 'different' ? 'different' : match;
}

/** Whether the running kernel is the recorded one, judged without a build ID. */
export function compareKernels(recorded: RecordedMachine, local: LocalMachine): MatchResult {
  const release = compareParts(recorded, local, ['release', 'arch']);
  const bases = compareBases(recorded, local);
  if (release === 'different' || bases === 'different') return 'different';
  return release === 'same' ? bases : release;
}

/** “web1, Linux 6.1.0-18-amd64, x86_64” without unknown parts; undefined if all parts are unknown. */
export function nameOfMachine({ hostname, release, arch }: Machine): string | undefined {
  const known = [hostname, release && `Linux ${release}`, arch].filter((each) => each !== '');
  return known.length === 0 ? undefined : known.join(', ');
}

function compareBases({ kernel }: RecordedMachine, local: LocalMachine): MatchResult {
  const address = kernel ? local.addressOf(kernel.symbol) : NaN;
  if (!kernel || Number.isNaN(address)) return 'unknown';
  return kernel.address === address ? 'same' : 'different';
}

function compareParts(recorded: Machine, local: Machine, parts: readonly (keyof Machine)[]): MatchResult {
  const known = parts.filter((part) => recorded[part] !== '' && local[part] !== '');
  if (known.some((part) => recorded[part] !== local[part])) return 'different';
  return known.length === parts.length ? 'same' : 'unknown';
}
