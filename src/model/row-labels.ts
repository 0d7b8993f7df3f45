// What a person reads in a row of a table, on the page and in the terminal.

import { KIND_LABELS } from './kinds.ts';
import { baseName, labelOf, pathOf, type Label, type Names } from './labels.ts';
import { NONE, type Thread } from './profile.ts';
import type { Grouping } from './session.ts';

/** The tables that names of rows come from; a Recording has them. */
export interface RowNames extends Names {
  readonly threadList: readonly Thread[];
}

/** `id` is as in `Table.id`. */
export function rowLabel(names: RowNames, by: Grouping, id: number): Label {
  if (id === NONE) return { name: `(no ${by})`, place: '' };
  switch (by) {
    case 'function':
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
  }
}

/** The whole path of a function's file or module, of a file, of a module; undefined where there is none. */
export function rowPath(names: RowNames, by: Grouping, id: number): string | undefined {
  if (by === 'function') return pathOf(names, id);
  if (id === NONE) return undefined;
  if (by === 'file') return names.strings[id];
  return by === 'module' ? names.modules[id] : undefined;
}

function labelOfPath(path: string): Label {
  const name = baseName(path);
  return name === '' ? { name: path, place: '' } : { name, place: path.slice(0, -name.length - 1) };
}

function labelOfThread({ threadList }: RowNames, thread: number): Label {
  const { comm, pid, tid } = threadList[thread];
  const numbers = [pid === NONE ? '' : `process ${pid}`, tid === NONE ? '' : `thread ${tid}`];
  return { name: comm || '(no name)', place: numbers.filter((part) => part !== '').join(', ') };
}
