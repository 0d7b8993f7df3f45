// Looks for what names the functions of the recorded kernel: the symbols of the running one when it is proven to be the
// same, or perf's copy of the recorded one's.

import { readFileSync } from 'node:fs';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { KERNEL } from '../src/model/code.ts';
import { buildIdIn } from '../src/symbols/elf.ts';
import { isSameBuild } from './build-id.ts';
import { nameOfMachine, type Agreement } from './machine.ts';
import type { FoundSource, Place } from './place.ts';
import type { Provenance } from './provenance.ts';

export interface FoundKernel {
  readonly source: FoundSource | undefined;
  /** Why symbols that are there were not taken, or not all of them, a sentence each. */
  readonly why: readonly string[];
}

const KALLSYMS = '/proc/kallsyms';
/** The ELF notes of the running kernel, its build id among them. */
const NOTES = '/sys/kernel/notes';
/** An address that is not zero. */
const ADDRESS = /^0*[1-9a-f][0-9a-f]* /m;
/** Modules are loaded at other addresses after each start; the kernel itself is moved as one, which a recording tells. */
const MODULE_LINES = /^.*\t\[.*\n?/gm;

/** `buildId` is '' where the recording has none. */
export function lookUpKernel(buildId: string, place: Place, provenance: Provenance): FoundKernel {
  const agreement = agreementWithRunning(buildId, place, provenance);
  const running = agreement === 'other' ? undefined : kallsymsAt(place.at(KALLSYMS));
  const why: string[] = [];
  // Where they are hidden it cannot be seen whether the kernel is where it was recorded.
  if (running === 'hidden') why.push(hiddenAt(place.at(KALLSYMS)));
  else if (agreement !== 'same') why.push(whyOther(provenance));
  else if (running) return kernelIn(running, provenance.isVouched || provenance.isThisBoot);
  const cache = place.inCache(KERNEL, buildId, 'kallsyms');
  const cached = buildId === '' ? undefined : kallsymsAt(cache);
  if (cached === 'hidden') why.push(hiddenAt(cache));
  else if (cached) return kernelIn(cached, provenance.isVouched);
  return { source: undefined, why };
}

/** Is the running kernel the recorded one? */
function agreementWithRunning(buildId: string, place: Place, provenance: Provenance): Agreement {
  const running = buildIdIn(bytesAt(place.at(NOTES)) ?? new Uint8Array(0));
  if (buildId !== '' && running !== '') return isSameBuild(buildId, running) ? 'same' : 'other';
  if (provenance.isVouched) return 'same';
  return buildId === '' ? provenance.kernel : 'unknown';
}

function whyOther({ recorded }: Provenance): string {
  const machine = nameOfMachine(recorded);
  const which = machine === undefined ? ', which the recording does not name' : ` (${machine})`;
  return `The kernel’s functions have no names, since nothing proves that this machine runs the recorded kernel${which}`;
}

function hiddenAt(path: string): string {
  return `${path} hides the addresses of the kernel: run this as root, or set kernel.kptr_restrict to 0`;
}

/** Undefined when there is no such file, or nothing in it. */
function kallsymsAt(path: string): Uint8Array<ArrayBuffer> | 'hidden' | undefined {
  const bytes = bytesAt(path);
  if (!bytes || bytes.length === 0) return undefined;
  return ADDRESS.test(new TextDecoder('latin1').decode(bytes)) ? bytes : 'hidden';
}

function kernelIn(symbols: Uint8Array<ArrayBuffer>, isOfBoot: boolean): FoundKernel {
  const bytes = isOfBoot ? symbols : withoutModules(symbols);
  const why =
    bytes.length === symbols.length
      ? []
      : [
          'The functions of kernel modules have no names: modules are elsewhere after each start of a machine',
        ];
  const source = {
    name: KALLSYMS,
    size: bytes.length,
    stream: () => memoryStream(bytes),
    file: memoryFile(bytes),
  };
  return { source, why };
}

/** Where the kernel that runs has a symbol; NaN when there is no telling. */
export function runningAddressOf(symbol: string, place: Place): number {
  if (!/^\w+$/.test(symbol)) return NaN;
  const text = new TextDecoder('latin1').decode(bytesAt(place.at(KALLSYMS)));
  const [, hex] = new RegExp(`^([0-9a-f]{1,16}) \\w ${symbol}$`, 'm').exec(text) ?? [];
  const address = hex === undefined ? 0 : Number(BigInt.asIntN(64, BigInt(`0x${hex}`)));
  return address === 0 ? NaN : address;
}

/** Files of /proc and /sys do not say how large they are, and are read in one go. */
function bytesAt(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return undefined;
  }
}

function withoutModules(kallsyms: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder('latin1').decode(kallsyms).replace(MODULE_LINES, '');
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Only the lines that name code: data are not sampled, and are most of a module's symbols. */
export function textSymbols(kallsyms: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines = new TextDecoder('latin1').decode(kallsyms).match(/^[0-9a-f]+ [tTwW] .*\n?/gm) ?? [];
  return new Uint8Array(Buffer.from(lines.join(''), 'latin1'));
}
