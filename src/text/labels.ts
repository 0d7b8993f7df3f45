// Short labels of functions: `foo` and `script.py` instead of `py::foo:/home/me/script.py`; and names of events.

import { NONE, PYTHON_PREFIX, UNKNOWN, type FunctionNames } from '../model/profile.ts';
import type { Recording } from '../model/session.ts';

export interface Label {
  /** The qualified name or the symbol. */
  readonly name: string;
  /** The file name of a Python function, or the module of code without a name; otherwise empty. */
  readonly place: string;
}

const ROOT: Label = { name: 'all', place: '' };

export function labelOf({ strings, modules, funcs }: FunctionNames, func: number): Label {
  if (func === NONE) return ROOT;
  const name = strings[funcs.name[func]];
  const file = strings[funcs.file[func]];
  if (file !== undefined) {
    const shortName = name.slice(PYTHON_PREFIX.length, -file.length - 1);
    const place = baseName(file);
    // The aggregate function of a file has the file's name.
    return { name: shortName, place: place === shortName ? '' : place };
  }
  return { name, place: name === UNKNOWN ? baseName(modules[funcs.module[func]] ?? '') : '' };
}

/** `foo (script.py)`. */
export function nameAndPlace(names: FunctionNames, func: number): string {
  const { name, place } = labelOf(names, func);
  return place === '' ? name : `${name} (${place})`;
}

/** Empty for a recording without samples, which has no events. */
export function eventName({ events }: Recording, event: number): string {
  return events.at(event)?.name ?? '';
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The complete name as recorded. */
export function fullName({ strings, funcs }: FunctionNames, func: number): string {
  return func === NONE ? ROOT.name : strings[funcs.name[func]];
}

/** The source file of a Python function, or the module of any other function; undefined if it is unknown. */
export function pathOf({ strings, modules, funcs }: FunctionNames, func: number): string | undefined {
  return func === NONE ? undefined : (strings[funcs.file[func]] ?? modules[funcs.module[func]]);
}
