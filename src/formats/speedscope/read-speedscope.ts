// Reads speedscope's JSON, which py-spy, rbspy and many others write. Each profile in the file is a thread. Times become
// nanoseconds. Sampled profiles have no times; evented ones do, and become one sample per interval between two events.

import { BUDGET, type TableBudget } from '../../model/budget.ts';
import { NONE, FuncFlags, type Profile, type Thread } from '../../model/profile.ts';
import { BoundedBuilder } from '../bounded-builder.ts';
import { isPython, recordedName, isCallFrame } from '../recorded-name.ts';
import { Unreadable } from '../in-memory-formats.ts';
import { list, member, number, text } from './json.ts';
import { PYROGRAPH_KEY, TIME, UNITS } from './schema.ts';

/** Maximum number of objects and lists; in memory, each takes about fifty bytes. */
const MAX_VALUES = 10_000_000;

/** Throws Unreadable when `bytes` are not a speedscope file. Invalid parts are counted in notes. */
export function readSpeedscope(bytes: Uint8Array, budget: TableBudget = BUDGET): Profile {
  return new SpeedscopeReader(parsed(bytes), budget).read();
}

function parsed(bytes: Uint8Array): unknown {
  let values = 0;
  for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) values++;
  if (values > MAX_VALUES) throw new Unreadable(`it has more than ${MAX_VALUES} lists and objects`);
  try {
    const file: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return file;
  } catch (error) {
    throw new Unreadable('its JSON is truncated or damaged', { cause: error });
  }
}

/** What the samples of one profile have in common. */
interface Common {
  readonly thread: number;
  readonly event: number;
  /** Factor that converts weights to nanoseconds, bytes or plain numbers. */
  readonly scale: number;
  readonly isTime: boolean;
}

class SpeedscopeReader {
  private readonly builder: BoundedBuilder;
  private readonly file: unknown;
  private readonly frames: readonly unknown[];
  /** Functions of the frames used so far. */
  private readonly funcs: (number | undefined)[] = [];
  /** Whether each Python frame is a call; undefined if the file does not say. In files of other programs, each is a call. */
  private readonly isCalls: boolean | undefined;
  /** Number of profiles with each name. */
  private readonly names = new Map<string, number>();

  constructor(file: unknown, budget: TableBudget) {
    this.file = file;
    this.builder = new BoundedBuilder(budget);
    const calls = member(member(file, PYROGRAPH_KEY), 'calls');
    this.isCalls = typeof calls === 'boolean' ? calls : undefined;
    this.frames = list(member(member(file, 'shared'), 'frames'));
  }

  read(): Profile {
    const profiles = member(this.file, 'profiles');
    if (!Array.isArray(profiles))
      throw new Unreadable('it looks like a speedscope file, but has no list of profiles');
    for (const profile of list(profiles)) {
      const type = member(profile, 'type');
      if (type === 'sampled') this.readSampled(profile, this.commonOf(profile));
      else if (type === 'evented') this.readEvented(profile, this.commonOf(profile));
      else this.builder.note('type', 'Profiles that are neither sampled nor evented were skipped');
    }
    return this.builder.finish(0, true);
  }

  private commonOf(profile: unknown): Common {
    const { builder } = this;
    const ours = member(profile, PYROGRAPH_KEY);
    const { pid, tid, comm } = ours === undefined ? this.threadNamed(profile) : threadOf(ours);
    const thread = builder.thread(pid, tid, comm);
    const named = text(member(ours, 'event'));
    // The name of the event contains its unit.
    if (named !== undefined) return { thread, event: builder.event(named), scale: 1, isTime: false };
    const unit = UNITS.get(text(member(profile, 'unit')) ?? '');
    if (!unit) builder.note('unit', 'Weights in an unknown unit are shown as plain numbers');
    const { scale, event } = unit ?? { scale: 1, event: 'weight' };
    return { thread, event: builder.event(event), scale, isTime: event === TIME };
  }

  /** Profiles written by other programs have only a name. If several have the same name, all but the first are numbered. */
  private threadNamed(profile: unknown): Thread {
    const name = text(member(profile, 'name')) ?? '';
    const count = (this.names.get(name) ?? 0) + 1;
    this.names.set(name, count);
    return { pid: NONE, tid: NONE, comm: count > 1 ? `${name} (${count})` : name };
  }

  private readSampled(profile: unknown, { thread, event, scale, isTime }: Common): void {
    const { builder } = this;
    const weights = list(member(profile, 'weights'));
    const samples = list(member(profile, 'samples'));
    for (const [i, sample] of samples.entries()) {
      const weight = number(weights[i], scale);
      if (weight === undefined || weight < 0 || !Array.isArray(sample)) {
        builder.note('sample', 'Samples without a stack or a weight were skipped');
        continue;
      }
      let stack = NONE;
      for (const frame of list(sample)) {
        if (builder.isFull) break;
        stack = builder.stack(stack, this.func(frame));
      }
      builder.sample(stack, thread, event, NaN, isTime ? Math.round(weight) : weight);
    }
  }

  /** Adds a sample of the open frames for each interval between two events. */
  private readEvented(profile: unknown, { thread, event, scale, isTime }: Common): void {
    const { builder } = this;
    const open: { readonly stack: number; readonly frame: unknown }[] = [];
    let last = NaN;
    const advanceTo = (time: unknown): void => {
      const at = number(time, scale) ?? NaN;
      const next = isTime ? Math.round(at) : at;
      const top = open.at(-1);
      if (top && next > last) builder.sample(top.stack, thread, event, isTime ? last : NaN, next - last);
      if (next < last || Number.isNaN(next))
        builder.note(
          'at',
          'Events without a time, or before the previous one, are placed at the previous time',
        );
      else last = next;
    };
    for (const each of list(member(profile, 'events'))) {
      advanceTo(member(each, 'at'));
      const frame = member(each, 'frame');
      const type = member(each, 'type');
      const top = open.at(-1);
      if (type === 'O') open.push({ stack: builder.stack(top?.stack ?? NONE, this.func(frame)), frame });
      else if (type !== 'C' || open.pop()?.frame !== frame)
        builder.note('events', 'Frames are not closed in the reverse order of opening; stacks may be wrong');
    }
    if (open.length > 0) advanceTo(member(profile, 'endValue'));
  }

  private func(index: unknown): number {
    const row = number(index) ?? NONE;
    const known = this.funcs[row];
    if (known !== undefined) return known;
    const frame = this.frames[row];
    const name = text(member(frame, 'name')) ?? '';
    if (name === '') this.builder.note('unnamed', 'Frames without a name are shown as [unknown]');
    const file = text(member(frame, 'file')) ?? '';
    const recorded = recordedName(name, file);
    const isCall = isCallFrame(recorded) && (this.isCalls ?? recorded !== name);
    // For code other than Python, the file is the module.
    const module = file === '' || isPython(recorded) ? NONE : this.builder.module(file);
    const func = this.builder.func(recorded, module, isCall ? FuncFlags.called : FuncFlags.plain);
    // Only existing rows are cached, since `row` may be any number.
    if (frame !== undefined) this.funcs[row] = func;
    return func;
  }
}

function threadOf(ours: unknown): Thread {
  const id = (name: string) => number(member(ours, name)) ?? NONE;
  return { pid: id('pid'), tid: id('tid'), comm: text(member(ours, 'comm')) ?? '' };
}
