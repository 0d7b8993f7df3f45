// How weights are normalized, so that a difference means a change: comparing.md, “Basis”.

import { BASES, type Basis } from '../../model/comparison.ts';
import type { Profile } from '../../model/profile.ts';
import { isWallTime } from '../../model/events.ts';
import type { CommonFactor } from './factor.ts';
import type { Run } from './run.ts';
import { MIN_ELAPSED } from './selected-samples.ts';

interface BasisChoice {
  readonly basis: Basis;
  readonly why: string;
}

interface BasisFacts {
  /** The user's choice, if any. */
  readonly basis?: Basis | undefined;
  /** Units of work per recording of A and of B. */
  readonly work?: readonly [number, number] | undefined;
  /** The bases on which these recordings can be compared. */
  readonly bases: readonly Basis[];
  /** Number of sides that are time ranges. */
  readonly ranges: number;
  /** The event that is compared. */
  readonly event: string;
}

/**
 * Without periods, all samples have weight 1, so only proportions can be compared; but a period may be 1, too. Without times, there
 * is no rate. `profiles` are those of the runs.
 */
export function basesFor(
  runs: readonly Run[],
  profiles: readonly Pick<Profile, 'recorded' | 'printed'>[],
): readonly Basis[] {
  const hasPeriods = runs.every(({ weight, squares, samples }, i) => {
    const { recorded, printed } = profiles[i];
    return recorded !== undefined || printed?.hasPeriods || weight !== samples || squares !== samples;
  });
  const hasTimes = runs.every(({ elapsed }) => elapsed > MIN_ELAPSED);
  return BASES.filter((basis) => isRatioBasis(basis) || (hasPeriods && (basis !== 'rate' || hasTimes)));
}

export function chooseBasis({ basis, work, ranges, bases, event }: BasisFacts): BasisChoice {
  if (basis && (basis !== 'work' || work)) return { basis, why: 'chosen' };
  if (!bases.includes('cpu')) return { basis: 'matched', why: 'the samples have no periods' };
  if (work) return { basis: 'work', why: 'work was given' };
  if (ranges > 0 && bases.includes('rate'))
    return { basis: 'rate', why: ranges > 1 ? 'two ranges of time' : 'a side is a range of time' };
  // What waits does not scale with the work of others.
  if (isWallTime(event)) return { basis: 'cpu', why: 'wall time' };
  return { basis: 'matched', why: 'the amount of work is not known' };
}

/** True for bases that compare only proportions: the sum over all functions cannot change. */
export function isRatioBasis(basis: Basis): boolean {
  return basis === 'matched' || basis === 'share';
}

/** The factor by which the weights of a recording are multiplied. */
export function weightFactorOf(
  basis: Basis,
  run: Run,
  { work, ofRun, meanB }: { work: number; ofRun: number; meanB: CommonFactor['meanB'] },
): number {
  switch (basis) {
    case 'matched':
      return meanB / ofRun;
    case 'cpu':
      return 1;
    case 'rate':
      return 1 / run.elapsed;
    case 'work':
      return 1 / work;
    case 'share':
      return 1 / run.weight;
  }
}
