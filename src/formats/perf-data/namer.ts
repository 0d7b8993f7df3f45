// Names addresses the way `perf script` prints them: the function of the mapped file that holds it, and the file. Each
// address is looked up once a process, as long as its mappings stay.

import { KERNEL, type CodeFile, type CodeLibrary, type KernelReference } from '../../model/code.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import { NONE, Seen, UNKNOWN } from '../../model/profile.ts';
import type { AddressSpace } from './address-space.ts';

/** Numbers a slot, a power of two, and which is which. */
const SLOT = 4;
const HIGH = 1;
const FUNC = 2;
/** Few, since there may be thousands of processes of which little is seen. */
const FIRST_SLOTS = 1 << 8;
/** Of all caches, 256 MB: beyond that everything is looked up anew. */
const MOST_SLOTS = 1 << 24;

export class Namer {
  private readonly builder: ProfileBuilder;
  private readonly library: CodeLibrary;
  private caches = new WeakMap<AddressSpace, Cache>();
  private kernelCache: Cache;
  /** Slots of all caches, those included that nobody refers to any more. */
  private readonly slots = { used: 0 };
  /** The functions of each file that were met, by their row among its symbols. */
  private readonly funcs = new Map<CodeFile, number[]>();
  private owners = 0;
  /** What the kernel's mapping says; undefined before there is one. */
  kernelMapping: KernelReference | undefined;
  /** How far the kernel lies from where its symbols say; NaN until somebody asks. */
  private kernelShift = NaN;
  /** Code of no file, in either half of the addresses. */
  private unknownLow: number | undefined;
  private unknownHigh: number | undefined;

  constructor(builder: ProfileBuilder, library: CodeLibrary) {
    this.builder = builder;
    this.library = library;
    this.kernelCache = new Cache(0, this.slots);
  }

  /** The kernel's mapping: `path` is `[kernel.kallsyms]SYMBOL`, and `offset` where that symbol was. */
  mapKernel(path: string, offset: number): void {
    if (!path.startsWith(KERNEL)) return;
    this.kernelMapping = { symbol: path.slice(KERNEL.length), address: offset };
    this.kernelShift = NaN;
  }

  /** What is known of the addresses of this process, as it is now. */
  cacheOf(space: AddressSpace): Cache {
    if (this.slots.used > MOST_SLOTS) this.forget();
    let cache = this.caches.get(space);
    if (!cache || cache.generation !== space.generation) {
      cache = new Cache(++this.owners, this.slots);
      cache.generation = space.generation;
      this.caches.set(space, cache);
    }
    return cache;
  }

  /** There is no end to the addresses and processes that a recording may have. */
  private forget(): void {
    this.slots.used = 0;
    this.caches = new WeakMap();
    this.kernelCache = new Cache(0, this.slots);
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

  /** Will the function that an address was given stay its function? Where nothing is mapped, something may be later. */
  isLasting(func: number): boolean {
    return func !== this.unknownLow && func !== this.unknownHigh;
  }

  private kernelFunc(address: number): number {
    const { builder, library } = this;
    if (Number.isNaN(this.kernelShift)) this.kernelShift = this.findKernelShift();
    const found = library.kernel?.find(address - this.kernelShift);
    const name = found?.name ?? UNKNOWN;
    const module = found?.module ?? (this.kernelMapping && address < 0 ? KERNEL : UNKNOWN);
    return builder.func(name, builder.module(module), address < 0 ? Seen.upperHalf : Seen.plain);
  }

  /** Asked for late: to answer, millions of bytes of symbols are read. */
  private findKernelShift(): number {
    const { kernelMapping, library } = this;
    const known = kernelMapping ? (library.kernel?.addressOf(kernelMapping.symbol) ?? NaN) : NaN;
    return kernelMapping && !Number.isNaN(known) ? kernelMapping.address - known : 0;
  }

  private unknown(seen: number): number {
    return this.builder.func(UNKNOWN, this.builder.module(UNKNOWN), seen);
  }

  private userFunc(space: AddressSpace, row: number, address: number): number {
    const { builder } = this;
    const file = space.file(row);
    const { symbols } = file;
    const symbol = symbols?.find(file.byAddress ? address : space.offset(row, address)) ?? NONE;
    const seen = address < 0 ? Seen.upperHalf : Seen.plain;
    if (!symbols || symbol < 0 || address < 0) {
      const name = symbols && symbol >= 0 ? symbols.name(symbol) : UNKNOWN;
      return builder.func(name, builder.module(file.name), seen);
    }
    let funcs = this.funcs.get(file);
    if (!funcs) this.funcs.set(file, (funcs = []));
    return (funcs[symbol] ??= builder.func(symbols.name(symbol), builder.module(file.name), seen));
  }
}

/** Functions by address, in two halves: an open table that grows. */
export class Cache {
  /** Whose addresses: another number for each process, and for the same one after its mappings changed. */
  readonly owner: number;
  generation = 0;
  /** Low half, high half, function + 1 (0 is empty) and nothing: a slot is one place in memory. */
  private slots = new Int32Array(FIRST_SLOTS * SLOT);
  private used = 0;
  private readonly all: { used: number };

  /** `all` counts the slots of all caches. */
  constructor(owner: number, all: { used: number }) {
    this.owner = owner;
    this.all = all;
    all.used += FIRST_SLOTS;
  }

  /** Where the address is, or would be. */
  slotOf(low: number, high: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    let slot = ((mixed ^ (mixed >>> 15)) * SLOT) & mask;
    while (slots[slot + FUNC] !== 0 && (slots[slot] !== low || slots[slot + HIGH] !== high))
      slot = (slot + SLOT) & mask;
    return slot;
  }

  /** The function in a slot; NONE when it is empty. */
  at(slot: number): number {
    return this.slots[slot + FUNC] - 1;
  }

  set(slot: number, low: number, high: number, func: number): void {
    const { slots } = this;
    slots[slot] = low;
    slots[slot + HIGH] = high;
    slots[slot + FUNC] = func + 1;
    if (++this.used * 2 * SLOT > slots.length) this.grow();
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    this.all.used += old.length / SLOT;
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + FUNC] === 0) continue;
      const slot = this.slotOf(old[from], old[from + HIGH]);
      this.slots[slot] = old[from];
      this.slots[slot + HIGH] = old[from + HIGH];
      this.slots[slot + FUNC] = old[from + FUNC];
    }
  }
}
