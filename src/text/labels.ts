// Short labels of functions: `foo` and `script.py` instead of `py::foo:/home/me/script.py`.

import { NONE, UNKNOWN, type FuncTable } from '../model/profile.ts';

/** The tables that labels are made from, part of a Recording. */
export interface Names {
  readonly strings: readonly string[];
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
}

export interface Label {
  /** The qualified name or the symbol. */
  readonly name: string;
  /** The file name of a Python function, or the module of code without a name; otherwise empty. */
  readonly place: string;
}

const PREFIX = 'py::';
const ROOT: Label = { name: 'all', place: '' };

export function labelOf({ strings, modules, funcs }: Names, func: number): Label {
  if (func === NONE) return ROOT;
  const name = strings[funcs.name[func]];
  const file = strings[funcs.file[func]];
  if (file !== undefined) {
    const shortName = name.slice(PREFIX.length, -file.length - 1);
    const place = baseName(file);
    // The aggregate function of a file has the file's name.
    return { name: shortName, place: place === shortName ? '' : place };
  }
  return { name, place: name === UNKNOWN ? baseName(modules[funcs.module[func]] ?? '') : '' };
}

/** `foo (script.py)`. */
export function nameAndPlace(names: Names, func: number): string {
  const { name, place } = labelOf(names, func);
  return place === '' ? name : `${name} (${place})`;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The complete name as recorded. */
export function fullName({ strings, funcs }: Names, func: number): string {
  return func === NONE ? ROOT.name : strings[funcs.name[func]];
}

/** The source file of a Python function, or the module of any other function; undefined if it is unknown. */
export function pathOf({ strings, modules, funcs }: Names, func: number): string | undefined {
  return func === NONE ? undefined : (strings[funcs.file[func]] ?? modules[funcs.module[func]]);
}
