// Functions that represent a whole package, file, module or kind when a filter collapses it. The page receives the
// function table only once, so they are appended for every possible target right after classify(). Each has the
// file, package, module or kind it represents, so that other filters and the colors treat it like its members.

import type { Target } from '../model/filter.ts';
import { groupKinds, KIND_LABELS } from '../model/kinds.ts';
import { baseName } from '../model/paths.ts';
import { append, copyInto } from '../model/columns.ts';
import { NONE, UNKNOWN, type Profile } from '../model/profile.ts';

/** A new row of the function table. */
interface AggregateFunction {
  readonly name: string;
  readonly file: number;
  readonly package: number;
  readonly module: number;
  readonly kind: number;
}

/**
 * Appends aggregate functions to a classified profile. `aggregateOf` returns the aggregate function of a target; NONE for functions and
 * patterns, which need none, and for unknown targets.
 */
export function withAggregateFunctions(profile: Profile) {
  const { strings, modules, funcs } = profile;
  const added: AggregateFunction[] = [];
  /** Function index by target. */
  const rows = new Map<string, number>();
  const add = (key: string, aggregate: AggregateFunction) =>
    rows.set(key, funcs.length + added.push(aggregate) - 1);
  for (const { id, kind } of groupsOf(funcs.package, funcs.kind)) {
    add(`package ${strings[id]}`, { name: strings[id], file: NONE, package: id, module: NONE, kind });
  }
  // All functions of a file or module belong to one package.
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
    profile: appendFuncs(profile, added),
    aggregateOf: (target: Target) => rows.get(keyOf(target)) ?? NONE,
  };
}

function keyOf(target: Target): string {
  if (target.by === 'kind') return `kind ${target.kind}`;
  return 'path' in target ? `${target.by} ${target.path}` : '';
}

/** Groups functions by their value `id` in this column. `kind` is the most common kind of the group, `first` its first function. */
function groupsOf(column: Int32Array, kinds: Uint8Array) {
  const firsts = new Map<number, number>();
  for (let func = column.length - 1; func >= 0; func--) firsts.set(column[func], func);
  return Array.from(groupKinds(column, kinds), ([id, kind]) => ({ id, kind, first: firsts.get(id) ?? NONE }));
}

function appendFuncs(profile: Profile, added: readonly AggregateFunction[]): Profile {
  const { strings, funcs } = profile;
  const length = funcs.length + added.length;
  const intColumn = (old: Int32Array, valueOf: (each: AggregateFunction, row: number) => number) =>
    append(old, added.map(valueOf));
  const kind = copyInto(funcs.kind, new Uint8Array(length));
  kind.set(
    added.map((each) => each.kind),
    funcs.length,
  );
  return {
    ...profile,
    strings: [...strings, ...added.map(({ name }) => name)],
    funcs: {
      length,
      name: intColumn(funcs.name, (_, row) => strings.length + row),
      file: intColumn(funcs.file, (each) => each.file),
      package: intColumn(funcs.package, (each) => each.package),
      module: intColumn(funcs.module, (each) => each.module),
      canonical: intColumn(funcs.canonical, (_, row) => funcs.length + row),
      kind,
      // Aggregate functions have no flags.
      flags: copyInto(funcs.flags, new Uint8Array(length)),
    },
  };
}
