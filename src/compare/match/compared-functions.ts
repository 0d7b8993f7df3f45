// Merges the functions of all compared recordings into one table for the page, with one row per key.

import { indicesUpTo } from '../../model/columns.ts';
import { NONE, UNKNOWN, type FunctionNames, type FuncTable } from '../../model/profile.ts';
import { functionKey } from './function-key.ts';
import { modulesOfUnnamed, type NamedSamples } from './modules-of-unnamed.ts';

export interface ComparedFunctions extends FunctionNames {
  /** The row of a key; NONE if no function has it. */
  readonly rowOfKey: (key: string) => number;
  /** Per recording and row: a canonical function of the recording with the row's key, or NONE. */
  readonly funcOf: readonly Int32Array[];
}

/**
 * A row takes its names from the first recording that has the function, so pass B's recordings first. Functions without a name, which
 * are one, have no module if they are in several.
 */
export function comparedFunctions(recordings: readonly NamedSamples[]): ComparedFunctions {
  const rows = new Map<string, number>();
  const source: { readonly recording: number; readonly func: number }[] = [];
  const funcsOf = recordings.map(({ funcs, strings }, recording) => {
    const ofRow = new Map<number, number>();
    for (let func = 0; func < funcs.length; func++) {
      if (funcs.canonical[func] !== func) continue;
      const key = functionKey(strings[funcs.name[func]]);
      const row = rows.get(key) ?? source.push({ recording, func }) - 1;
      rows.set(key, row);
      if (!ofRow.has(row)) ofRow.set(row, func);
    }
    return ofRow;
  });
  const strings = new Interner();
  const modules = new Interner();
  const unnamed = modulesOfUnnamed(recordings);
  const moduleOf = ({ strings: texts, modules: known, funcs: all }: FunctionNames, func: number) =>
    unnamed !== undefined && texts[all.name[func]] === UNKNOWN ? undefined : known[all.module[func]];
  const column = (value: (names: FunctionNames, func: number) => number) =>
    Int32Array.from(source, ({ recording, func }) => value(recordings[recording], func));
  const text = (of: 'name' | 'file' | 'package') =>
    column((names, func) => strings.idOf(names.strings[names.funcs[of][func]]));
  const funcs: FuncTable = {
    length: source.length,
    name: text('name'),
    file: text('file'),
    package: text('package'),
    module: column((names, func) => modules.idOf(moduleOf(names, func))),
    canonical: indicesUpTo(source.length),
    kind: Uint8Array.from(source, ({ recording, func }) => recordings[recording].funcs.kind[func]),
    flags: Uint8Array.from(source, ({ recording, func }) => recordings[recording].funcs.flags[func]),
  };
  return {
    strings: strings.texts,
    modules: modules.texts,
    funcs,
    unnamedModules: unnamed,
    rowOfKey: (key) => rows.get(key) ?? NONE,
    funcOf: funcsOf.map((ofRow) => Int32Array.from(source.keys(), (row) => ofRow.get(row) ?? NONE)),
  };
}

class Interner {
  readonly texts: string[] = [];
  private readonly ids = new Map<string, number>();

  /** NONE for undefined. */
  idOf(text: string | undefined): number {
    if (text === undefined) return NONE;
    const known = this.ids.get(text) ?? this.texts.push(text) - 1;
    this.ids.set(text, known);
    return known;
  }
}
