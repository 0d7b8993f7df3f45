// Numbers the trampolines of one interpreter, and the return addresses in it.

import { NumberIds } from '../model/numbering.ts';
import { NONE } from '../model/profile.ts';

/** One code object's trampoline; processes that were forked share it. */
interface Trampoline {
  readonly name: string;
}

export class CallNumbers {
  readonly trampolines: Trampoline[] = [];
  private readonly addresses = new NumberIds();
  /** By address: the trampolines that processes have there. */
  private readonly there: number[][] = [];
  private readonly returnAddresses = new NumberIds();

  get returnAddressCount(): number {
    return this.returnAddresses.length;
  }

  trampolineOf(name: string, address: number): number {
    const { trampolines } = this;
    const there = (this.there[this.addresses.of(address)] ??= []);
    for (const each of there) if (trampolines[each].name === name) return each;
    there.push(trampolines.length);
    return trampolines.push({ name }) - 1;
  }

  /** NONE for NaN: an interrupted evaluator. */
  returnAddressOf(offset: number): number {
    return Number.isNaN(offset) ? NONE : this.returnAddresses.of(offset);
  }
}
