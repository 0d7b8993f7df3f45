// Stacks as pprof has them: places of code, each a function and those that are inlined into it there.
//
//   stack      main   sort   compare (inlined)   malloc
//   locations  main   [compare, sort]            malloc

import { Int32Column } from '../../model/columns.ts';
import { PairTable } from '../../model/pairs.ts';
import { NONE, Seen, type Profile } from '../../model/profile.ts';

export class Locations {
  /** The functions of each location as a trie: one more inlined function is a further row. */
  private readonly rows = new PairTable();
  /** Of each row the function that is not inlined. */
  private readonly physical = new Int32Column();
  /** Of each stack the location it ends in, and the stack without that. */
  private readonly ending: Int32Array;
  private readonly rest: Int32Array;

  constructor({ stacks, frames, funcs }: Profile) {
    this.ending = new Int32Array(stacks.length);
    this.rest = new Int32Array(stacks.length);
    for (let stack = 0; stack < stacks.length; stack++) {
      const func = frames.func[stacks.frame[stack]];
      const parent = stacks.parent[stack];
      const into = parent < 0 || !(funcs.seen[func] & Seen.inlined) ? NONE : this.ending[parent];
      // At a level, what it is inlined into may be gone: the function has its module then, and its neighbour another.
      const module = funcs.module[func];
      const isThere = into !== NONE && (module < 0 || module === funcs.module[this.physical.at(into)]);
      this.ending[stack] = this.row(isThere ? into : NONE, func);
      this.rest[stack] = isThere ? this.rest[parent] : parent;
    }
  }

  /** The locations of a stack (NONE for none), the leaf first. */
  of(stack: number): number[] {
    const locations: number[] = [];
    for (let at = stack; at >= 0; at = this.rest[at]) locations.push(this.ending[at]);
    return locations;
  }

  /** The functions of a location, the leafmost first; the last is not inlined. */
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
