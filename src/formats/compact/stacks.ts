// The trie of stacks, row by row: on which row each stands, and which function it is.

import { NONE, type StackTable } from '../../model/profile.ts';
import { Callees } from './callees.ts';
import type { NumberReader } from './number-reader.ts';
import type { NumberWriter } from './number-writer.ts';

/** Writes stacks whose frames are functions. */
export function writeStacks(to: NumberWriter, { length, parent, frame }: StackTable): void {
  to.number(length);
  writeParents(to, parent);
  const callees = new Callees();
  const fresh: number[] = [];
  for (let i = 0; i < length; i++) {
    const place = callees.placeOf(parent[i] < 0 ? NONE : frame[parent[i]], frame[i]);
    if (place < 0) fresh.push(frame[i]);
    to.number(place + 1);
  }
  // Functions are numbered as they are met: most that are new to a caller are new at all, and the next one.
  let next = 0;
  for (const func of fresh) {
    to.signed(next - func);
    next = Math.max(next, func + 1);
  }
}

/** Reads stacks of `funcs` functions. Throws Unreadable. */
export function readStacks(from: NumberReader, funcs: number): StackTable {
  const length = from.count();
  const parent = readParents(from, length);
  const place = Int32Array.from(parent, () => from.below(funcs + 1));
  const frame = new Int32Array(length);
  const callees = new Callees();
  let next = 0;
  for (let i = 0; i < length; i++) {
    const caller = parent[i] < 0 ? NONE : frame[parent[i]];
    const known = place[i] > 0 ? callees.calleeAt(caller, place[i] - 1) : next - from.signed();
    if (known === undefined || known < 0 || known >= funcs) throw from.damaged();
    if (place[i] === 0) {
      callees.add(caller, known);
      next = Math.max(next, known + 1);
    }
    frame[i] = known;
  }
  return { length, parent, frame };
}

/** Most rows stand on the one before: how many do, one after the other, and how far from its parent the row behind them is. */
function writeParents(to: NumberWriter, parent: Int32Array): void {
  const breaks = Int32Array.from(parent.keys()).filter((row) => parent[row] !== row - 1);
  to.list(breaks.map((row, i) => row - (breaks[i - 1] ?? NONE) - 1));
  to.all(breaks.map((row) => row - 1 - parent[row]));
}

function readParents(from: NumberReader, length: number): Int32Array {
  const parent = Int32Array.from({ length }, (_, row) => row - 1);
  let row: number = NONE;
  const breaks = from.list(length).map((run) => {
    row += run + 1;
    if (row >= length) throw from.damaged();
    return row;
  });
  for (const each of breaks) parent[each] = each - 1 - from.below(each + 1);
  return parent;
}
