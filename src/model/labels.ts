// What a Python person reads on a box: `foo` and `script.py`, not `py::foo:/home/me/script.py`.

import { NONE, UNKNOWN, type FuncTable } from './profile.ts';

/** The tables that names come from; a Recording is one. */
export interface Names {
  readonly strings: readonly string[];
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
}

export interface Label {
  /** The qualified name, or the symbol. */
  readonly name: string;
  /** The file's own name for Python functions, the module's for code without a name; empty for all others. */
  readonly place: string;
}

const PREFIX = 'py::';
const ROOT: Label = { name: 'all', place: '' };

export function labelOf({ strings, modules, funcs }: Names, func: number): Label {
  if (func === NONE) return ROOT;
  const name = strings[funcs.name[func]];
  const file = strings[funcs.file[func]];
  if (file !== undefined) {
    const called = name.slice(PREFIX.length, -file.length - 1);
    const place = baseName(file);
    // What stands for all of a file is called like it.
    return { name: called, place: place === called ? '' : place };
  }
  return { name, place: name === UNKNOWN ? baseName(modules[funcs.module[func]] ?? '') : '' };
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The whole name as recorded. */
export function fullName({ strings, funcs }: Names, func: number): string {
  return func === NONE ? ROOT.name : strings[funcs.name[func]];
}

/** The source file of a Python function, else the module; undefined when neither is known. */
export function pathOf({ strings, modules, funcs }: Names, func: number): string | undefined {
  return func === NONE ? undefined : (strings[funcs.file[func]] ?? modules[funcs.module[func]]);
}
