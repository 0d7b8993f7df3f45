// Follows all threads through a recording: reads its samples and the records about threads in time order.

import type { Profile } from '../model/profile.ts';
import { sortByTime } from '../model/rows-by-time.ts';
import {
  hasSwitches,
  hasTaskRecords,
  ThreadRecordKind as Kind,
  type ThreadRecords,
} from '../model/thread-records.ts';
import { clockEvent, isSwitchEvent } from './clock-event.ts';
import { Life } from './life.ts';

export interface Lives {
  /** In order of birth. Processes without any switch or sample are left out. */
  readonly lives: readonly Life[];
  /** Of the recording. */
  readonly start: number;
  readonly end: number;
  /** Number of lost records. */
  readonly lost: number;
  /** False if no record says when threads begin and end. */
  readonly hasTaskRecords: boolean;
}

/** Undefined if the recording does not say when threads ran. */
export function livesOf(profile: Profile): Lives | undefined {
  const { threadRecords: records } = profile;
  if (!hasSwitches(records)) return undefined;
  const { start, end } = extentOf(profile, records);
  const tracker = new LifeTracker(profile, records, start);
  tracker.followAll();
  const recorded = new Set(tracker.lives.filter(({ isRecorded }) => isRecorded).map(({ pid }) => pid));
  for (const life of tracker.alive.values()) life.finish(end);
  return {
    lives: tracker.lives.filter(({ pid }) => recorded.has(pid)),
    start,
    end,
    lost: records.lost,
    hasTaskRecords: hasTaskRecords(records),
  };
}

/** The smallest and the largest time, without those of records about what existed before. */
function extentOf({ samples }: Profile, { time }: ThreadRecords): { start: number; end: number } {
  let start = Infinity;
  let end = 0;
  for (const times of [samples.time, time])
    for (const each of times) {
      if (each > 0 && each < start) start = each;
      if (each > end) end = each;
    }
  return { start, end };
}

class LifeTracker {
  readonly lives: Life[] = [];
  /** By thread ID. */
  readonly alive = new Map<number, Life>();
  private readonly profile: Profile;
  private readonly records: ThreadRecords;
  private readonly start: number;
  private readonly isSwitch: readonly boolean[];
  private readonly clock: number;

  constructor(profile: Profile, records: ThreadRecords, start: number) {
    this.profile = profile;
    this.records = records;
    this.start = start;
    this.isSwitch = profile.events.map(isSwitchEvent);
    this.clock = clockEvent(profile);
  }

  /** In time order; records and samples of the same time in the order of the file. */
  followAll(): void {
    const { time, sample } = this.records;
    const times = this.profile.samples.time;
    const samples = rowsByTime(times);
    let next = 0;
    for (const row of rowsByTime(time)) {
      for (; next < samples.length; next++) {
        const each = samples[next];
        if (times[each] > time[row] || (times[each] === time[row] && each >= sample[row])) break;
        this.addSample(each);
      }
      this.addRecord(row);
    }
    for (; next < samples.length; next++) this.addSample(samples[next]);
  }

  private addSample(row: number): void {
    const { samples, threads } = this.profile;
    const { pid, tid, comm } = threads[samples.thread[row]];
    if (tid <= 0) return;
    const event = samples.event[row];
    const life = this.named(pid, tid, comm);
    life.sample(samples.time[row], row, this.isSwitch[event], event === this.clock);
  }

  private addRecord(row: number): void {
    const { records } = this;
    const tid = records.tid[row];
    if (tid <= 0) return;
    const kind = records.kind[row];
    const time = records.time[row];
    const pid = records.pid[row];
    const comm = records.comms[records.comm[row]];
    if (kind === Kind.fork) this.fork(time, pid, tid, comm);
    else if (kind === Kind.exit) {
      this.alive.get(tid)?.finish(time);
      this.alive.delete(tid);
    } else {
      const life = this.named(pid, tid, comm);
      if (kind === Kind.in) life.in(time);
      else if (kind !== Kind.comm) life.out(time, kind === Kind.preempted);
    }
  }

  private fork(time: number, pid: number, tid: number, comm: string): void {
    // perf wrote it for a thread that existed before.
    if (time === 0) return;
    this.alive.get(tid)?.finish(time);
    this.begin(new Life(pid, tid, comm, time, true, this.nameOf));
  }

  /** The life of this thread, which now has this name. */
  private named(pid: number, tid: number, comm: string): Life {
    const life =
      this.alive.get(tid) ??
      this.begin(new Life(Math.max(pid, 0), tid, comm, this.start, false, this.nameOf));
    life.comm = comm;
    return life;
  }

  private begin(life: Life): Life {
    this.lives.push(life);
    this.alive.set(life.tid, life);
    return life;
  }

  private readonly nameOf = (sample: number): string | undefined => {
    const { samples, threads } = this.profile;
    return sample >= 0 && samples.stack[sample] >= 0 ? threads[samples.thread[sample]].comm : undefined;
  };
}

/** The rows in time order, without those that have no time. */
function rowsByTime(times: Float64Array): Int32Array {
  const rows = new Int32Array(times.length);
  let count = 0;
  for (let row = 0; row < times.length; row++) if (!Number.isNaN(times[row])) rows[count++] = row;
  return sortByTime(rows.subarray(0, count), times);
}
