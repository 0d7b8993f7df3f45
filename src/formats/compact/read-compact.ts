// Reads a profile in Pyrograph's own format (see layout.ts). Every reference is checked against the table it refers to. An
// invalid one means that the data was damaged in transit or tampered with, so the profile is rejected.

import { KIND_LABELS } from '../../model/kinds.ts';
import { LEVELS } from '../../model/levels.ts';
import { NONE, FuncFlags, type Profile } from '../../model/profile.ts';
import { BUDGET, MAX_UNMERGED_SAMPLES, type TableBudget } from '../../model/budget.ts';
import { MERGED_SAMPLES } from '../../model/builder.ts';
import { BoundedBuilder } from '../bounded-builder.ts';
import { Unreadable } from '../format.ts';
import {
  Form,
  HEADER_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_NOTES,
  SHARE_UNIT,
  Version,
  type Reduction,
} from './layout.ts';
import { readLines, readSamples, readStacks, readStrings } from './tables.ts';
import { NumberReader } from './number-reader.ts';

const ALL_FLAGS = FuncFlags.inlined | FuncFlags.upperHalf | FuncFlags.called;

/** Throws Unreadable. */
export function readCompact(bytes: Uint8Array, budget: TableBudget = BUDGET): Profile {
  const [version, form] = bytes.subarray(HEADER_LENGTH - 2);
  if (version !== Version.plain && version !== Version.lined)
    throw new Unreadable(
      'it was written by a newer version of Pyrograph: open it there, or reload this page',
    );
  const from = new NumberReader(bytes, HEADER_LENGTH);
  const builder = new BoundedBuilder(budget);
  const reduction = readReduction(from);
  const strings = readStrings(from);
  const readNames = () => Array.from(from.list(strings.length), (row) => strings[row]);
  const modules = readNames().map((path) => builder.module(path));
  const events = readNames().map((name) => builder.event(name));
  const threads = addThreads(from, builder, readNames());
  // A profile reduced to one level must be shown as is; the flag exempts all frames from merging.
  const called = reduction.level === undefined ? FuncFlags.plain : FuncFlags.called;
  const funcs = addFuncs(from, builder, readNames(), modules, called);
  const stacks = addStacks(from, builder, funcs, version === Version.lined);
  addSamples(from, builder, stacks, threads, events);
  noteReduction(builder, reduction);
  if (form === Form.individual) addNotes(from, builder, strings);
  if (!from.isAtEnd) throw from.damageError();
  return builder.finish(0, true);
}

function readReduction(from: NumberReader): Reduction {
  const level = from.numberBelow(LEVELS.length + 1);
  return { level: LEVELS[level - 1]?.name, minShare: Math.min(1, from.number() * SHARE_UNIT) };
}

function addThreads(from: NumberReader, builder: BoundedBuilder, names: readonly string[]): number[] {
  const pids = names.map(() => from.id());
  const tids = names.map(() => from.id());
  return names.map((comm, i) => builder.thread(pids[i], tids[i], comm));
}

function addFuncs(
  from: NumberReader,
  builder: BoundedBuilder,
  names: readonly string[],
  modules: readonly number[],
  called: number,
): number[] {
  const module = names.map(() => from.numberBelow(modules.length + 1));
  const kind = names.map(() => from.numberBelow(KIND_LABELS.length));
  const flags = names.map(() => from.numberBelow(ALL_FLAGS + 1) | called);
  return names.map((name, i) => builder.func(name, modules[module[i] - 1] ?? NONE, flags[i], kind[i]));
}

function addStacks(
  from: NumberReader,
  builder: BoundedBuilder,
  funcs: readonly number[],
  hasLines: boolean,
): Int32Array {
  const { parent, func, length } = readStacks(from, funcs.length);
  const line = hasLines ? readLines(from, func) : undefined;
  const stacks = new Int32Array(length);
  for (let i = 0; i < length; i++)
    stacks[i] = builder.stack(
      parent[i] < 0 ? NONE : stacks[parent[i]],
      builder.frame(funcs[func[i]], line?.[i] ?? 0),
    );
  return stacks;
}

function addSamples(
  from: NumberReader,
  builder: BoundedBuilder,
  stacks: Int32Array,
  threads: readonly number[],
  events: readonly number[],
): void {
  const { length, stack, thread, event, time, weight, count } = readSamples(from, {
    stacks: stacks.length,
    threads: threads.length,
    events: events.length,
  });
  const isCounted = count.reduce((sum, each) => sum + each, 0) <= MAX_UNMERGED_SAMPLES;
  if (!isCounted) builder.note('count', MERGED_SAMPLES);
  for (let i = 0; i < length && !builder.isFull; i++) {
    const at = stack[i] < 0 ? NONE : stacks[stack[i]];
    builder.sample(at, threads[thread[i]], events[event[i]], time[i], weight[i], isCounted ? count[i] : 1);
  }
}

function noteReduction(builder: BoundedBuilder, { level, minShare }: Reduction): void {
  const label = LEVELS.find(({ name }) => name === level)?.label;
  if (label !== undefined)
    builder.note(
      'level',
      `Only the level “${label}” was shared; other levels add no detail, and costs are those of its frames`,
    );
  const percent = Number((100 * minShare).toFixed(3));
  if (minShare > 0)
    builder.note(
      'minShare',
      `Boxes below ${percent}% were merged into their callers before sharing, and cost what these cost`,
    );
}

function addNotes(from: NumberReader, builder: BoundedBuilder, strings: readonly string[]): void {
  for (let left = from.numberBelow(MAX_NOTES + 1); left > 0; left--) {
    const kind = strings[from.numberBelow(strings.length)];
    const text = strings[from.numberBelow(strings.length)];
    const count = Math.max(1, from.number());
    builder.note(kind, text.slice(0, MAX_NOTE_LENGTH), from.number() - 1, count);
  }
}
