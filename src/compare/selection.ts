// The selected samples of all recordings before filters, and what holds for all filters of them.

import type { Level } from '../model/levels.ts';
import { factorUnits } from './statistics/factor-units.ts';
import { presentRows, type FactorData } from './statistics/factor.ts';
import type { MatchedFunctions } from './match/function-sides.ts';
import { lazily } from '../async/lazily.ts';
import type { MatchedLevel } from './match/matched-stacks.ts';
import { sumByEnd } from './statistics/quantities.ts';
import { runOf, type ComparedRecording, type Run } from './statistics/run.ts';
import { selectSamples, type SelectedSamples } from './statistics/selected-samples.ts';

/** M is computed at level `python`, unless the recordings have fewer units than this in common there. */
const MIN_FACTOR_UNITS = 8;

export interface SelectedRuns {
  /** The ranges and threads. */
  readonly parts: string;
  /** A's recordings, then B's. */
  readonly selected: readonly SelectedSamples[];
  readonly runs: () => readonly Run[];
  readonly factorData: FactorData;
}

/** Per matched functions, which belong to a level: the last selection. */
const LAST = new WeakMap<MatchedFunctions, SelectedRuns>();

export function selectFrom(recordings: readonly ComparedRecording[], matched: MatchedLevel): SelectedRuns {
  const { functions, unfiltered, level, keyOf } = matched;
  const parts = JSON.stringify(recordings.map(({ range, threads }) => [range, threads]));
  const last = LAST.get(functions);
  if (last?.parts === parts) return last;
  const selected = recordings.map((recording, i) => selectSamples(unfiltered[i], recording.event, recording));
  const selection = {
    parts,
    selected,
    runs: lazily(() =>
      recordings.map(({ leavesAt }, i) => runOf(selected[i], leavesAt(level), keyOf[i].length).run),
    ),
    factorData: factorDataOf(matched, recordings, selected),
  };
  LAST.set(functions, selection);
  return selection;
}

function factorDataOf(
  matched: MatchedLevel,
  recordings: readonly ComparedRecording[],
  selected: readonly SelectedSamples[],
): FactorData {
  const at = (level: Level) =>
    factorDataAt(
      recordings.map(({ leavesAt }) => leavesAt(level)),
      selected,
      matched,
    );
  const python = at('python');
  return presentRows(python).length >= MIN_FACTOR_UNITS ? python : at('python-c');
}

/** `leaves` are the functions in which samples end, before filters. */
function factorDataAt(
  leaves: readonly Int32Array[],
  selected: readonly SelectedSamples[],
  { countA, functions, keyOf }: MatchedLevel,
): FactorData {
  const { keys } = functions.table;
  const all = selected.map((each, i) => runOf(each, leaves[i], keyOf[i].length));
  const self = all.map(({ self: ofFunctions }, i) => {
    const ofKeys = new Float64Array(keys.length);
    for (let func = 0; func < ofFunctions.length; func++) ofKeys[keyOf[i][func]] += ofFunctions[func];
    return ofKeys;
  });
  const runs = all.map(({ run }) => run);
  const { rowOfKey, pool } = factorUnits(runs, self, keys);
  const sums = selected.map((each, i) =>
    sumByEnd(
      each,
      leaves[i],
      keyOf[i].map((key) => rowOfKey[key]),
      pool.length,
    ),
  );
  return { runs, countA, sums, pool };
}
