// What the rows of the table are about. A line is told by its function and number, because the rows of lines change with the table.

import { NONE, wholeFunction, type FuncTable } from '../../model/profile.ts';
import type { Grouping, Table } from '../../model/session.ts';
import type { Subject } from './view-state.ts';

type LineColumns = Pick<FuncTable, 'whole' | 'line'>;

/** `id` is from `Table.id`. */
export function subjectOfRow(by: Grouping, id: number, funcs: LineColumns): Subject {
  if (by !== 'line' || id === NONE) return { by, id };
  return { by, id: wholeFunction(funcs, id), line: funcs.line?.[id] ?? 0 };
}

/** The index in `Table.id`, -1 if it is not there. */
export function indexOfSubject({ id, line }: Subject, ids: Table['id'], funcs: LineColumns): number {
  if (line === undefined) return ids.indexOf(id);
  return ids.findIndex((each) => wholeFunction(funcs, each) === id && (funcs.line?.[each] ?? 0) === line);
}

export function isSameSubject(a: Subject | undefined, b: Subject | undefined): boolean {
  return a?.by === b?.by && a?.id === b?.id && a?.line === b?.line;
}
