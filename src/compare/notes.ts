// Caveats about a comparison, one sentence each: comparing.md, “Notes”.

import type { Comparison } from '../model/comparison.ts';
import { PYTHON_PREFIX } from '../model/profile.ts';
import { WALL_TIME } from '../model/events.ts';
import { problemText, sideProblems } from '../text/sides-text.ts';
import { isRatioBasis } from './statistics/basis.ts';
import type { Prepared } from './prepare.ts';
import type { Sides } from './statistics/run.ts';

/** With fewer samples per side, only large differences can be certain. */
const FEW_SAMPLES = 2000;
/** Ratio of the mean weights above which the sampling rates differ. */
const OTHER_RATE = 1.5;
/** A factor above 2 or below 0.5 is rarely the same for all code. */
const FAR_FACTOR = Math.LN2;
/** Files that are unpacked or downloaded together differ by less, in any order; in milliseconds. */
const MIN_AGE = 60_000;
/** Mean sample weight of text without periods. */
const NO_PERIOD = 1;

type Facts = Pick<Comparison, 'basis' | 'factor' | 'work' | 'samples' | 'runs' | 'total' | 'nodes'>;

export function notesOf(prepared: Prepared, facts: Facts): string[] {
  const { basis, factor, work, samples, runs } = facts;
  const expected = work ? work[1] / work[0] : 1;
  const isFar = Math.abs(Math.log(factor / expected)) > FAR_FACTOR;
  const [pythonA, pythonB] = pythonVersions(prepared);
  const [weightA, weightB] = meanWeights(prepared);
  const notes: (string | false)[] = [
    hasNoDifference(facts) && 'A and B have the same samples.',
    runs[0] + runs[1] === 2 && singleNote(basis),
    runs[0] + runs[1] > 2 &&
      Math.min(...runs) === 1 &&
      'One side has a single recording: record both sides equally often.',
    Math.min(...samples) < FEW_SAMPLES && 'Few samples: only large differences can be certain.',
    basis === 'matched' &&
      isFar &&
      `Most functions ${expected === 1 ? 'differ' : 'differ from the given work'} by more than a factor of 2, so unchanged code may look changed. Record runs of A and B in turn, of the same work.`,
    // Pieces of wall time are not sampled.
    prepared.event !== WALL_TIME &&
      Math.max(weightA / weightB, weightB / weightA) > OTHER_RATE &&
      weightA !== NO_PERIOD &&
      weightB !== NO_PERIOD &&
      'The sampling rates differ.',
    pythonA !== pythonB &&
      pythonA !== '' &&
      pythonB !== '' &&
      `A ran Python ${pythonA}, B Python ${pythonB}.`,
    prepared.runs.some(({ blocks }) => blocks.every((weight) => weight === 0)) &&
      'A recording has no times: variation within it is not known, so more looks certain than is.',
    isSwapped(prepared) && 'A is newer than B: check that A is the baseline.',
    ...problemNotes(prepared),
  ];
  return notes.filter((note) => note !== false);
}

function hasNoDifference({ total, nodes }: Facts): boolean {
  return nodes.length > 0 && [total, ...nodes].every(({ d }) => d === 0);
}

function singleNote(basis: Comparison['basis']): string {
  if (isRatioBasis(basis))
    return 'One recording per side: a uniform slowdown looks the same as more work or a slower machine. Three or more per side are better.';
  return 'One recording per side: runs of the same code are assumed to differ by 10 %. Three or more per side are better.';
}

/** True if all recordings of A are newer than those of B. */
function isSwapped({ sides: { a, b } }: Prepared): boolean {
  const oldestOfA = Math.min(...a.map(({ date = NaN }) => date));
  const newestOfB = Math.max(...b.map(({ date = NaN }) => date));
  return oldestOfA > newestOfB + MIN_AGE;
}

function problemNotes({ sides: { a, b } }: Prepared): string[] {
  const diagnosesOf = (side: Sides['a']) => side.flatMap(({ diagnosis }) => diagnosis ?? []);
  return sideProblems({ a: diagnosesOf(a), b: diagnosesOf(b) }).map(
    (problem) => `${problemText(problem)}${problem.id === undefined ? '' : SEE_DOCTOR}`,
  );
}

const SEE_DOCTOR = ' See pyrograph doctor.';

function meanWeights({ runs, countA }: Prepared): [number, number] {
  const meanOf = (side: Prepared['runs']) =>
    side.reduce((sum, { weight }) => sum + weight, 0) / side.reduce((sum, { samples }) => sum + samples, 0);
  return [meanOf(runs.slice(0, countA)), meanOf(runs.slice(countA))];
}

/** The Python version of each side, from the folder of its standard library; empty if unknown or if recordings differ. */
function pythonVersions({ sides, level }: Prepared): string[] {
  return [sides.a, sides.b].map((side) => {
    const versions = new Set(side.flatMap(({ at }) => versionsIn(at(level).strings)));
    return versions.size === 1 ? [...versions][0] : '';
  });
}

function versionsIn(strings: readonly string[]): string[] {
  const found = strings.map((name) =>
    name.startsWith(PYTHON_PREFIX) ? /\/lib(?:32|64)?\/python(3\.\d+)t?\//.exec(name)?.[1] : undefined,
  );
  return [...new Set(found.filter((version) => version !== undefined))];
}
