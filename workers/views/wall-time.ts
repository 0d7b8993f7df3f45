// Wall time by state, and who held the GIL meanwhile.

import { profileWithin, type BuiltTree } from '../../src/calltree/build/build.ts';
import { stateWeights } from '../../src/calltree/wait-weights.ts';
import { areLasting } from '../../src/model/events.ts';
import type { ViewOptions } from '../../src/model/session.ts';
import { stateIndex, type WallTime } from '../../src/model/wait-states.ts';
import { gilHolders } from '../../src/waiting/holders.ts';
import { sampledIn, type OpenProfile } from '../pipeline.ts';

const GIL = stateIndex('gil');

/** Undefined unless the event is of wall time. `chainsOf` returns the chains that count: 1 for each. */
export function wallTimeOf(
  open: OpenProfile,
  { event }: Pick<ViewOptions, 'event'>,
  built: BuiltTree,
  chainsOf?: () => Uint8Array,
): WallTime | undefined {
  const { profile } = open.classified;
  if (!areLasting(profile.samples, event)) return undefined;
  const chains = chainsOf?.();
  const states = stateWeights(built, profileWithin(built, profile), chains);
  if (!open.wall || !states.some(({ state }) => state === GIL)) return { states, holders: [] };
  const first = sampledIn(open).profile.samples.length;
  const { chainOfSample } = built;
  const isSelected = (piece: number) => {
    const chain = chainOfSample[first + piece];
    return chain >= 0 && chains?.[chain] !== 0;
  };
  return { states, holders: gilHolders(open.wall.waits, isSelected) };
}
