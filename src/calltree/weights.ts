// What ends in each run of some stacks, and in it or above, and which runs with anything stand on which.

import { NONE } from '../model/profile.ts';
import type { Ends, Shown } from '../model/stack-runs.ts';
import type { CallTree } from '../model/tree.ts';

/** Of each run of the stacks; the columns may be longer. Runs without samples stand on no other. */
export interface Weights {
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly samples: Int32Array;
  readonly selfSamples: Int32Array;
  /** The first run that stands on it, and the next that stands on the same one; NONE behind the last. */
  readonly child: Int32Array;
  readonly next: Int32Array;
  /** How many runs have samples, the root's always among them, and how many frames those have. */
  readonly live: number;
  readonly frames: number;
}

/** Kept from one tree to the next: to be given new memory takes longer than what is done with it. */
let columns = columnsOf(0);

function columnsOf(length: number): Omit<Weights, 'live' | 'frames'> {
  return {
    total: new Float64Array(length),
    self: new Float64Array(length),
    samples: new Int32Array(length),
    selfSamples: new Int32Array(length),
    child: new Int32Array(length),
    next: new Int32Array(length),
  };
}

/** Good until the next are asked for. */
export function weigh({ runs, ends }: Pick<Shown, 'runs' | 'ends'>): Weights {
  if (ends.of) return weightsIn(ends.of);
  const { length, parent, from, to } = runs;
  if (columns.total.length < length) columns = columnsOf(length);
  const { total, self, samples, selfSamples, child, next } = columns;
  for (const column of [total, self, samples, selfSamples]) column.fill(0, 0, length);
  child.fill(NONE, 0, length);
  addEnds(ends, self, selfSamples);
  let live = 1;
  let frames = to[0] - from[0];
  for (let run = length - 1; run > 0; run--) {
    samples[run] += selfSamples[run];
    if (samples[run] === 0) continue;
    const below = parent[run];
    total[run] += self[run];
    total[below] += total[run];
    samples[below] += samples[run];
    next[run] = child[below];
    child[below] = run;
    live++;
    frames += to[run] - from[run];
  }
  next[0] = NONE;
  total[0] += self[0];
  samples[0] += selfSamples[0];
  return { ...columns, live, frames };
}

/** Of the runs of a tree all is known but the way from one to the next, and every one has samples. */
function weightsIn({ runs, length, parent, end, total, self, samples, selfSamples }: CallTree): Weights {
  if (columns.total.length < runs) columns = columnsOf(runs);
  const { child, next } = columns;
  next[0] = NONE;
  for (let run = 0; run < runs; run++) {
    child[run] = end[run] > run + 1 ? run + 1 : NONE;
    if (run > 0) next[run] = end[run] < end[parent[run]] ? end[run] : NONE;
  }
  return { total, self, samples, selfSamples, child, next, live: runs, frames: length };
}

/** What ends in each run is added to these columns. */
export function addEnds(
  { run: ends, weight, samples }: Ends,
  self: Float64Array,
  selfSamples: Int32Array,
): void {
  for (let i = 0; i < weight.length; i++) {
    const run = ends === undefined ? i : ends[i];
    if (run < 0) continue;
    self[run] += weight[i];
    selfSamples[run] += samples === undefined ? 1 : samples[i];
  }
}
