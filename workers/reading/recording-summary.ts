// The summary of an opened recording, which is sent to the page.

import { formatName } from '../../src/formats/index.ts';
import { extendLow, fnv1a } from '../../src/model/hash.ts';
import { newNote, NONE, threadKey, type Profile, type SampleTable } from '../../src/model/profile.ts';
import { eventWithMostSamples, type EventSummary, type Recording } from '../../src/model/session.ts';
import { hasSwitches } from '../../src/model/thread-records.ts';
import { isWallTime, timeExtent, WALL_TIME } from '../../src/model/events.ts';
import { unitOf } from '../../src/text/format.ts';
import { clockEvent } from '../../src/waiting/clock-event.ts';
import type { DetectedRecording } from './sniff.ts';

export function recordingOf(
  { source, format }: DetectedRecording,
  profile: Profile,
  isAddition = false,
): Recording {
  const { samples, threads, notes, strings, modules, funcs } = profile;
  const recorded = summarize(profile);
  const events = [...recorded, ...sumsOf(recorded, samples)];
  const times = timesOf(samples);
  return {
    name: source.name,
    isAddition,
    size: source.size,
    format: typeof format === 'string' ? format : formatName(format),
    samples: recordedCount(profile),
    threads: new Set(threads.map(threadKey)).size,
    ...times,
    ...(Number.isNaN(times.start) && { stackHash: hashStacks(profile) }),
    events,
    defaultEvent: defaultEventOf(profile, events),
    notes:
      samples.length > 0 ? notes : [...notes, newNote('empty', 'The recording contains no complete sample')],
    missingFiles: undefined,
    idle: undefined,
    hasLines: profile.stacks.line !== undefined,
    threadList: threads,
    strings,
    modules,
    funcs,
  };
}

function summarize({ samples, events, recorded, printed }: Profile): EventSummary[] {
  const counts = new Float64Array(events.length);
  const weights = new Float64Array(events.length);
  for (let i = 0; i < samples.length; i++) {
    counts[samples.event[i]]++;
    weights[samples.event[i]] += samples.weight[i];
  }
  return events.map((name, i) => {
    // Copies do not tell whether the text had periods, but no sample takes one nanosecond.
    const isOneEach = !recorded && unitOf(name) === 'ns' && weights[i] === counts[i];
    const hasPeriods = isWallTime(name) || (printed?.hasPeriods ?? !isOneEach);
    return { name, samples: counts[i], weight: weights[i], measure: hasPeriods ? name : '' };
  });
}

function sumsOf(recorded: readonly EventSummary[], { sums = [] }: SampleTable): EventSummary[] {
  return sums.map(({ name, members }) => {
    const of = members.map((member) => recorded[member]);
    return {
      name,
      members,
      samples: of.reduce((sum, { samples }) => sum + samples, 0),
      weight: of.reduce((sum, { weight }) => sum + weight, 0),
      measure: of.every(({ measure }) => measure !== '') ? name : '',
    };
  });
}

/** Without those of wall time. */
function recordedCount({ samples: { length, event, lasting } }: Profile): number {
  return lasting ? event.reduce((count, each) => count + 1 - lasting[each], 0) : length;
}

/** NaN without times. */
function timesOf(samples: SampleTable): Pick<Recording, 'start' | 'duration'> {
  const { min, max } = timeExtent(samples) ?? { min: NaN, max: NaN };
  return { start: min, duration: max - min };
}

/** An index into `events`. */
function defaultEventOf(profile: Profile, events: readonly EventSummary[]): number {
  const wallTime = profile.samples.lasting && WALL_TIME;
  const named = events.findIndex(({ name }) => name === (profile.defaultEvent ?? wallTime));
  if (named >= 0) return named;
  // There are usually more samples at switches than of time, but their weight says nothing.
  const clock = hasSwitches(profile.threadRecords) ? clockEvent(profile) : NONE;
  return clock < 0 ? eventWithMostSamples(events) : clock;
}

/**
 * Identifies the samples of a recording without times: a hash of the stacks, events and weights of all samples, in any order. In a
 * `perf.data`, names depend on which symbol files are open, so only the numbers of frames count.
 */
export function hashStacks(profile: Profile): number {
  const { samples, stacks, funcs, strings, recorded } = profile;
  const ofFunc = Int32Array.from({ length: funcs.length }, (_, func) =>
    fnv1a(recorded ? '' : strings[funcs.name[func]]),
  );
  const ofStack = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack];
    ofStack[stack] = extendLow(parent === NONE ? 0 : ofStack[parent], ofFunc[stacks.func[stack]]);
  }
  /** The weight of a sample, which may be a fraction or large, and its halves. */
  const weight = new Float64Array(1);
  const halves = new Int32Array(weight.buffer);
  let sum = 0;
  for (let i = 0; i < samples.length; i++) {
    const stack = samples.stack[i];
    weight[0] = samples.weight[i];
    const hash = extendLow(extendLow(samples.event[i], halves[0]), halves[1]);
    sum = (sum + extendLow(stack < 0 ? stack : ofStack[stack], hash)) | 0;
  }
  return sum >>> 0;
}
