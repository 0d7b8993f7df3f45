// The memory of code objects whose begin is known: no other object can be there.
//
//        [ f ]      [ g     ]   [ h ]
//           [ candidate ]              overlaps f and g

import { lastAtMost } from '../model/sorted.ts';

interface PlacedObject {
  readonly code: { readonly name: string; readonly total: number };
  readonly begin: number;
}

export class KnownObjects {
  /** By begin. */
  private readonly objects: readonly PlacedObject[];
  private readonly begins: Float64Array;

  constructor(objects: readonly PlacedObject[]) {
    this.objects = objects.toSorted((a, b) => a.begin - b.begin);
    this.begins = Float64Array.from(this.objects, ({ begin }) => begin);
  }

  /** True if the object shares memory with another one. The same function may have several trampolines. */
  overlaps({ code, begin }: PlacedObject): boolean {
    const end = begin + code.total;
    for (let i = lastAtMost(this.begins, this.begins.length, end - 1); i >= 0; i--) {
      const other = this.objects[i];
      if (other.begin + other.code.total <= begin) return false;
      if (other.begin !== begin || other.code.name !== code.name) return true;
    }
    return false;
  }
}
