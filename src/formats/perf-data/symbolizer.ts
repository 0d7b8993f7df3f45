// Symbolizes addresses as `perf script` does: to a function and the file mapped at the address. Addresses are cached per
// process until the process changes its mappings.

import { KERNEL, type CodeFile, type CodeLibrary, type KernelReference } from '../../model/code.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import { NONE, FuncFlags, UNKNOWN } from '../../model/profile.ts';
import type { AddressSpace } from './address-space.ts';
import type { Mapping } from './processes.ts';

/** Words per slot, a power of two: low half of the address, high half, function + 1 (0 means empty), unused. */
const SLOT = 4;
const HIGH = 1;
const FUNC = 2;
/** Small, because there may be thousands of processes with few samples each. */
const INITIAL_SLOTS = 1 << 8;
/** Limit for all caches together (256 MB). Beyond it, all caches are dropped. */
const MAX_SLOTS = 1 << 24;

export class Symbolizer {
  private readonly builder: ProfileBuilder;
  private readonly library: CodeLibrary;
  private caches = new WeakMap<AddressSpace, AddressCache>();
  private kernelCache: AddressCache;
  /** Number of slots of all caches, including those of processes that have ended. */
  private readonly slots = { used: 0 };
  /** Functions found so far in each file, by symbol row. */
  private readonly funcs = new Map<CodeFile, number[]>();
  private owners = 0;
  /** The kernel's mapping; undefined until it is recorded. */
  kernelMapping: KernelReference | undefined;
  /** Distance from the linked to the loaded addresses of the kernel; NaN until first needed. */
  private kernelShift = NaN;
  /** Functions for addresses outside of any file, in the lower and upper half of the address space. */
  private unknownLow: number | undefined;
  private unknownHigh: number | undefined;

  constructor(builder: ProfileBuilder, library: CodeLibrary) {
    this.builder = builder;
    this.library = library;
    this.kernelCache = new AddressCache(0, this.slots);
  }

  /** Records the kernel's mapping: `path` is `[kernel.kallsyms]SYMBOL`, and `offset` the address of that symbol. */
  mapKernel({ path, start, size, offset }: Pick<Mapping, 'path' | 'start' | 'size' | 'offset'>): void {
    if (!path.startsWith(KERNEL)) return;
    const symbol = path.slice(KERNEL.length);
    this.kernelMapping = { symbol, address: offset, size: Math.max(0, start + size - offset) };
    this.kernelShift = NaN;
  }

  /** The cache for a process with its current mappings. */
  cacheOf(space: AddressSpace): AddressCache {
    if (this.slots.used > MAX_SLOTS) this.dropCaches();
    let cache = this.caches.get(space);
    if (!cache || cache.generation !== space.generation) {
      cache = new AddressCache(++this.owners, this.slots);
      cache.generation = space.generation;
      this.caches.set(space, cache);
    }
    return cache;
  }

  /** Bounds memory, because a recording may have any number of addresses and processes. */
  private dropCaches(): void {
    this.slots.used = 0;
    this.caches = new WeakMap();
    this.kernelCache = new AddressCache(0, this.slots);
  }

  /** Finds the function at an address, given as two halves, in the kernel or in the process of `cache` and `space`. */
  symbolize(cache: AddressCache, space: AddressSpace, low: number, high: number, isKernel: boolean): number {
    const target = isKernel ? this.kernelCache : cache;
    const slot = target.slotOf(low, high);
    const found = target.at(slot);
    if (found >= 0) return found;
    const address = high * 2 ** 32 + (low >>> 0);
    if (isKernel) {
      const func = this.kernelFunc(address);
      target.set(slot, low, high, func);
      return func;
    }
    const row = space.find(address);
    // Not cached: a file may be mapped there later.
    if (row < 0)
      return address < 0
        ? (this.unknownHigh ??= this.unknown(FuncFlags.upperHalf))
        : (this.unknownLow ??= this.unknown(FuncFlags.plain));
    const func = this.userFunc(space, row, address);
    target.set(slot, low, high, func);
    return func;
  }

  /** False for the functions of unmapped addresses, where a file may be mapped later. */
  isCacheable(func: number): boolean {
    return func !== this.unknownLow && func !== this.unknownHigh;
  }

  private kernelFunc(address: number): number {
    const { builder, library } = this;
    if (Number.isNaN(this.kernelShift)) this.kernelShift = this.findKernelShift();
    const found = library.kernel?.find(address - this.kernelShift);
    const name = found?.name ?? UNKNOWN;
    const module = found?.module ?? (this.kernelMapping && address < 0 ? KERNEL : UNKNOWN);
    return builder.func(name, builder.module(module), address < 0 ? FuncFlags.upperHalf : FuncFlags.plain);
  }

  /** Called as late as possible, because it reads megabytes of symbols. */
  private findKernelShift(): number {
    const { kernelMapping, library } = this;
    if (kernelMapping) library.checkKernel?.(kernelMapping);
    const linked = kernelMapping ? (library.kernel?.addressOf(kernelMapping.symbol) ?? NaN) : NaN;
    return kernelMapping && !Number.isNaN(linked) ? kernelMapping.address - linked : 0;
  }

  private unknown(flags: number): number {
    return this.builder.func(UNKNOWN, this.builder.module(UNKNOWN), flags);
  }

  private userFunc(space: AddressSpace, row: number, address: number): number {
    const { builder } = this;
    const file = space.file(row);
    const { symbols } = file;
    const symbol = symbols?.find(file.byAddress ? address : space.offset(row, address)) ?? NONE;
    const flags = address < 0 ? FuncFlags.upperHalf : FuncFlags.plain;
    if (!symbols || symbol < 0 || address < 0) {
      const name = symbols && symbol >= 0 ? symbols.name(symbol) : UNKNOWN;
      return builder.func(name, builder.module(file.name), flags);
    }
    let funcs = this.funcs.get(file);
    if (!funcs) this.funcs.set(file, (funcs = []));
    return (funcs[symbol] ??= builder.func(symbols.name(symbol), builder.module(file.name), flags));
  }
}

/** Maps addresses to functions: a growing hash table with open addressing. */
export class AddressCache {
  /** Identifies the process and the state of its mappings. */
  readonly owner: number;
  generation = 0;
  private slots = new Int32Array(INITIAL_SLOTS * SLOT);
  private used = 0;
  private readonly allSlots: { used: number };

  /** `allSlots` counts the slots of all caches. */
  constructor(owner: number, allSlots: { used: number }) {
    this.owner = owner;
    this.allSlots = allSlots;
    allSlots.used += INITIAL_SLOTS;
  }

  /** The slot of the address, or the empty slot for it. */
  slotOf(low: number, high: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    let slot = ((mixed ^ (mixed >>> 15)) * SLOT) & mask;
    while (slots[slot + FUNC] !== 0 && (slots[slot] !== low || slots[slot + HIGH] !== high))
      slot = (slot + SLOT) & mask;
    return slot;
  }

  /** The function in a slot; NONE if the slot is empty. */
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
    this.allSlots.used += old.length / SLOT;
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + FUNC] === 0) continue;
      const slot = this.slotOf(old[from], old[from + HIGH]);
      this.slots[slot] = old[from];
      this.slots[slot + HIGH] = old[from + HIGH];
      this.slots[slot + FUNC] = old[from + FUNC];
    }
  }
}
