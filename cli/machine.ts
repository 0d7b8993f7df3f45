// Compares the machine of a recording with this one.

import { hostname, machine, release, uptime } from 'node:os';
import type { KernelReference } from '../src/model/code.ts';

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
