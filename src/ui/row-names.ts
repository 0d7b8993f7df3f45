// What a person reads in a row of the table, and what kind of code the row is, for its colour.

import { fullName, pathOf, type Label } from '../model/labels.ts';
import { rowLabel } from '../model/row-labels.ts';
import { groupKinds, Kind } from '../model/kinds.ts';
import { NONE } from '../model/profile.ts';
import type { Grouping, Recording } from '../model/session.ts';

/** What one row of each grouping is called, and several of them. */
export const GROUPING_NAMES: Readonly<Record<Grouping, readonly [one: string, many: string]>> = {
  function: ['function', 'functions'],
  file: ['file', 'files'],
  package: ['package', 'packages'],
  module: ['module', 'modules'],
  kind: ['kind of code', 'kinds of code'],
  thread: ['thread', 'threads'],
};

/** All that the row is about: of a function the whole name and the path, of a file the path. */
export function rowText(recording: Recording, by: Grouping, id: number): string {
  if (id >= 0 && by === 'function')
    return [fullName(recording, id), pathOf(recording, id)].filter((part) => part !== undefined).join('\n');
  if (id >= 0 && by === 'file') return recording.strings[id];
  if (id >= 0 && by === 'module') return recording.modules[id];
  const { name, place } = rowLabel(recording, by, id);
  return place === '' ? name : `${name}\n${place}`;
}

const UNNAMED: Partial<Record<Grouping, string>> = {
  file: 'Code whose source file the recording does not name: functions of C, among them the interpreter’s, and the kernel. At the level “Python only” its weight is that of the Python code that called it.',
  package: 'Code of no installed package: your own, the standard library, the interpreter, the kernel.',
  module:
    'Code of no program or library: Python functions, which have files instead, and what the recording has no module for.',
};

/** What the row is whose code has no such thing; undefined for all others. */
export function aboutRow(by: Grouping, id: number): string | undefined {
  return id === NONE ? UNNAMED[by] : undefined;
}

/** For another program: a function with the whole path of its file or module. */
export function copiedLabel(recording: Recording, by: Grouping, id: number): Label {
  const label = rowLabel(recording, by, id);
  if (by !== 'function') return label;
  return { name: label.name, place: pathOf(recording, id) ?? '' };
}

/** Of each row, in the order of `ids`; threads are of no kind. */
export function rowKinds({ funcs }: Recording, by: Grouping, ids: Int32Array): Uint8Array {
  if (by === 'function') return Uint8Array.from(ids, (func) => funcs.kind[func]);
  if (by === 'kind') return Uint8Array.from(ids);
  if (by === 'thread') return new Uint8Array(ids.length).fill(Kind.unknown);
  const kinds = groupKinds(funcs[by], funcs.kind);
  return Uint8Array.from(ids, (id) => kinds.get(id) ?? Kind.unknown);
}

/** 1 for each row, in the order of `ids`, that has a function which the search found. */
export function rowsFound(
  { funcs }: Recording,
  by: Grouping,
  ids: Int32Array,
  matches: Uint8Array,
): Uint8Array {
  if (by === 'function') return Uint8Array.from(ids, (func) => matches[func]);
  if (by === 'thread') return new Uint8Array(ids.length);
  const groups = funcs[by];
  const found = new Set<number>();
  for (let func = 0; func < funcs.length; func++) if (matches[func] === 1) found.add(groups[func]);
  return Uint8Array.from(ids, (id) => (found.has(id) ? 1 : 0));
}
