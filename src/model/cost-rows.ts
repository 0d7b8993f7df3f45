// What the rows of a table by cost or by part mean.

import { COSTS, type CostId, type CostPart } from './costs.ts';
import type { Table } from './session.ts';

/** The cost of a row of a table by cost or by part. */
export function costOfRow({ id, parts }: Pick<Table, 'id' | 'parts'>, row: number): CostId {
  return parts?.[row].cost ?? COSTS[id[row]].id;
}

/** The part of the row with this `Table.id`; undefined if the table has no such row or no parts. */
export function partOfRow(table: Table | undefined, id: number): CostPart | undefined {
  return table?.parts?.[table.id.indexOf(id)];
}
