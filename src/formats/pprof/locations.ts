// Converts stacks to pprof locations. A location is a physical function together with the functions inlined into it.
//
//   stack      main   sort   compare (inlined)   malloc
//   locations  main   [compare, sort]            malloc

import { Int32Column } from '../../model/columns.ts';
import { PairTable } from '../../model/pairs.ts';
import { NONE, FuncFlags, type Profile } from '../../model/profile.ts';

export class Locations {
  /** A trie of locations: each row adds an inlined function to its parent row. */
  private readonly rows = new PairTable();
  /** For each row, the physical function of its location. */
  private readonly physical = new Int32Column();
  /** For each stack, its leaf location, and the stack that remains without that location. */
  private readonly leaf: Int32Array;
  private readonly rest: Int32Array;

  constructor({ stacks, funcs }: Profile) {
    this.leaf = new Int32Array(stacks.length);
    this.rest = new Int32Array(stacks.length);
    for (let stack = 0; stack < stacks.length; stack++) {
      const func = stacks.func[stack];
      const parent = stacks.parent[stack];
      const into = parent < 0 || !(funcs.flags[func] & FuncFlags.inlined) ? NONE : this.leaf[parent];
      // A level may hide the function that this one was inlined into. An inlined function has the module of that function, so if
      // the parent has a different module, it is not that function.
      const module = funcs.module[func];
      const isInlined = into !== NONE && (module < 0 || module === funcs.module[this.physical.at(into)]);
      this.leaf[stack] = this.rowFor(isInlined ? into : NONE, func);
      this.rest[stack] = isInlined ? this.rest[parent] : parent;
    }
  }

  /** The locations of a stack, leaf first; empty if `stack` is NONE. */
  ofStack(stack: number): number[] {
    const locations: number[] = [];
    for (let at = stack; at >= 0; at = this.rest[at]) locations.push(this.leaf[at]);
    return locations;
  }

  /** The functions of a location, innermost first; the last is the physical function. */
  functionsOf(location: number): number[] {
    const { first, second } = this.rows.view();
    const functions: number[] = [];
    for (let at = location; at >= 0; at = first[at]) functions.push(second[at]);
    return functions;
  }

  private rowFor(into: number, func: number): number {
    const row = this.rows.intern(into, func);
    if (row === this.physical.length) this.physical.push(into === NONE ? func : this.physical.at(into));
    return row;
  }
}
