// Matches the rows of a table with a pattern, as the search matches functions.

import type { Recording, RowMatches, Table } from '../src/model/session.ts';
import { rowLabel, rowText } from '../src/text/row-labels.ts';
import { matchOnce } from './matcher.ts';

/** A row matches if its label, full name or path does. */
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
