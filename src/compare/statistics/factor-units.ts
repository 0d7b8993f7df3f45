// Chooses the units whose self weights determine the common factor: functions, and those with few samples together with the rest of
// their file: comparing.md, “The common factor”.

import { NONE } from '../../model/profile.ts';
import { isPythonKey, partsOf } from '../match/function-key.ts';
import type { Run } from './run.ts';

/** A unit has at least this share, and as many samples are expected of it in every recording. */
const MIN_SHARE = 0.002;
const MIN_EXPECTED_SAMPLES = 10;

interface FactorUnits {
  /** Per key: the row of its unit; NONE if it belongs to none. */
  readonly rowOfKey: Int32Array;
  /** Per row: the unit's share of all samples of both sides. */
  readonly pool: readonly number[];
}

/**
 * Units are chosen by the samples that are expected, not by those that a recording has: functions that are chosen because a sparse
 * recording happens to have samples of them look heavier there than they are. `self` has the self weights per recording and key.
 */
export function factorUnits(
  runs: readonly Run[],
  self: readonly Float64Array[],
  keys: readonly string[],
): FactorUnits {
  const poolOfKey = pooledShares(runs, self, keys.length);
  const fewest = Math.min(...runs.map(({ samples }) => samples));
  const enough = Math.max(MIN_SHARE, MIN_EXPECTED_SAMPLES / fewest);
  const rowOfKey = new Int32Array(keys.length).fill(NONE);
  const pool: number[] = [];
  const files = new Map<string, number[]>();
  for (const [key, share] of poolOfKey.entries()) {
    if (share >= enough) rowOfKey[key] = pool.push(share) - 1;
    else if (share > 0) {
      const file = isPythonKey(keys[key]) ? partsOf(keys[key]).file : '';
      const members = files.get(file);
      if (members) members.push(key);
      else files.set(file, [key]);
    }
  }
  const addUnit = (members: readonly number[]): boolean => {
    const share = members.reduce((sum, key) => sum + poolOfKey[key], 0);
    if (share < enough) return false;
    const row = pool.push(share) - 1;
    for (const key of members) rowOfKey[key] = row;
    return true;
  };
  addUnit([...files.values()].filter((members) => !addUnit(members)).flat());
  return { rowOfKey, pool };
}

/** Per key: the mean share of the recordings, weighted by their numbers of samples. */
function pooledShares(runs: readonly Run[], self: readonly Float64Array[], keys: number): Float64Array {
  const all = runs.reduce((sum, { samples }) => sum + samples, 0);
  const shares = new Float64Array(keys);
  for (const [i, { samples, weight }] of runs.entries()) {
    if (weight === 0) continue;
    // In the order of the separate implementation, so that rounding decides alike where exactly enough samples are expected.
    for (let key = 0; key < keys; key++) shares[key] += ((self[i][key] / weight) * samples) / all;
  }
  return shares;
}
