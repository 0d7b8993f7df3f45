// Finds kernel symbols: /proc/kallsyms if the running kernel is proven to be the recorded one, otherwise perf's cached copy.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { KERNEL } from '../src/model/code.ts';
import { buildIdIn } from '../src/symbols/elf/elf.ts';
import { nameOfMachine, type MatchResult, isSameBuild, type Provenance } from './provenance.ts';
import { memorySource, type LookupResult, type SearchRoot } from './search-root.ts';
import { hasAddresses } from '../src/symbols/kernel/kallsyms.ts';

const KALLSYMS = '/proc/kallsyms';
/** The ELF notes of the running kernel, including its build ID. */
const NOTES = '/sys/kernel/notes';
/**
 * Modules are loaded at different addresses after each boot; the kernel itself moves as a whole, by an offset that the
 * recording contains.
 */
const MODULE_LINES = /^.*\t\[.*\n?/gm;

/** `buildId` is '' if the recording has none. */
export function lookUpKernel(buildId: string, root: SearchRoot, provenance: Provenance): LookupResult {
  const match = matchRunningKernel(buildId, root, provenance);
  const running = match === 'different' ? '' : textAt(root.at(KALLSYMS));
  const reasons: string[] = [];
  // If the addresses are hidden, the location of the kernel cannot be compared.
  if (isHidden(running)) reasons.push(explainHiddenAddresses(root.at(KALLSYMS)));
  else if (match !== 'same') reasons.push(explainMismatch(provenance));
  else if (running) return kernelIn(running, provenance.isThisBoot);
  const cache = root.cachePath(KERNEL, buildId, 'kallsyms');
  const cached = buildId === '' ? '' : textAt(cache);
  if (isHidden(cached)) reasons.push(explainHiddenAddresses(cache));
  else if (cached) return kernelIn(cached, provenance.isTrusted);
  return { sources: [], reasons };
}

function matchRunningKernel(buildId: string, root: SearchRoot, provenance: Provenance): MatchResult {
  const running = buildIdIn(new Uint8Array(contentAt(root.at(NOTES))));
  if (buildId !== '' && running !== '') return isSameBuild(buildId, running) ? 'same' : 'different';
  if (provenance.isTrusted) return 'same';
  return buildId === '' ? provenance.kernel : 'unknown';
}

function explainMismatch({ recorded }: Provenance): string {
  const machine = nameOfMachine(recorded);
  const which = machine === undefined ? ', which the recording does not identify' : ` (${machine})`;
  return `Kernel functions have no names: this machine may be running a different kernel than the recorded one${which}`;
}

function explainHiddenAddresses(path: string): string {
  return `${path} hides kernel addresses: run pyrograph as root, or set kernel.kptr_restrict to 0`;
}

function isHidden(kallsyms: string): boolean {
  return kallsyms !== '' && !hasAddresses(kallsyms);
}

/** What was found last: recordings that are compared mostly have the same kernel, whose symbols are parsed once per array. */
let last = { text: '', bytes: bytesOf('') };

function kernelIn(kallsyms: string, isCurrentBoot: boolean): LookupResult {
  const kept = isCurrentBoot ? kallsyms : kallsyms.replace(MODULE_LINES, '');
  const hasRemovedModules = kept.length < kallsyms.length;
  const reasons = hasRemovedModules
    ? ['Functions of kernel modules have no names, since module addresses change with every boot']
    : [];
  if (kept !== last.text) last = { text: kept, bytes: bytesOf(kept) };
  return { sources: [memorySource(KALLSYMS, last.bytes)], reasons };
}

/** Address of a symbol in the running kernel; NaN if unknown. */
export function runningKernelAddress(symbol: string, root: SearchRoot): number {
  if (!/^\w+$/.test(symbol)) return NaN;
  const line = new RegExp(`^([0-9a-f]{1,16}) \\w ${symbol}$`, 'm');
  for (const lines of blocksOfLines(root.at(KALLSYMS))) {
    const [, hex] = line.exec(lines) ?? [];
    if (hex === undefined) continue;
    const address = Number(BigInt.asIntN(64, BigInt(`0x${hex}`)));
    return address === 0 ? NaN : address;
  }
  return NaN;
}

/** In bytes. The start of the kernel's code is one of the first symbols. */
const BLOCK_SIZE = 1 << 16;

/** The lines of a file, as far as they are needed: the kernel takes a third of a second to print all its symbols. */
function* blocksOfLines(path: string): Generator<string> {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const buffer = Buffer.alloc(BLOCK_SIZE);
    let rest = '';
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
      const text = rest + buffer.toString('latin1', 0, count);
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      yield text.slice(0, end);
    }
    yield rest;
  } catch {
    // Missing or unreadable.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads a file in /proc or /sys in one go; these report no size. Empty if it cannot be read. */
function contentAt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

function textAt(path: string): string {
  return contentAt(path).toString('latin1');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** Keeps only code symbols, since data is never sampled, and the end of the data, which identifies the kernel. */
export function textSymbols(kallsyms: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines =
    Buffer.from(kallsyms)
      .toString('latin1')
      .match(/^[0-9a-f]+ (?:[tTwW] .*|[dD] _edata$)\n?/gm) ?? [];
  return bytesOf(lines.join(''));
}
