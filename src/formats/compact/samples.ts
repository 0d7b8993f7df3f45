// Writes and reads samples: stack, thread, event, count and weight of each row, and the time of individual samples.
//
// The weights of an event are written as multiples of their greatest common divisor if possible, since all samples of a clock
// have the same weight; otherwise as doubles.

import type { Float64Column, Int32Column } from '../../model/columns.ts';
import { NONE, type Profile, type SampleTable } from '../../model/profile.ts';
import { AggregatedSamples } from '../aggregated-samples.ts';
import type { NumberReader } from './number-reader.ts';
import type { NumberWriter } from './number-writer.ts';

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
