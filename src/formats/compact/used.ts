// Finds the rows of a profile's tables that its samples use, and renumbers them. They keep their order, because siblings of
// equal weight are sorted by function, and the graph must look the same.

import { NONE, type Profile } from '../../model/profile.ts';

export interface Kept {
  /** The used rows. */
  readonly rows: Int32Array;
  /** New number of each row; NONE for unused ones. */
  readonly numbers: Int32Array;
}

export type Used = Readonly<Record<'stacks' | 'funcs' | 'modules' | 'threads' | 'events', Kept>>;

export function usedBy({ samples, stacks, funcs, modules, threads, events }: Profile): Used {
  const stack = new Uint8Array(stacks.length);
  const func = new Uint8Array(funcs.length);
  const module = new Uint8Array(modules.length);
  for (const row of samples.stack) if (row >= 0) stack[row] = 1;
  for (let row = stacks.length - 1; row >= 0; row--) {
    if (stack[row] === 0) continue;
    if (stacks.parent[row] >= 0) stack[stacks.parent[row]] = 1;
    func[stacks.func[row]] = 1;
  }
  // A level may show the canonical function, so keep it (and its place in the order), too.
  for (let row = 0; row < funcs.length; row++) if (func[row] === 1) func[funcs.canonical[row]] = 1;
  for (let row = 0; row < funcs.length; row++)
    if (func[row] === 1 && funcs.module[row] >= 0) module[funcs.module[row]] = 1;
  return {
    stacks: keptOf(stack),
    funcs: keptOf(func),
    modules: keptOf(module),
    threads: keptOf(marked(samples.thread, threads.length)),
    events: keptOf(marked(samples.event, events.length)),
  };
}

/** A copy of a column of row numbers, with the new numbers. */
export function renumbered(column: Int32Array, { numbers }: Kept): Int32Array {
  return column.map((row) => (row < 0 ? NONE : numbers[row]));
}

function marked(rows: Int32Array | Uint8Array, length: number): Uint8Array {
  const marks = new Uint8Array(length);
  for (const row of rows) marks[row] = 1;
  return marks;
}

function keptOf(marks: Uint8Array): Kept {
  const numbers = new Int32Array(marks.length).fill(NONE);
  const rows = Int32Array.from(marks.keys()).filter((row) => marks[row] === 1);
  rows.forEach((row, number) => (numbers[row] = number));
  return { rows, numbers };
}
