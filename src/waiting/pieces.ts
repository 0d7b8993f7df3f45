// Cuts the lives of threads into pieces of time. The time that a thread runs belongs to its next clock sample:
//
//   span       |-----on-----|--off--|------on------|
//   samples         A                     B    C
//   pieces     |-A--|---B---|--off--|--B--|-C--|-C-|

import { withoutKernelLeaf } from '../model/kernel-leaf.ts';
import { NONE } from '../model/profile.ts';
import { stateIndex } from '../model/wait-states.ts';
import type { Life, Span } from './life.ts';
import type { Reasons } from './reasons.ts';
import type { ClassifiedStacks } from './classified-stacks.ts';

export interface TimePiece {
  readonly life: Life;
  readonly from: number;
  readonly to: number;
  /** Index into WAIT_STATES. */
  readonly state: number;
  /** The sample whose stack it has; NONE if there is none. */
  readonly sample: number;
  /** NONE if there is none. */
  readonly stack: number;
  /** The name of the thread. */
  readonly comm: string;
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

/** The pieces of these lives, of each life in time order. */
export function piecesOf(lives: readonly Life[], stacks: ClassifiedStacks, reasons: Reasons): TimePiece[] {
  const { samples, threads } = stacks.profile;
  const pieces: TimePiece[] = [];
  for (const life of lives) {
    let next = 0;
    for (const span of life.spans) {
      const { kind, to, sample, comm } = span;
      const stack = sample < 0 ? NONE : samples.stack[sample];
      if (kind !== 'on') {
        const state = stateOfSpan(span, reasons, stacks);
        pieces.push({ life, from: span.from, to, state, sample, stack, comm });
        continue;
      }
      for (let { from } = span; from < to;) {
        const { clockSamples } = life;
        while (next < clockSamples.length && samples.time[clockSamples[next]] <= from) next++;
        const clockSample = clockSamples.at(Math.min(next, clockSamples.length - 1)) ?? NONE;
        const end = next < clockSamples.length ? Math.min(to, samples.time[clockSample]) : to;
        pieces.push(
          clockSample < 0
            ? {
                life,
                from,
                to,
                state: RUNNING,
                sample,
                stack: withoutKernelLeaf(stacks.profile, stack),
                comm,
              }
            : {
                life,
                from,
                to: end,
                state: RUNNING,
                sample: clockSample,
                stack: samples.stack[clockSample],
                comm: threads[samples.thread[clockSample]].comm,
              },
        );
        from = end;
      }
    }
  }
  return pieces;
}
