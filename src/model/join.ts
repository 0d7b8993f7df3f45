// Joins Profiles that were read from consecutive chunks of one text. Their stack tables are concatenated: a stack that occurs
// in several chunks stays duplicated until a level of detail rewrites the stacks (restack).

import { ProfileBuilder, TOO_MANY_EVENTS } from './builder.ts';
import { indicesUpTo } from './columns.ts';
import { NONE, samplesAt, type Profile, type SampleTable } from './profile.ts';
import type { Printed } from './recorded.ts';
import { joinThreadRecords } from './thread-records.ts';

/** Except for duplicate stacks, gives the same result as reading the text in one piece. */
export function joinProfiles(profiles: readonly Profile[]): Profile {
  const [first, ...others] = profiles;
  if (first && others.length === 0) return first;
  const names = new ProfileBuilder();
  const length = sum(profiles, ({ stacks }) => stacks.length);
  const line = profiles.some((each) => each.stacks.line) ? new Int32Array(length) : undefined;
  const stacks = { length, parent: new Int32Array(length), func: new Int32Array(length), line };
  const samples = newSamples(sum(profiles, (each) => each.samples.length));
  const used = { stacks: 0, samples: 0, lines: 0 };
  const samplesBefore: number[] = [];
  for (const profile of profiles) {
    samplesBefore.push(used.samples);
    const funcs = namesOf(names, profile);
    const { parent, func } = profile.stacks;
    if (profile.stacks.line) line?.set(profile.stacks.line, used.stacks);
    for (let i = 0, at = used.stacks; i < parent.length; i++, at++) {
      stacks.parent[at] = parent[i] < 0 ? NONE : parent[i] + used.stacks;
      stacks.func[at] = funcs[func[i]];
    }
    used.samples = addSamples(samples, used.samples, profile, names, used.stacks);
    used.stacks += parent.length;
    for (const { kind, text, line, count } of profile.notes)
      names.note(kind, text, line < 0 ? NONE : line + used.lines, count);
    used.lines += profile.lines;
  }
  const isFilled = used.samples === samples.length;
  return {
    ...names.finish(used.lines),
    stacks,
    samples: isFilled ? samples : samplesAt(samples, indicesUpTo(used.samples)),
    printed: joinPrinted(profiles),
    threadRecords: joinThreadRecords(
      profiles.map((profile) => profile.threadRecords),
      samplesBefore,
    ),
  };
}

/** The header lines of all chunks have the same columns. */
function joinPrinted(profiles: readonly Profile[]): Printed | undefined {
  const printed = profiles.find((profile) => profile.printed)?.printed;
  return printed && { ...printed, isTruncated: profiles.some((profile) => profile.printed?.isTruncated) };
}

/** Per function of the profile: its row in `names`. */
function namesOf(names: ProfileBuilder, { modules, funcs, strings }: Profile): Int32Array {
  const moduleIds = modules.map((path) => names.module(path));
  return funcs.name.map((name, i) => {
    const module = funcs.module[i];
    return names.func(strings[name], module < 0 ? NONE : moduleIds[module], funcs.flags[i], funcs.kind[i]);
  });
}

/** Returns the new number of samples. Skips samples of events beyond the limit and counts them in a note. */
function addSamples(
  to: SampleTable,
  used: number,
  profile: Profile,
  names: ProfileBuilder,
  firstStack: number,
): number {
  const threads = profile.threads.map(({ pid, tid, comm }) => names.thread(pid, tid, comm));
  const events = profile.events.map((name) => names.event(name));
  const { samples } = profile;
  let at = used;
  for (let i = 0; i < samples.length; i++) {
    const event = events[samples.event[i]];
    if (event < 0) {
      names.note('event', TOO_MANY_EVENTS, NONE);
      continue;
    }
    const stack = samples.stack[i];
    to.stack[at] = stack < 0 ? NONE : stack + firstStack;
    to.thread[at] = threads[samples.thread[i]];
    to.event[at] = event;
    to.time[at] = samples.time[i];
    to.weight[at++] = samples.weight[i];
  }
  return at;
}

function newSamples(length: number): SampleTable {
  return {
    length,
    stack: new Int32Array(length),
    thread: new Int32Array(length),
    event: new Uint8Array(length),
    time: new Float64Array(length),
    weight: new Float64Array(length),
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
