// The machine that a recording was made on, as the recording tells, and whether that is this one.

import { hostname, machine, release, uptime } from 'node:os';
import type { KernelReference } from '../src/model/code.ts';

/** What is unknown is ''. */
export interface Machine {
  readonly hostname: string;
  /** Of the kernel, as `uname -r` prints it. */
  readonly release: string;
  /** As `uname -m` prints it. */
  readonly arch: string;
}

export interface RecordedMachine extends Machine {
  readonly kernel: KernelReference | undefined;
  /** When the last sample was taken, in nanoseconds since the machine started; NaN when that is unknown. */
  readonly lastTime: number;
}

export interface LocalMachine extends Machine {
  /** For how many nanoseconds it has been running. */
  runningFor(): number;
  /** Where the running kernel has a symbol; NaN when it hides that, or has none of this name. */
  addressOf(symbol: string): number;
}

export type Agreement = 'same' | 'other' | 'unknown';

/** Clocks of a recording and of this process may go apart by so much, in nanoseconds and as a factor. */
const CLOCK_SLACK = 60e9;
const CLOCK_DRIFT = 1.001;

export function thisMachine(addressOf: LocalMachine['addressOf']): LocalMachine {
  return {
    hostname: hostname(),
    release: release(),
    arch: machine(),
    // Times of perf leave out what a machine slept, as the first does; in a container the second may be the container's.
    runningFor: () => Math.max(Number(process.hrtime.bigint()), uptime() * 1e9),
    addressOf,
  };
}

/** Was it recorded on this machine, with the kernel that it runs now? */
export function compareMachines(recorded: RecordedMachine, local: LocalMachine): Agreement {
  return agreementOf([
    [recorded.hostname, local.hostname],
    [recorded.release, local.release],
    [recorded.arch, local.arch],
  ]);
}

/**
 * Was it recorded since this machine was started? No recording names a boot. What two boots of one kernel seldom share is
 * where the kernel is, which is random (KASLR); and what was recorded later than this machine has been running was not
 * recorded in this boot.
 */
export function compareBoots(recorded: RecordedMachine, local: LocalMachine): Agreement {
  const agreement = compareMachines(recorded, local);
  if (agreement === 'other') return agreement;
  if (recorded.lastTime > local.runningFor() * CLOCK_DRIFT + CLOCK_SLACK) return 'other';
  return compareBases(recorded, local) === 'other' ? 'other' : agreement;
}

/** Is the running kernel the recorded one, as far as can be told where the recording has no build id of it? */
export function compareKernels(recorded: RecordedMachine, local: LocalMachine): Agreement {
  const release = agreementOf([
    [recorded.release, local.release],
    [recorded.arch, local.arch],
  ]);
  const bases = compareBases(recorded, local);
  if (release === 'other' || bases === 'other') return 'other';
  return release === 'same' ? bases : release;
}

/** “web1, Linux 6.1.0-18-amd64, x86_64” without what is unknown; undefined when all of it is. */
export function nameOfMachine({ hostname, release, arch }: Machine): string | undefined {
  const known = [hostname, release && `Linux ${release}`, arch].filter((each) => each !== '');
  return known.length === 0 ? undefined : known.join(', ');
}

function compareBases({ kernel }: RecordedMachine, local: LocalMachine): Agreement {
  const address = kernel ? local.addressOf(kernel.symbol) : NaN;
  if (!kernel || Number.isNaN(address)) return 'unknown';
  return kernel.address === address ? 'same' : 'other';
}

function agreementOf(pairs: readonly (readonly [string, string])[]): Agreement {
  const known = pairs.filter(([recorded, local]) => recorded !== '' && local !== '');
  if (known.some(([recorded, local]) => recorded !== local)) return 'other';
  return known.length === pairs.length ? 'same' : 'unknown';
}
