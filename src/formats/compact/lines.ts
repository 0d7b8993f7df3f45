// Writes and reads the source lines of stacks: for each row, the difference from the previous line of the same function. Calls
// of a function are mostly at few lines, and code without lines differs by 0.

import type { NumberReader } from './number-reader.ts';
import type { NumberWriter } from './number-writer.ts';

/** `func` and `line` are columns of the stacks. */
export function writeLines(to: NumberWriter, func: Int32Array, line: Int32Array): void {
  const last = new Map<number, number>();
  for (const [row, each] of func.entries()) {
    to.signed(line[row] - (last.get(each) ?? 0));
    last.set(each, line[row]);
  }
}

/** Throws Unreadable. */
export function readLines(from: NumberReader, func: Int32Array): Int32Array {
  const last = new Map<number, number>();
  return func.map((each) => {
    const line = (last.get(each) ?? 0) + from.signed();
    if (!(line >= 0 && line < 2 ** 31)) throw from.damageError();
    last.set(each, line);
    return line;
  });
}
