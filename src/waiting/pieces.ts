// Cuts the lives of threads into pieces of time. The time that a thread runs belongs to its next clock sample:
//
//   span       |-----on-----|--off--|------on------|
//   samples         A                     B    C
//   pieces     |-A--|---B---|--off--|--B--|-C--|-C-|

import { withoutKernelLeaf } from '../model/stacks.ts';
import { NONE } from '../model/profile.ts';
import { stateIndex } from '../model/wait-states.ts';
import type { Life } from './life.ts';
import type { Reasons } from './reasons.ts';
import type { ClassifiedStacks } from './classified-stacks.ts';
import type { Span } from './spans.ts';

/** By life, and of each life in time order. */
export interface Pieces {
  readonly length: number;
  /** Index into the lives. */
  readonly life: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Index into WAIT_STATES. */
  readonly state: Uint8Array;
  /** The sample whose stack it has; NONE if there is none. */
  readonly sample: Int32Array;
  /** NONE if there is none. */
  readonly stack: Int32Array;
  /** The names of the thread. */
  readonly comm: readonly string[];
}

export const RUNNING = stateIndex('running');
export const RUNNABLE = stateIndex('runnable');
export const NOT_RECORDED = stateIndex('not-recorded');

/** Index of the state of a span. */
export function stateOfSpan({ kind, sample }: Span, reasons: Reasons, { profile }: ClassifiedStacks): number {
  if (kind === 'on') return RUNNING;
  if (kind === 'runnable') return RUNNABLE;
  if (kind === 'notRecorded') return NOT_RECORDED;
  return reasons.stateOf(sample < 0 ? NONE : profile.samples.stack[sample]);
}

export function piecesOf(lives: readonly Life[], stacks: ClassifiedStacks, reasons: Reasons): Pieces {
  const { samples, threads } = stacks.profile;
  const pieces = new PieceTable(lives);
  for (const [row, { spans, clockSamples }] of lives.entries()) {
    pieces.beginLife(row);
    let next = 0;
    for (let i = 0; i < spans.length; i++) {
      const span = spans.at(i);
      const { kind, to, sample, comm } = span;
      const stack = sample < 0 ? NONE : samples.stack[sample];
      if (kind !== 'on') {
        pieces.push(span.from, to, sample, comm, stateOfSpan(span, reasons, stacks), stack);
        continue;
      }
      if (clockSamples.length === 0) {
        pieces.push(span.from, to, sample, comm, RUNNING, withoutKernelLeaf(stacks.profile, stack));
        continue;
      }
      for (let { from } = span; from < to;) {
        while (next < clockSamples.length && samples.time[clockSamples[next]] <= from) next++;
        const clockSample = clockSamples[Math.min(next, clockSamples.length - 1)];
        const end = next < clockSamples.length ? Math.min(to, samples.time[clockSample]) : to;
        const { comm: sampled } = threads[samples.thread[clockSample]];
        pieces.push(from, end, clockSample, sampled, RUNNING, samples.stack[clockSample]);
        from = end;
      }
    }
  }
  return pieces.finish();
}

class PieceTable {
  private length = 0;
  private current: number = NONE;
  private readonly life: Int32Array;
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private readonly state: Uint8Array;
  private readonly sample: Int32Array;
  private readonly stack: Int32Array;
  private readonly comm: string[] = [];

  /** Each clock sample cuts a span once at most. */
  constructor(lives: readonly Life[]) {
    const most = lives.reduce((sum, { spans, clockSamples }) => sum + spans.length + clockSamples.length, 0);
    this.life = new Int32Array(most);
    this.from = new Float64Array(most);
    this.to = new Float64Array(most);
    this.state = new Uint8Array(most);
    this.sample = new Int32Array(most);
    this.stack = new Int32Array(most);
  }

  /** The pieces added from now on are of this life. */
  beginLife(life: number): void {
    this.current = life;
  }

  push(from: number, to: number, sample: number, comm: string, state: number, stack: number): void {
    const row = this.length++;
    this.life[row] = this.current;
    this.from[row] = from;
    this.to[row] = to;
    this.state[row] = state;
    this.sample[row] = sample;
    this.stack[row] = stack;
    this.comm.push(comm);
  }

  finish(): Pieces {
    const { length, comm } = this;
    return {
      length,
      life: this.life.subarray(0, length),
      from: this.from.subarray(0, length),
      to: this.to.subarray(0, length),
      state: this.state.subarray(0, length),
      sample: this.sample.subarray(0, length),
      stack: this.stack.subarray(0, length),
      comm,
    };
  }
}
