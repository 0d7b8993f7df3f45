// Finds the table rows that a profile's samples use, and renumbers them. The rows keep their order: siblings of equal weight are
// sorted by function, and the graph must not change.

import { NONE, type Profile } from '../../model/profile.ts';

interface UsedRows {
  /** The old number of each used row. */
  readonly rows: Int32Array;
  /** The new number of each row; NONE for unused rows. */
  readonly newNumbers: Int32Array;
}

export type UsedTables = Readonly<Record<'stacks' | 'funcs' | 'modules' | 'threads' | 'events', UsedRows>>;

export function findUsedRows({ samples, stacks, funcs, modules, threads, events }: Profile): UsedTables {
  const stack = new Uint8Array(stacks.length);
  const func = new Uint8Array(funcs.length);
  const module = new Uint8Array(modules.length);
  for (const row of samples.stack) if (row >= 0) stack[row] = 1;
  for (let row = stacks.length - 1; row >= 0; row--) {
    if (stack[row] === 0) continue;
    if (stacks.parent[row] >= 0) stack[stacks.parent[row]] = 1;
    func[stacks.func[row]] = 1;
  }
  // A level may show a function's canonical function instead.
  for (let row = 0; row < funcs.length; row++) if (func[row] === 1) func[funcs.canonical[row]] = 1;
  for (let row = 0; row < funcs.length; row++)
    if (func[row] === 1 && funcs.module[row] >= 0) module[funcs.module[row]] = 1;
  return {
    stacks: usedRowsOf(stack),
    funcs: usedRowsOf(func),
    modules: usedRowsOf(module),
    threads: usedRowsOf(markRows(samples.thread, threads.length)),
    events: usedRowsOf(markRows(samples.event, events.length)),
  };
}

/** Translates a column of row numbers to the new numbers. */
export function renumber(column: Int32Array, { newNumbers }: UsedRows): Int32Array {
  return column.map((row) => (row < 0 ? NONE : newNumbers[row]));
}

function markRows(rows: Int32Array | Uint8Array, length: number): Uint8Array {
  const marks = new Uint8Array(length);
  for (const row of rows) marks[row] = 1;
  return marks;
}

function usedRowsOf(marks: Uint8Array): UsedRows {
  const newNumbers = new Int32Array(marks.length).fill(NONE);
  const rows = Int32Array.from(marks.keys()).filter((row) => marks[row] === 1);
  rows.forEach((row, number) => (newNumbers[row] = number));
  return { rows, newNumbers };
}
