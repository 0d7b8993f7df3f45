// Counts the operations of distinct pointers.

import { NONE } from '../model/profile.ts';

export class Tally {
  private readonly pointers = new Set<number>();
  private readonly counts = new Map<number, number>();

  /** Counts each pointer once; `operation` may be NONE. */
  add(pointer: number, operation: number): void {
    if (this.pointers.has(pointer)) return;
    this.pointers.add(pointer);
    this.counts.set(operation, (this.counts.get(operation) ?? 0) + 1);
  }

  get distinct(): number {
    return this.pointers.size;
  }

  get most(): number {
    let most = 0;
    for (const [operation, count] of this.counts) if (operation !== NONE) most = Math.max(most, count);
    return most;
  }

  /** Share of the most frequent operation. */
  get purity(): number {
    return this.distinct === 0 ? 0 : this.most / this.distinct;
  }

  /** The operations with at least this share of the most frequent one. */
  operations(minShare: number): Set<number> {
    const min = minShare * this.most;
    const frequent = [...this.counts].filter(([operation, count]) => operation !== NONE && count >= min);
    return new Set(frequent.map(([operation]) => operation));
  }
}
