// Weighs notable costs: samples with certain functions on the stack. These are facts about the samples, so they are computed from
// stacks without filters, at a level that shows C code.

import type { BuiltTree } from './build/build.ts';
import type { CallTree } from '../model/tree.ts';

/** Per chain: the rows of `notable`, as bits, that match a function between the root and its last node. There are at most eight rows. */
export function notableRowsOf(
  { chains, first, parent, func }: CallTree,
  notable: readonly Uint8Array[],
): Uint8Array {
  const rowsOfFunc = new Uint8Array(notable.at(0)?.length ?? 0);
  for (const [row, matches] of notable.entries())
    for (let each = 0; each < matches.length; each++) rowsOfFunc[each] |= matches[each] << row;
  const rows = new Uint8Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    const end = first[chain + 1];
    let seen = chain === 0 ? 0 : rows[parent[chain]];
    // The root has no function.
    for (let node = Math.max(1, first[chain]); node < end; node++) seen |= rowsOfFunc[func[node]];
    rows[chain] = seen;
  }
  return rows;
}

/** Per row of `notable`: the weight of the selected samples with a matching function. `rows` and `all` belong to the same tree. */
export function notableWeights(
  rows: Uint8Array,
  all: Pick<BuiltTree, 'chainOfSample'>,
  selected: Pick<BuiltTree, 'chainOfSample'>,
  weights: Float64Array,
  length: number,
): number[] {
  const weightOfRows = new Float64Array(256);
  for (let i = 0; i < selected.chainOfSample.length; i++)
    if (selected.chainOfSample[i] >= 0) weightOfRows[rows[all.chainOfSample[i]]] += weights[i];
  return Array.from({ length }, (_, row) =>
    weightOfRows.reduce((sum, weight, rows) => sum + ((rows >> row) & 1 ? weight : 0), 0),
  );
}
