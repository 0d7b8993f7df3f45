// Names addresses the way `perf script` prints them: the function of the mapped file that holds it, and the file. Each
// address is looked up once a process, as long as its mappings stay.

import type { CodeLibrary } from '../../model/code.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import { NONE, Seen, UNKNOWN } from '../../model/profile.ts';
import type { AddressSpace } from './address-space.ts';

const KERNEL = '[kernel.kallsyms]';
/** Few, since there may be thousands of processes of which little is seen. */
const FIRST_SLOTS = 1 << 8;

export class Namer {
  private readonly builder: ProfileBuilder;
  private readonly library: CodeLibrary;
  private readonly caches = new WeakMap<AddressSpace, Cache>();
  private readonly kernelCache = new Cache();
  /** What is mapped of the kernel, and how far it lies from where its symbols say. */
  private kernelShift = 0;
  private hasKernel = false;
  /** Code of no file, in either half of the addresses. */
  private unknownLow: number | undefined;
  private unknownHigh: number | undefined;

  constructor(builder: ProfileBuilder, library: CodeLibrary) {
    this.builder = builder;
    this.library = library;
  }

  /** The kernel's mapping: `path` is `[kernel.kallsyms]SYMBOL`, and `offset` where that symbol was. */
  mapKernel(path: string, offset: number): void {
    if (!path.startsWith('[kernel.kallsyms]')) return;
    this.hasKernel = true;
    const known = this.library.kernel?.addressOf(path.slice(KERNEL.length)) ?? NaN;
    if (!Number.isNaN(known)) this.kernelShift = offset - known;
  }

  /** What is known of the addresses of this process, as it is now. */
  cacheOf(space: AddressSpace): Cache {
    let cache = this.caches.get(space);
    if (!cache || cache.generation !== space.generation) {
      cache = new Cache();
      cache.generation = space.generation;
      this.caches.set(space, cache);
    }
    return cache;
  }

  /** The function at an address (its low and high half) that `mode` says is the kernel's or the process's. */
  func(cache: Cache, space: AddressSpace, low: number, high: number, isKernel: boolean): number {
    const known = isKernel ? this.kernelCache : cache;
    const slot = known.slotOf(low, high);
    const found = known.at(slot);
    if (found >= 0) return found;
    const address = high * 2 ** 32 + (low >>> 0);
    if (isKernel) {
      const func = this.kernelFunc(address);
      known.set(slot, low, high, func);
      return func;
    }
    const row = space.find(address);
    // Something may be mapped there later.
    if (row < 0)
      return address < 0
        ? (this.unknownHigh ??= this.unknown(Seen.upperHalf))
        : (this.unknownLow ??= this.unknown(Seen.plain));
    const func = this.userFunc(space, row, address);
    known.set(slot, low, high, func);
    return func;
  }

  private kernelFunc(address: number): number {
    const { builder, library } = this;
    const found = library.kernel?.find(address - this.kernelShift);
    const name = found?.name ?? UNKNOWN;
    const module = found?.module ?? (this.hasKernel && address < 0 ? KERNEL : UNKNOWN);
    return builder.func(name, builder.module(module), address < 0 ? Seen.upperHalf : Seen.plain);
  }

  private unknown(seen: number): number {
    return this.builder.func(UNKNOWN, this.builder.module(UNKNOWN), seen);
  }

  private userFunc(space: AddressSpace, row: number, address: number): number {
    const { builder } = this;
    const seen = address < 0 ? Seen.upperHalf : Seen.plain;
    const { name, symbols, byAddress } = space.file(row);
    const symbol = symbols?.find(byAddress ? address : space.offset(row, address)) ?? NONE;
    return builder.func(symbols && symbol >= 0 ? symbols.name(symbol) : UNKNOWN, builder.module(name), seen);
  }
}

/** Functions by address, in two halves: an open table that grows. */
export class Cache {
  generation = 0;
  private lows = new Int32Array(FIRST_SLOTS);
  private highs = new Int32Array(FIRST_SLOTS);
  /** Function + 1; 0 is empty. */
  private funcs = new Int32Array(FIRST_SLOTS);
  private used = 0;

  /** Where the address is, or would be. */
  slotOf(low: number, high: number): number {
    const mask = this.funcs.length - 1;
    const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (this.funcs[slot] !== 0 && (this.lows[slot] !== low || this.highs[slot] !== high))
      slot = (slot + 1) & mask;
    return slot;
  }

  /** The function in a slot; NONE when it is empty. */
  at(slot: number): number {
    return this.funcs[slot] - 1;
  }

  set(slot: number, low: number, high: number, func: number): void {
    this.lows[slot] = low;
    this.highs[slot] = high;
    this.funcs[slot] = func + 1;
    if (++this.used * 2 > this.funcs.length) this.grow();
  }

  private grow(): void {
    const { lows, highs, funcs } = this;
    this.lows = new Int32Array(funcs.length * 2);
    this.highs = new Int32Array(funcs.length * 2);
    this.funcs = new Int32Array(funcs.length * 2);
    for (const [old, func] of funcs.entries()) {
      if (func === 0) continue;
      const slot = this.slotOf(lows[old], highs[old]);
      this.lows[slot] = lows[old];
      this.highs[slot] = highs[old];
      this.funcs[slot] = func;
    }
  }
}
