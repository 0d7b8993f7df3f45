// Labels of table rows, on the page and on the command line.

import { KIND_LABELS } from '../model/kinds.ts';
import { baseName, labelOf, pathOf, type Label } from './labels.ts';
import { NONE, type FunctionNames } from '../model/profile.ts';
import type { Grouping, Recording } from '../model/session.ts';

type RowNames = FunctionNames & Pick<Recording, 'threadList'>;

/** `id` is a `Table.id`. */
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

/** The full path of the row's file or module; for a function, that of its own. Undefined if there is none. */
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
