// Numbers the trampolines of one interpreter, and the return addresses in it.

import { NONE } from '../model/profile.ts';

/** One code object's trampoline; processes that were forked share it. */
interface Trampoline {
  readonly name: string;
}

export class CallNumbers {
  readonly trampolines: Trampoline[] = [];
  /** By name and address. */
  private readonly byName = new Map<string, Map<number, number>>();
  private readonly returnAddresses = new Map<number, number>();

  /** Number of return addresses. */
  get returnAddressCount(): number {
    return this.returnAddresses.size;
  }

  trampolineOf(name: string, address: number): number {
    let byAddress = this.byName.get(name);
    if (!byAddress) this.byName.set(name, (byAddress = new Map()));
    const known = byAddress.get(address);
    if (known !== undefined) return known;
    byAddress.set(address, this.trampolines.length);
    return this.trampolines.push({ name }) - 1;
  }

  /** NONE for NaN: an interrupted evaluator. */
  returnAddressOf(offset: number): number {
    if (Number.isNaN(offset)) return NONE;
    const known = this.returnAddresses.get(offset);
    if (known !== undefined) return known;
    this.returnAddresses.set(offset, this.returnAddresses.size);
    return this.returnAddresses.size - 1;
  }
}
