// A table of stacks that extend those of another table, to be appended to it.

import { append } from './columns.ts';
import { PairTable } from './pairs.ts';
import { NONE, type StackTable } from './profile.ts';

export class AppendedStacks {
  /** Rows without a parent refer to a stack of the other table, by its row + 1. */
  private readonly rows = new PairTable();

  /** Returns the row that refers to a stack of the other table, or to NONE. */
  unchanged(stack: number): number {
    return this.rows.intern(NONE, stack + 1);
  }

  /** Returns the row of the stack `parent` plus one callee. */
  intern(parent: number, func: number): number {
    return this.rows.intern(parent, func);
  }

  get length(): number {
    return this.rows.length;
  }

  /** Appends the rows to the other table. `stackOf` is the stack of each row in the result. */
  appendTo(stacks: StackTable): { readonly stacks: StackTable; readonly stackOf: Int32Array } {
    const { parent, func, stackOf } = this.numberedFrom(stacks.length);
    const length = stacks.length + parent.length;
    return {
      stacks: { length, parent: append(stacks.parent, parent), func: append(stacks.func, func) },
      stackOf,
    };
  }

  /** The stacks to append to a table of this length. `stackOf` is the stack of each row in the result. */
  numberedFrom(length: number): AppendedRows {
    const { first, second } = this.rows.view();
    const stackOf = new Int32Array(first.length);
    let next = length;
    for (let row = 0; row < first.length; row++) stackOf[row] = first[row] < 0 ? second[row] - 1 : next++;
    const parent = new Int32Array(next - length);
    const func = new Int32Array(next - length);
    for (let row = 0; row < first.length; row++) {
      if (first[row] < 0) continue;
      parent[stackOf[row] - length] = stackOf[first[row]];
      func[stackOf[row] - length] = second[row];
    }
    return { parent, func, stackOf };
  }
}

interface AppendedRows {
  readonly parent: Int32Array;
  readonly func: Int32Array;
  readonly stackOf: Int32Array;
}
