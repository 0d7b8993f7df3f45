// The newest request of each kind wins before work on it begins: a key that is held down sends more of them than can be
// answered, and only the last is for the picture that stays.

import { superseded } from '../src/model/superseded.ts';

export class Newest {
  private readonly newest = new Map<string, symbol>();
  private readonly arrived: () => Promise<void>;

  /** `arrived` resolves once all requests that were sent before it was called have been received. */
  constructor(arrived: () => Promise<void>) {
    this.arrived = arrived;
  }

  /**
   * What `work` makes. Rejects with `superseded` when another of the same kind was requested before the work began; or at
   * the next time that the work calls the function it is given.
   */
  async of<T>(kind: string, work: (throwIfSuperseded: () => void) => Promise<T>): Promise<T> {
    const request = Symbol(kind);
    this.newest.set(kind, request);
    const throwIfSuperseded = () => {
      if (this.newest.get(kind) !== request) throw superseded();
    };
    await this.arrived();
    throwIfSuperseded();
    return work(throwIfSuperseded);
  }
}
