// The tables of a profile in the compact format.

import { NONE, type StackTable, type Profile, type SampleTable } from '../../model/profile.ts';
import type { NumberReader } from './number-reader.ts';
import type { NumberWriter } from './number-writer.ts';
import { Unreadable } from '../format.ts';
import { indicesUpTo, type Float64Column, type Int32Column } from '../../model/columns.ts';
import { AggregatedSamples } from '../aggregated-samples.ts';

/** Writes the stack trie: the parent and the function of each row. */
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
  const breaks = indicesUpTo(parent.length).filter((row) => parent[row] !== row - 1);
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

// Writes and reads a sorted string table with front coding: each string is written as the length of the prefix that it shares
// with the previous string, and the rest.
//
//   py::load:/app/main.py   0 py::load:/app/main.py
//   py::loop:/app/main.py   6 op:/app/main.py

/** Maximum total size of the strings, because front coding can describe many long strings in a few bytes. */
const MAX_BYTES = 2 ** 26;

/**
 * Writes each distinct string once, sorted, with front coding: the length of the prefix that it shares with the previous string, and the
 * rest. Returns the row of each string.
 *
 *   py::load:/app/main.py   0 py::load:/app/main.py
 *   py::loop:/app/main.py   6 op:/app/main.py
 */
export function writeStrings(to: NumberWriter, strings: Iterable<string>): Map<string, number> {
  const sorted = [...new Set(strings)].sort();
  const utf8 = new TextEncoder();
  const bytes = sorted.map((string) => utf8.encode(string));
  const shared = bytes.map((each, i) => (i === 0 ? 0 : commonPrefixLength(bytes[i - 1], each)));
  to.list(Int32Array.from(shared));
  bytes.forEach((each, i) => to.varint(each.length - shared[i]));
  bytes.forEach((each, i) => to.raw(each.subarray(shared[i])));
  return new Map(sorted.map((string, i) => [string, i]));
}

/** Throws Unreadable. */
export function readStrings(from: NumberReader): string[] {
  const shared = from.list(MAX_BYTES);
  const rest = Int32Array.from(shared, () => from.numberBelow(MAX_BYTES));
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  let previous = new Uint8Array(0);
  let total = 0;
  return Array.from(shared, (length, i) => {
    if (length > previous.length) throw from.damageError();
    total += length + rest[i];
    if (total > MAX_BYTES) throw new Unreadable('its names take too much memory');
    const bytes = new Uint8Array(length + rest[i]);
    bytes.set(previous.subarray(0, length));
    bytes.set(from.raw(rest[i]), length);
    previous = bytes;
    return utf8.decode(bytes);
  });
}

function commonPrefixLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

// Writes and reads the source lines of stacks: for each row, the difference from the previous line of the same function. Calls
// of a function are mostly at few lines, and code without lines differs by 0.

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

// Writes and reads samples: stack, thread, event, count and weight of each row, and the time of individual samples.
//
// The weights of an event are written as multiples of their greatest common divisor if possible, since all samples of a clock
// have the same weight; otherwise as doubles.

/** Samples as columns; `count` is 1 for individual samples. */
interface SampleRows {
  readonly length: number;
  readonly stack: Int32Array;
  readonly thread: Int32Array;
  readonly event: Int32Array;
  readonly count: Float64Array;
  readonly weight: Float64Array;
  /** NaN for unknown times and summed samples. */
  readonly time: Float64Array;
}

/** One row per combination of stack, thread and event, sorted by stack. */
export function summedRows(profile: Profile): SampleRows {
  const sums = new AggregatedSamples(profile, () => true);
  const order = Array.from({ length: sums.length }, (_, row) => row).sort(
    (a, b) => sums.stack.at(a) - sums.stack.at(b) || a - b,
  );
  const ints = (column: Int32Column) => Int32Array.from(order, (row) => column.at(row));
  const doubles = (column: Float64Column) => Float64Array.from(order, (row) => column.at(row));
  return {
    length: order.length,
    stack: ints(sums.stack),
    thread: ints(sums.thread),
    event: ints(sums.event),
    count: doubles(sums.count),
    weight: doubles(sums.weight),
    time: new Float64Array(order.length).fill(NaN),
  };
}

export function individualRows({ length, stack, thread, event, weight, time }: SampleTable): SampleRows {
  return {
    length,
    stack,
    thread,
    event: Int32Array.from(event),
    count: new Float64Array(length).fill(1),
    weight,
    time,
  };
}

/**
 * Writes stack, thread, event, count and weight of each row, and the time of individual samples. The weights of an event are written as
 * multiples of their greatest common divisor if possible, since all samples of a clock have the same weight; otherwise as doubles.
 */
export function writeSamples(to: NumberWriter, rows: SampleRows, events: number): void {
  const { length, stack, thread, event, count, weight, time } = rows;
  to.varint(length);
  for (let i = 0; i < length; i++) to.signed(stack[i] - (i === 0 ? NONE : stack[i - 1]));
  for (let i = 0; i < length; i++) to.varint(thread[i]);
  for (let i = 0; i < length; i++) to.varint(event[i]);
  for (let i = 0; i < length; i++) to.varint(count[i] - 1);
  const units = Array.from({ length: events }, (_, each) => unitOf(rows, each));
  units.forEach((unit) => to.varint(unit));
  for (let i = 0; i < length; i++) {
    const unit = units[event[i]];
    if (unit === 0) to.double(weight[i]);
    else to.signed(weight[i] / unit - count[i]);
  }
  writeTimes(to, time);
}

/** `stacks`, `threads` and `events` are the lengths of those tables. Throws Unreadable. */
export function readSamples(
  from: NumberReader,
  { stacks, threads, events }: { stacks: number; threads: number; events: number },
): SampleRows {
  const length = from.count();
  const stack = new Int32Array(length);
  for (let i = 0, last: number = NONE; i < length; i++) {
    stack[i] = last += from.signed();
    if (last < NONE || last >= stacks) throw from.damageError();
  }
  const thread = Int32Array.from(stack, () => from.numberBelow(threads));
  const event = Int32Array.from(stack, () => from.numberBelow(events));
  const count = Float64Array.from(stack, () => from.number() + 1);
  const units = Array.from({ length: events }, () => from.number());
  const weight = Float64Array.from(stack, (_, i) => {
    const unit = units[event[i]];
    const read = unit === 0 ? from.double() : (from.signed() + count[i]) * unit;
    if (!(read >= 0 && read < Infinity)) throw from.damageError();
    return read;
  });
  return { length, stack, thread, event, count, weight, time: readTimes(from, length) };
}

/** The greatest common divisor of an event's weights; 0 if they must be written as doubles. */
function unitOf({ event, weight }: SampleRows, of: number): number {
  let unit = 0;
  for (let i = 0; i < weight.length; i++) {
    if (event[i] !== of) continue;
    if (!Number.isInteger(weight[i]) || weight[i] > EXACT) return 0;
    for (let rest = weight[i]; rest > 0;) [unit, rest] = [rest, unit % rest];
    if (unit === 0) unit = 1;
  }
  return unit;
}

/** Integers up to this limit stay exact in zigzag encoding, which doubles them. */
const EXACT = 2 ** 50;

/**
 * How times are written. `deltas`: the first time as a double, then each delta in integer nanoseconds, because times may be
 * large but differ little. `oldDeltas`, only in old files: deltas from 0, without a first time.
 */
const Times = { none: 0, oldDeltas: 1, doubles: 2, deltas: 3 } as const;

function writeTimes(to: NumberWriter, times: Float64Array): void {
  if (times.every((time) => Number.isNaN(time))) return to.varint(Times.none);
  const areClose = times.every(
    (time, i) => Number.isInteger(time) && Math.abs(time - times[Math.max(0, i - 1)]) < EXACT,
  );
  to.varint(areClose ? Times.deltas : Times.doubles);
  if (!areClose) return times.forEach((time) => to.double(time));
  to.double(times[0]);
  times.forEach((time, i) => to.signed(time - times[Math.max(0, i - 1)]));
}

function readTimes(from: NumberReader, length: number): Float64Array {
  const times = new Float64Array(length).fill(NaN);
  const kind = from.numberBelow(Times.deltas + 1);
  if (kind === Times.none) return times;
  for (let i = 0, last = kind === Times.deltas ? from.double() : 0; i < length; i++) {
    times[i] = last = kind === Times.doubles ? from.double() : last + from.signed();
    if (Math.abs(last) === Infinity) throw from.damageError();
  }
  return times;
}
