// Searches an open recording for functions or for a cost, and the rows of its tables. Loaded on demand.

import { runSliced } from '../../src/async/time-slices.ts';
import { profileWithin, type BuiltTree } from '../../src/calltree/build/build.ts';
import { matchesIn, matchingSamples } from '../../src/calltree/search.ts';
import { readCostQuery } from '../../src/model/costs.ts';
import type { RowMatches } from '../../src/model/queries.ts';
import type { Recording, SearchResult, Table } from '../../src/model/session.ts';
import { rowLabel, rowText } from '../../src/text/row-labels.ts';
import { samplesIn } from './filtering.ts';
import { matchOnce, type MatchNames } from '../matcher.ts';
import type { OpenProfile } from '../pipeline.ts';
import type { Pause } from '../scheduler.ts';

/** Searches names or, with `cost:gc`, the samples with a cost. */
export async function search(
  open: OpenProfile,
  built: BuiltTree,
  query: string,
  match: MatchNames,
  pause: Pause,
): Promise<SearchResult> {
  const asked = readCostQuery(query);
  if (!asked) {
    const matches = await match(query);
    return { ...matches, ...(await runSliced(matchesIn(built.tree, matches), pause)) };
  }
  const { samples, funcs } = profileWithin(built, open.classified.profile);
  const isMatch = 'cost' in asked ? samplesIn(open, { by: 'cost', cost: asked.cost }) : () => false;
  const found = await runSliced(matchingSamples(built, samples, funcs.length, isMatch), pause);
  return { mode: 'cost', asked, ...found };
}

/** Matches the rows of a table as a search matches functions: a row matches if its label, full name or path does. */
export async function matchRows(
  recording: Recording,
  { by, id: ids, parts }: Pick<Table, 'by' | 'id' | 'parts'>,
  query: string,
  match = matchOnce,
): Promise<RowMatches> {
  const lines = Array.from(ids, (id, row) => {
    const { name, place } = rowLabel(recording, by, id, parts?.[row]);
    return [`${name} ${place}`.trimEnd(), ...rowText(recording, by, id, parts?.[row]).split('\n')];
  });
  const { matches, mode } = await match(lines.flat(), query);
  const found = new Set<number>();
  let next = 0;
  for (const [row, parts] of lines.entries()) {
    const end = next + parts.length;
    if (matches.subarray(next, end).includes(1)) found.add(ids[row]);
    next = end;
  }
  return { by, ids: found, mode };
}
