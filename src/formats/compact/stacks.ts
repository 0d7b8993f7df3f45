// Writes and reads the stack trie: the parent and the function of each row.

import { NONE, type StackTable } from '../../model/profile.ts';
import type { NumberReader } from './number-reader.ts';
import type { NumberWriter } from './number-writer.ts';

export function writeStacks(to: NumberWriter, { length, parent, func }: StackTable): void {
  to.varint(length);
  writeParents(to, parent);
  const callees = new RecentCallees();
  const fresh: number[] = [];
  for (let i = 0; i < length; i++) {
    const rank = callees.rankOf(parent[i] < 0 ? NONE : func[parent[i]], func[i]);
    if (rank < 0) fresh.push(func[i]);
    to.varint(rank + 1);
  }
  // Functions are numbered in order of appearance, so a new callee is usually the next function.
  let next = 0;
  for (const callee of fresh) {
    to.signed(next - callee);
    next = Math.max(next, callee + 1);
  }
}

/** `funcs` is the number of functions. Throws Unreadable. */
export function readStacks(from: NumberReader, funcs: number): StackTable {
  const length = from.count();
  const parent = readParents(from, length);
  const rank = Int32Array.from(parent, () => from.numberBelow(funcs + 1));
  const func = new Int32Array(length);
  const callees = new RecentCallees();
  let next = 0;
  for (let i = 0; i < length; i++) {
    const caller = parent[i] < 0 ? NONE : func[parent[i]];
    const callee = rank[i] > 0 ? callees.calleeAt(caller, rank[i] - 1) : next - from.signed();
    if (callee === undefined || callee < 0 || callee >= funcs) throw from.damageError();
    if (rank[i] === 0) {
      callees.add(caller, callee);
      next = Math.max(next, callee + 1);
    }
    func[i] = callee;
  }
  return { length, parent, func };
}

/** Most rows have the previous row as their parent. Writes the lengths of these runs, then the distances to other parents. */
function writeParents(to: NumberWriter, parent: Int32Array): void {
  const breaks = Int32Array.from(parent.keys()).filter((row) => parent[row] !== row - 1);
  to.list(breaks.map((row, i) => row - (breaks[i - 1] ?? NONE) - 1));
  to.varints(breaks.map((row) => row - 1 - parent[row]));
}

function readParents(from: NumberReader, length: number): Int32Array {
  const parent = Int32Array.from({ length }, (_, row) => row - 1);
  let row: number = NONE;
  const breaks = from.list(length).map((run) => {
    row += run + 1;
    if (row >= length) throw from.damageError();
    return row;
  });
  for (const each of breaks) parent[each] = each - 1 - from.numberBelow(each + 1);
  return parent;
}

/** Maximum number of callees remembered per function; a limit is needed because the search is linear. */
const MAX_CALLEES = 64;

/**
 * Move-to-front coding of callees: functions mostly call the functions they called recently, so a frame is encoded as its rank
 * among the recent callees of its caller. Only a new callee is encoded as a function index.
 *
 *   main a b     main calls a: new      a calls b: new
 *   main a c     (main a is in the trie already)   a calls c: new
 *   d a b        a calls b: rank 1, the second most recent
 */
class RecentCallees {
  /** Recent callees by caller + 1, most recent first. */
  private readonly lists: number[][] = [];

  /**
   * Returns the rank of `callee` among the recent callees of `caller` (NONE for the root), or -1 if it is new, and makes it the
   * most recent.
   */
  rankOf(caller: number, callee: number): number {
    const list = this.listOf(caller);
    const rank = list.indexOf(callee);
    this.moveToFront(list, rank, callee);
    return rank;
  }

  /** Returns the callee with this rank, or undefined if there is none, and makes it the most recent. */
  calleeAt(caller: number, rank: number): number | undefined {
    const list = this.listOf(caller);
    const callee = list[rank];
    if (callee !== undefined) this.moveToFront(list, rank, callee);
    return callee;
  }

  /** Adds a new callee, as the most recent one. */
  add(caller: number, callee: number): void {
    this.moveToFront(this.listOf(caller), -1, callee);
  }

  private listOf(caller: number): number[] {
    return (this.lists[caller + 1] ??= []);
  }

  private moveToFront(list: number[], rank: number, callee: number): void {
    if (rank === 0) return;
    if (rank > 0) list.splice(rank, 1);
    else if (list.length === MAX_CALLEES) list.pop();
    list.unshift(callee);
  }
}
