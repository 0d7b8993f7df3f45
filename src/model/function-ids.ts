// Identifies functions across recordings by a hash of name, module and kind. Unlike a table row, an ID is valid in every
// profile, in links and in the browser history. Paths are hashed in their short form, so that an ID is the same on every
// machine and in shared profiles with short paths.

import { hashText, extendHash } from './hash.ts';
import { isPython, KIND_LABELS } from './kinds.ts';
import { NONE, type FuncTable, type FunctionNames } from './profile.ts';
import { shortName, shortPath } from './paths.ts';

export type FunctionId = number;

export interface FunctionIds {
  /** Per row of the function table: its unique ID. */
  readonly exact: Float64Array;
  /**
   * Per row: a hash of the canonical name and module. It does not depend on the classification rules, and all variants of a name
   * share it (`foo.cold` and `foo`).
   */
  readonly canonical: Float64Array;
  /** Per row: 1 for a Python function, which is visible at every level of detail. */
  readonly isPython: Uint8Array;
  /** The row with this exact ID; NONE if this table has no such function. */
  rowOf(id: FunctionId): number;
}

const cache = new WeakMap<FuncTable, FunctionIds>();

/** Computes the IDs once per table. */
export function functionIdsOf(names: FunctionNames): FunctionIds {
  const ids = cache.get(names.funcs) ?? computeIds(names);
  cache.set(names.funcs, ids);
  return ids;
}

function computeIds({ strings, modules, funcs }: FunctionNames): FunctionIds {
  const kinds = KIND_LABELS.map(hashText);
  const exact = new Float64Array(funcs.length);
  const canonical = new Float64Array(funcs.length);
  const python = new Uint8Array(funcs.length);
  const moduleHashes = modules.map((module) => hashText(shortPath(module)));
  const rows = new Map<FunctionId, number>();
  const plain = new Float64Array(funcs.length);
  for (let func = 0; func < funcs.length; func++) {
    const module = moduleHashes[funcs.module[func]] ?? 0;
    plain[func] = extendHash(hashText(shortName(strings[funcs.name[func]])), module);
  }
  for (let func = 0; func < funcs.length; func++) {
    canonical[func] = plain[funcs.canonical[func]];
    python[func] = isPython(funcs.kind[func]) ? 1 : 0;
    let id = extendHash(plain[func], kinds[funcs.kind[func]] ?? 0);
    const line = funcs.line?.[func] ?? 0;
    if (line > 0) id = extendHash(id, line);
    while (rows.has(id)) id = extendHash(id, 1);
    exact[func] = id;
    rows.set(id, func);
  }
  return { exact, canonical, isPython: python, rowOf: (id) => rows.get(id) ?? NONE };
}
