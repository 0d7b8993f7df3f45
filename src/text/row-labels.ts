// Labels of table rows, on the page and on the command line.

import { COSTS, costLabel, type CostPart } from '../model/costs.ts';
import { pathOf } from '../model/function-names.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { baseName } from '../model/paths.ts';
import { fullName, labelOf, type Label, shortPlace, threadTitle } from './labels.ts';
import { NONE, type FunctionNames } from '../model/profile.ts';
import type { Grouping, Recording } from '../model/session.ts';

type RowNames = FunctionNames & Pick<Recording, 'threadList'>;

/** `id` is a `Table.id`; `part` is known only if grouped by part. */
export function rowLabel(names: RowNames, by: Grouping, id: number, part?: CostPart): Label {
  if (id === NONE) return { name: `(no ${by})`, place: '' };
  switch (by) {
    case 'function':
    case 'line':
      return labelOf(names, id);
    case 'file':
      return labelOfPath(names.strings[id]);
    case 'module':
      return labelOfPath(names.modules[id]);
    case 'package':
      return { name: names.strings[id], place: '' };
    case 'kind':
      return { name: KIND_LABELS[id], place: '' };
    case 'thread':
      return labelOfThread(names, id);
    case 'cost':
      return { name: COSTS[id].label, place: '' };
    case 'part':
      return labelOfPart(part);
  }
}

/** The full path of the row's file or module, or of the function's own file or module. Undefined if there is none. */
export function rowPath(names: RowNames, by: Grouping, id: number): string | undefined {
  if (by === 'function') return pathOf(names, id);
  if (id === NONE) return undefined;
  if (by === 'line') return pathAtLine(names, id);
  if (by === 'file') return names.strings[id];
  return by === 'module' ? names.modules[id] : undefined;
}

function pathAtLine(names: RowNames, func: number): string {
  return `${pathOf(names, func) ?? 'line '}:${names.funcs.line?.[func] ?? 0}`.replace('line :', 'line ');
}

/** The full name of a row: the name and path of a function, or the path of a file or module. */
export function rowText(names: RowNames, by: Grouping, id: number, part?: CostPart): string {
  const path = rowPath(names, by, id);
  if (id >= 0 && (by === 'function' || by === 'line'))
    return [fullName(names, id), path].filter((part) => part !== undefined).join('\n');
  if (path !== undefined) return path;
  const { name, place } = rowLabel(names, by, id, part);
  return place === '' ? name : `${name}\n${place}`;
}

/** The name of the part, with its cost as the place; a part without a name is all of its cost that has none. */
function labelOfPart(part: CostPart | undefined): Label {
  if (!part) return { name: '', place: '' };
  const cost = costLabel(part.cost);
  return part.part === '' ? { name: cost, place: '' } : { name: part.part, place: cost };
}

/** For example `json.decoder` in `/usr/lib/python3.13/json`. */
function labelOfPath(path: string): Label {
  const file = baseName(path);
  return file === ''
    ? { name: path, place: '' }
    : { name: shortPlace(path), place: path.slice(0, -file.length - 1) };
}

function labelOfThread({ threadList }: RowNames, thread: number): Label {
  const { [thread]: row } = threadList;
  const { pid, tid } = row;
  const numbers = [pid === NONE ? '' : `process ${pid}`, tid === NONE ? '' : `thread ${tid}`];
  return { name: threadTitle(row), place: numbers.filter((part) => part !== '').join(', ') };
}
