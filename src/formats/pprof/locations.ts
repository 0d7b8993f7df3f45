// Converts stacks to pprof locations. A location is a function together with the functions inlined into it.
//
//   stack      main   sort   compare (inlined)   malloc
//   locations  main   [compare, sort]            malloc

import { Int32Column } from '../../model/columns.ts';
import { PairTable } from '../../model/pairs.ts';
import { NONE, FuncFlags, type Profile } from '../../model/profile.ts';

export class Locations {
  /** A trie of the functions in each location: each inlined function adds a row. */
  private readonly rows = new PairTable();
  /** For each row, the function of its location that is not inlined. */
  private readonly physical = new Int32Column();
  /** The last location of each stack, and the stack without it. */
  private readonly ending: Int32Array;
  private readonly rest: Int32Array;

  constructor({ stacks, funcs }: Profile) {
    this.ending = new Int32Array(stacks.length);
    this.rest = new Int32Array(stacks.length);
    for (let stack = 0; stack < stacks.length; stack++) {
      const func = stacks.func[stack];
      const parent = stacks.parent[stack];
      const into = parent < 0 || !(funcs.flags[func] & FuncFlags.inlined) ? NONE : this.ending[parent];
      // A level may hide the function that this one is inlined into. The inlined function keeps the hidden one's module, so a
      // different module shows that the parent is another function.
      const module = funcs.module[func];
      const isThere = into !== NONE && (module < 0 || module === funcs.module[this.physical.at(into)]);
      this.ending[stack] = this.row(isThere ? into : NONE, func);
      this.rest[stack] = isThere ? this.rest[parent] : parent;
    }
  }

  /** The locations of a stack, leaf first; empty if `stack` is NONE. */
  of(stack: number): number[] {
    const locations: number[] = [];
    for (let at = stack; at >= 0; at = this.rest[at]) locations.push(this.ending[at]);
    return locations;
  }

  /** The functions of a location, innermost first; the last is not inlined. */
  functionsOf(location: number): number[] {
    const { first, second } = this.rows.view();
    const functions: number[] = [];
    for (let at = location; at >= 0; at = first[at]) functions.push(second[at]);
    return functions;
  }

  private row(into: number, func: number): number {
    const row = this.rows.intern(into, func);
    if (row === this.physical.length) this.physical.push(into === NONE ? func : this.physical.at(into));
    return row;
  }
}
