// Reads speedscope's JSON, which py-spy, rbspy and many other profilers write. Each profile in the file becomes a thread, and
// all time units become nanoseconds. Sampled profiles have no times; evented ones do, and become one sample per interval between
// two events.

import { BUDGET, type TableBudget } from '../../model/budget.ts';
import { NONE, FuncFlags, type Profile, type Thread } from '../../model/profile.ts';
import { BoundedBuilder } from '../bounded-builder.ts';
import { isPythonName, recordedName, isCallFrame } from '../recorded-name.ts';
import { Unreadable } from '../format.ts';
import { asList, asNumber, asString, memberOf } from './json.ts';
import { PYROGRAPH_KEY, TIME, UNITS } from './schema.ts';

/** Maximum number of objects and lists, each of which takes about fifty bytes of memory. */
const MAX_VALUES = 10_000_000;

/** Throws Unreadable if `bytes` are not a speedscope file. Invalid parts are counted in notes. */
export function readSpeedscope(bytes: Uint8Array, budget: TableBudget = BUDGET): Profile {
  return new SpeedscopeReader(parseJson(bytes), budget).read();
}

function parseJson(bytes: Uint8Array): unknown {
  // Counts [ and {, including those in strings.
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

/** The properties that all samples of one profile share. */
interface SharedProperties {
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
  /** For each frame, that of the profile; undefined until needed. */
  private readonly known: (number | undefined)[] = [];
  /** True if each Python frame is a call. Undefined if another program wrote the file; then each Python frame is one, too. */
  private readonly hasCallFrames: boolean | undefined;
  /** The number of profiles read so far with each name. */
  private readonly names = new Map<string, number>();

  constructor(file: unknown, budget: TableBudget) {
    this.file = file;
    this.builder = new BoundedBuilder(budget);
    const calls = memberOf(memberOf(file, PYROGRAPH_KEY), 'calls');
    this.hasCallFrames = typeof calls === 'boolean' ? calls : undefined;
    this.frames = asList(memberOf(memberOf(file, 'shared'), 'frames'));
  }

  read(): Profile {
    const profiles = memberOf(this.file, 'profiles');
    if (!Array.isArray(profiles))
      throw new Unreadable('it looks like a speedscope file, but has no list of profiles');
    for (const profile of asList(profiles)) {
      const type = memberOf(profile, 'type');
      if (type === 'sampled') this.readSampled(profile, this.sharedProperties(profile));
      else if (type === 'evented') this.readEvented(profile, this.sharedProperties(profile));
      else this.builder.note('type', 'Profiles that are neither sampled nor evented were skipped');
    }
    return this.builder.finish(0, true);
  }

  private sharedProperties(profile: unknown): SharedProperties {
    const { builder } = this;
    const ours = memberOf(profile, PYROGRAPH_KEY);
    const { pid, tid, comm } = ours === undefined ? this.threadFromName(profile) : threadOf(ours);
    const thread = builder.thread(pid, tid, comm);
    const eventName = asString(memberOf(ours, 'event'));
    // An event written by Pyrograph needs no conversion: its name contains its unit.
    if (eventName !== undefined) return { thread, event: builder.event(eventName), scale: 1, isTime: false };
    const unit = UNITS.get(asString(memberOf(profile, 'unit')) ?? '');
    if (!unit) builder.note('unit', 'Weights in an unknown unit are shown as plain numbers');
    const { scale, event } = unit ?? { scale: 1, event: 'weight' };
    return { thread, event: builder.event(event), scale, isTime: event === TIME };
  }

  /** Other programs write only a profile name. If several profiles have the same name, all but the first are numbered. */
  private threadFromName(profile: unknown): Thread {
    const name = asString(memberOf(profile, 'name')) ?? '';
    const count = (this.names.get(name) ?? 0) + 1;
    this.names.set(name, count);
    return { pid: NONE, tid: NONE, comm: count > 1 ? `${name} (${count})` : name };
  }

  private readSampled(profile: unknown, { thread, event, scale, isTime }: SharedProperties): void {
    const { builder } = this;
    const weights = asList(memberOf(profile, 'weights'));
    const samples = asList(memberOf(profile, 'samples'));
    if (weights.length > samples.length)
      builder.note(
        'weights',
        'A profile has more weights than samples; the rest of the weights is not shown',
      );
    for (const [i, sample] of samples.entries()) {
      const weight = asNumber(weights[i], scale);
      if (weight !== undefined && weight < 0) {
        builder.note('negative', 'Samples with a negative weight were skipped: the profile is a difference');
        continue;
      }
      if (weight === undefined || !Array.isArray(sample)) {
        builder.note('sample', 'Samples without a stack or a weight were skipped');
        continue;
      }
      let stack = NONE;
      for (const frame of asList(sample)) {
        if (builder.isFull) break;
        stack = builder.stack(stack, this.frame(frame));
      }
      builder.sample(stack, thread, event, NaN, isTime ? Math.round(weight) : weight);
    }
  }

  /** Adds a sample of the open frames for each interval between two events. */
  private readEvented(profile: unknown, { thread, event, scale, isTime }: SharedProperties): void {
    const { builder } = this;
    const open: { readonly stack: number; readonly frame: unknown }[] = [];
    let last = NaN;
    const advanceTo = (time: unknown): void => {
      const at = asNumber(time, scale) ?? NaN;
      const next = isTime ? Math.round(at) : at;
      const top = open.at(-1);
      if (top && next > last) builder.sample(top.stack, thread, event, isTime ? last : NaN, next - last);
      if (next < last || Number.isNaN(next))
        builder.note(
          'at',
          'Events without a time or out of order are placed at the time of the previous event',
        );
      else last = next;
    };
    for (const each of asList(memberOf(profile, 'events'))) {
      advanceTo(memberOf(each, 'at'));
      const frame = memberOf(each, 'frame');
      const type = memberOf(each, 'type');
      const top = open.at(-1);
      if (type === 'O') open.push({ stack: builder.stack(top?.stack ?? NONE, this.frame(frame)), frame });
      else if (type !== 'C' || open.pop()?.frame !== frame)
        builder.note('events', 'Frames were not closed in reverse order, so stacks may be wrong');
    }
    if (open.length > 0) advanceTo(memberOf(profile, 'endValue'));
  }

  private frame(index: unknown): number {
    const row = asNumber(index) ?? NONE;
    const known = this.known[row];
    if (known !== undefined) return known;
    const frame = this.frames[row];
    const added = this.builder.frame(this.func(frame), asNumber(memberOf(frame, 'line')) ?? 0);
    // Cache only frames that exist, since `row` may be any number.
    if (frame !== undefined) this.known[row] = added;
    return added;
  }

  private func(frame: unknown): number {
    const name = asString(memberOf(frame, 'name')) ?? '';
    if (name === '') this.builder.note('unnamed', 'Frames without a name are shown as [unknown]');
    const file = asString(memberOf(frame, 'file')) ?? '';
    const recorded = recordedName(name, file);
    const isCall = isCallFrame(recorded) && (this.hasCallFrames ?? recorded !== name);
    // For code other than Python, the file is the module.
    const module = file === '' || isPythonName(recorded) ? NONE : this.builder.module(file);
    return this.builder.func(recorded, module, isCall ? FuncFlags.called : FuncFlags.plain);
  }
}

function threadOf(ours: unknown): Thread {
  const id = (name: string) => asNumber(memberOf(ours, name)) ?? NONE;
  return { pid: id('pid'), tid: id('tid'), comm: asString(memberOf(ours, 'comm')) ?? '' };
}
