// Finds the stacks that samples of an event use.

import type { Profile } from '../model/profile.ts';

/** 1 for each stack with samples of the event, and for the stacks of its callers. */
export function liveStacks({ stacks, samples }: Profile, event: number): Uint8Array {
  const { length, parent } = stacks;
  const isLive = new Uint8Array(length);
  for (let i = 0; i < samples.length; i++)
    if (samples.event[i] === event && samples.stack[i] >= 0) isLive[samples.stack[i]] = 1;
  for (let stack = length - 1; stack >= 0; stack--)
    if (isLive[stack] === 1 && parent[stack] >= 0) isLive[parent[stack]] = 1;
  return isLive;
}
