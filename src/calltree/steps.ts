// Of every frame of some stacks what it is shown as and which one it is shown on: the way to the root, step by step. Frames
// that are not shown are passed over.

import { NONE } from '../model/profile.ts';
import { asItself, type Shown } from '../model/stack-runs.ts';

/**
 * At twice the number of a frame the function it is shown as, behind it the frame below: side by side because they are
 * wanted together and in no order. What stands on the root, frame 0, goes on with 0. Frames that are not shown have none.
 */
export type Steps = Int32Array;

export interface Climbable {
  readonly steps: Steps;
  /** Of each run the frame that what ends in it is seen to end in, 0 for the root; NONE when all of the run is left out. */
  readonly last: Int32Array;
}

/** Only of the runs that are `wanted`, as 1, where that is given: with each also those that it stands on. */
export function stepsOf({ runs, showing, begins }: Omit<Shown, 'ends'>, wanted?: Uint8Array): Climbable {
  const { length, parent, from, to, func, funcs } = runs;
  const { as, group } = showing ?? asItself(funcs);
  const isPlain = as.map((shown, each) => (shown === each && group[each] < 0 ? 1 : 0));
  const steps = new Int32Array(2 * func.length);
  const last = new Int32Array(length).fill(NONE);
  const begin = new Int32Array(length).fill(begins ? NONE : 0);
  if (begins) for (let i = 0; i < begins.length; i++) begin[begins.run[i]] = begins.box[i];
  steps[0] = steps[1] = NONE;
  for (let run = 0; run < length; run++) {
    if (wanted?.[run] === 0) continue;
    const on = run === 0 ? NONE : last[parent[run]];
    const isOn = on >= 0;
    if (!isOn && begin[run] < 0) continue;
    let below = Math.max(0, on);
    // The root is shown as it is.
    for (let at = isOn ? from[run] : Math.max(1, begin[run]); at < to[run]; at++) {
      const frame = func[at];
      if (isPlain[frame] === 0) {
        if (as[frame] < 0) continue;
        const under = func[at > from[run] ? at - 1 : to[parent[run]] - 1];
        if (group[frame] >= 0 && under >= 0 && group[under] === group[frame]) continue;
      }
      steps[2 * at] = as[frame];
      steps[2 * at + 1] = below;
      below = at;
    }
    last[run] = below;
  }
  return { steps, last };
}
