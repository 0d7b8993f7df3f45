// One life of a thread, from its birth to its death, as a gapless sequence of spans.
//
//   record     fork      in        out        in    out preempted   in     exit
//   span       |-runnable-|---on----|---off----|--on--|--runnable----|--on--|
//
// Records that contradict the state show that others were lost. What the thread did since the previous one is then not known:
//
//   record     in     (out is lost)     in               out     (in is lost)    out
//   span       |--on--|---notRecorded---|                |-------notRecorded------|

import { NONE } from '../model/profile.ts';
import { Spans, type SpanKind } from './spans.ts';

/** The name of the thread of a sample with a stack; undefined for a sample without one. */
type NameOfSample = (sample: number) => string | undefined;

export class Life {
  readonly pid: number;
  readonly tid: number;
  readonly start: number;
  end: number;
  comm: string;
  /** True if it has a switch or a sample. */
  isRecorded = false;
  readonly spans = new Spans();
  /** Rows of its clock samples, in time order. */
  readonly clockSamples: number[] = [];
  /** The kind of the open span; undefined until the first record decides. */
  private kind: SpanKind | undefined;
  /** The sample of the open span, if it is one of waiting. */
  private waitSample: number = NONE;
  /** The last sample at a switch since the last switch. */
  private switchSample: number = NONE;
  /** Start of the open span. */
  private since: number;
  /** Time of the last record. */
  private last: number;
  private readonly nameOf: NameOfSample;

  /** A forked thread waits for its first CPU. */
  constructor(
    pid: number,
    tid: number,
    comm: string,
    start: number,
    isForked: boolean,
    nameOf: NameOfSample,
  ) {
    this.pid = pid;
    this.tid = tid;
    this.comm = comm;
    this.start = this.end = this.since = this.last = start;
    this.kind = isForked ? 'runnable' : undefined;
    this.nameOf = nameOf;
  }

  in(time: number): void {
    // Nobody saw what it waited for.
    this.kind ??= 'notRecorded';
    if (this.kind === 'on') this.skipTo(time);
    else this.close(time);
    this.begin('on', time);
  }

  out(time: number, isPreempted: boolean): void {
    this.kind ??= 'on';
    if (this.kind === 'on') this.close(time);
    else this.skipTo(time);
    this.waitSample = this.switchSample;
    this.begin(isPreempted ? 'runnable' : 'off', time);
  }

  sample(time: number, sample: number, isSwitch: boolean, isClock: boolean): void {
    this.kind ??= 'on';
    if (this.kind !== 'on') {
      this.skipTo(time);
      this.begin('on', time);
    }
    if (isSwitch) this.switchSample = sample;
    else if (isClock) this.clockSamples.push(sample);
    this.isRecorded = true;
    this.last = time;
  }

  finish(time: number): void {
    this.kind ??= 'notRecorded';
    this.close(time);
    this.end = time;
  }

  private begin(kind: SpanKind, time: number): void {
    this.kind = kind;
    this.switchSample = NONE;
    this.isRecorded = true;
    this.last = time;
  }

  /** Ends the open span at the last record. */
  private skipTo(time: number): void {
    this.close(this.last);
    this.push('notRecorded', this.last, time, NONE, this.comm);
    this.since = time;
  }

  private close(time: number): void {
    const kind = this.kind ?? 'notRecorded';
    const waits = kind === 'off' || kind === 'runnable';
    const sample = kind === 'on' ? this.switchSample : waits ? this.waitSample : NONE;
    const comm = (waits ? this.nameOf(sample) : undefined) ?? this.comm;
    this.push(kind, this.since, time, sample, comm);
    this.since = time;
  }

  private push(kind: SpanKind, from: number, to: number, sample: number, comm: string): void {
    if (to > from) this.spans.push(kind, from, to, sample, comm);
  }
}
