// Finds what a thread did at a point in time.

import { lastAtMost } from '../../model/sorted.ts';
import type { Profile } from '../../model/profile.ts';
import { stateOfFunctions, type PieceOfTime } from '../../model/wait-states.ts';
import { ownFunctionOf } from '../wait-weights.ts';
import type { Times } from './times.ts';

/** `thread` is one of the thread's rows, `time` is on the recording's clock. Undefined if the thread has no piece of time then. */
export function pieceOfTime(
  profile: Profile,
  { heads, first, sample, start, end, from }: Times,
  thread: number,
  time: number,
): PieceOfTime | undefined {
  const lane = heads.findIndex(({ threads }) => threads.includes(thread));
  if (lane < 0) return undefined;
  const starts = start.subarray(first[lane], first[lane + 1]);
  const at = first[lane] + lastAtMost(starts, starts.length, time - from);
  if (at < first[lane] || end[at] <= time - from) return undefined;
  const stack = profile.samples.stack[sample[at]];
  const state = stack < 0 ? 0 : stateOfFunctions(profile)[profile.stacks.func[stack]];
  return { state, length: end[at] - start[at], func: ownFunctionOf(profile, stack) };
}
