// Names of events and threads, and short labels for functions: `foo` and `script.py` instead of `py::foo:/home/me/script.py`.

import { baseName } from './base-name.ts';
import { Kind } from '../model/kinds.ts';
import { NONE, type FunctionNames, type Thread } from '../model/profile.ts';
import type { Recording } from '../model/session.ts';
import { isWallTime } from '../model/wall-time.ts';
import { displayedName, isSharedName, placeOf } from './places.ts';

export interface Label {
  /** The qualified name or the symbol. */
  readonly name: string;
  /**
   * Distinguishes functions with the same name: the short name of the Python file, or of the C module if the name alone is not
   * unique; otherwise empty.
   */
  readonly place: string;
}

const ROOT: Label = { name: 'all', place: '' };

export function labelOf(names: FunctionNames, func: number): Label {
  if (func === NONE) return ROOT;
  const name = displayedName(names, func);
  const line = names.funcs.line?.[func] ?? 0;
  if (line > 0) return { name, place: `${placeOf(names, func)}:${line}` };
  const place = placeOf(names, func);
  const file = names.strings[names.funcs.file[func]];
  // The aggregate function of a file has the file's name.
  if (file !== undefined && name === baseName(file)) return { name: place, place: '' };
  // The function of an import names its module.
  return { name, place: isImport(name) && !isSharedName(names, name) ? '' : place };
}

/** Omits the place of functions whose name alone is unique. */
export function briefLabelOf(names: FunctionNames, func: number): Label {
  const label = labelOf(names, func);
  return isSharedName(names, label.name) ? label : { ...label, place: '' };
}

/** True for the name of a function that represents import machinery. `import` is a keyword, so no Python function has that name. */
function isImport(name: string): boolean {
  return /^import(?: |$)/.test(name);
}

/** `foo (script.py)`. */
export function nameAndPlace(names: FunctionNames, func: number): string {
  const { name, place } = labelOf(names, func);
  return place === '' ? name : `${name} (${place})`;
}

/** What the weights of an event are formatted as: `EventSummary.measure`. Empty for a recording without samples, which has no events. */
export function measureAt({ events }: Pick<Recording, 'events'>, event: number): string {
  return events.at(event)?.measure ?? '';
}

/** What samples of the event are called: those of wall time are waits, or pieces of time. */
export function sampleNoun(
  { events, funcs }: Pick<Recording, 'events' | 'funcs'>,
  event: number,
  func: number = NONE,
): string {
  if (!isWallTime(events[event]?.name ?? '')) return 'sample';
  return func >= 0 && funcs.kind[func] === Kind.wait ? 'wait' : 'piece';
}

/** The complete name as recorded. */
export function fullName({ strings, funcs }: FunctionNames, func: number): string {
  return func === NONE ? ROOT.name : strings[funcs.name[func]];
}

/** `worker 7`. */
export function threadName({ comm, title = comm, tid }: Thread): string {
  return [title, tid === NONE ? '' : tid].filter((part) => part !== '').join(' ');
}
