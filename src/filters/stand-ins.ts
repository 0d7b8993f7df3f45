// Functions that stand for all of a package, file, module or kind when a filter collapses it. The page is given the
// table of functions once, so they are made for every target there is, at its end, right after classify(). Each has the
// column it stands for, so that other filters and the colours take it for one of the functions it stands for.

import type { Target } from '../model/filter.ts';
import { groupKinds, KIND_LABELS } from '../model/kinds.ts';
import { baseName } from '../model/labels.ts';
import { NONE, Seen, UNKNOWN, type FuncTable, type Profile } from '../model/profile.ts';
import { framesOfFuncs } from '../model/restack.ts';

export interface WithStandIns {
  readonly profile: Profile;
  /** The function that stands for all of the target; NONE where there is none: functions and patterns stand for themselves. */
  readonly standInOf: (target: Target) => number;
}

/** A row of the table of functions to be. */
interface StandIn {
  readonly name: string;
  readonly file: number;
  readonly package: number;
  readonly module: number;
  readonly kind: number;
}

/** The classified profile with its stand-ins. */
export function withStandIns(profile: Profile): WithStandIns {
  const { strings, modules, funcs } = profile;
  const made: StandIn[] = [];
  /** The function of each target. */
  const rows = new Map<string, number>();
  const add = (key: string, standIn: StandIn) => rows.set(key, funcs.length + made.push(standIn) - 1);
  for (const { id, kind } of groupsOf(funcs.package, funcs.kind)) {
    add(`package ${strings[id]}`, { name: strings[id], file: NONE, package: id, module: NONE, kind });
  }
  // All functions of a file lie in one package, and so do all of a module.
  for (const { id, kind, first } of groupsOf(funcs.file, funcs.kind)) {
    const name = `py::${baseName(strings[id])}:${strings[id]}`;
    add(`file ${strings[id]}`, { name, file: id, package: funcs.package[first], module: NONE, kind });
  }
  for (const { id, kind, first } of groupsOf(funcs.module, funcs.kind)) {
    const name = baseName(modules[id]) || UNKNOWN;
    add(`module ${modules[id]}`, { name, file: NONE, package: funcs.package[first], module: id, kind });
  }
  for (const kind of [...new Set(funcs.kind)].sort((a, b) => a - b)) {
    add(`kind ${kind}`, { name: KIND_LABELS[kind], file: NONE, package: NONE, module: NONE, kind });
  }
  return {
    profile: withFuncs(profile, made),
    standInOf: (target) => rows.get(`${target.by} ${idOf(target)}`) ?? NONE,
  };
}

function idOf(target: Target): string | number | undefined {
  switch (target.by) {
    case 'file':
    case 'package':
    case 'module':
      return target.path;
    case 'kind':
      return target.kind;
    case 'function':
    case 'pattern':
      return undefined;
  }
}

interface Group {
  /** What all of its functions have in the column. */
  readonly id: number;
  readonly first: number;
  /** The kind of most of them; the lowest on a tie. */
  readonly kind: number;
}

/** The functions that have something in this column, by what they have. */
function groupsOf(column: Int32Array, kinds: Uint8Array): Group[] {
  const firsts = new Map<number, number>();
  for (let func = column.length - 1; func >= 0; func--) firsts.set(column[func], func);
  return Array.from(groupKinds(column, kinds), ([id, kind]) => ({ id, kind, first: firsts.get(id) ?? NONE }));
}

function withFuncs(profile: Profile, made: readonly StandIn[]): Profile {
  const { strings, funcs } = profile;
  const length = funcs.length + made.length;
  const ints = (column: 'name' | 'file' | 'package' | 'module' | 'clean', of: (row: number) => number) =>
    appended(
      new Int32Array(length),
      funcs[column],
      made.map((_, row) => of(row)),
    );
  const bytes = (column: 'kind' | 'seen', of: (row: number) => number) =>
    appended(
      new Uint8Array(length),
      funcs[column],
      made.map((_, row) => of(row)),
    );
  const table: FuncTable = {
    length,
    name: ints('name', (row) => strings.length + row),
    file: ints('file', (row) => made[row].file),
    package: ints('package', (row) => made[row].package),
    module: ints('module', (row) => made[row].module),
    clean: ints('clean', (row) => funcs.length + row),
    kind: bytes('kind', (row) => made[row].kind),
    seen: bytes('seen', () => Seen.plain),
  };
  return {
    ...profile,
    strings: [...strings, ...made.map(({ name }) => name)],
    funcs: table,
    frames: framesOfFuncs(table),
  };
}

function appended<T extends Int32Array | Uint8Array>(to: T, old: T, added: readonly number[]): T {
  to.set(old);
  to.set(added, old.length);
  return to;
}
