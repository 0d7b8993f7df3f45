// Tells inlined functions apart from functions of the same name and module that are not, for files that are read again: what a
// sample costs depends on it.

import { FuncFlags, type Profile } from '../model/profile.ts';
import type { Classified } from './classify.ts';

/**
 * `classified.profile` with a function of its own for inlined frames. The level `raw` has the same stacks; other levels do not
 * need this, because readers derive nothing from them.
 */
export function withInlinedFunctions({ profile, isInlined }: Classified): Profile {
  if (!isInlined) return profile;
  const { funcs, stacks } = profile;
  const rows = new Map<number, number>();
  const func = stacks.func.map((each, stack) => {
    const isFlagged = (funcs.flags[each] & FuncFlags.inlined) !== 0;
    if (isFlagged === (isInlined[stack] === 1)) return each;
    const known = rows.get(each) ?? funcs.length + rows.size;
    rows.set(each, known);
    return known;
  });
  if (rows.size === 0) return profile;
  const added = [...rows.keys()];
  const extended = (column: Int32Array) => Int32Array.from([...column, ...added.map((row) => column[row])]);
  const extendedBytes = (column: Uint8Array) =>
    Uint8Array.from([...column, ...added.map((row) => column[row])]);
  return {
    ...profile,
    stacks: { ...stacks, func },
    funcs: {
      length: funcs.length + added.length,
      name: extended(funcs.name),
      file: extended(funcs.file),
      package: extended(funcs.package),
      module: extended(funcs.module),
      canonical: extended(funcs.canonical),
      kind: extendedBytes(funcs.kind),
      flags: Uint8Array.from([...funcs.flags, ...added.map((row) => funcs.flags[row] ^ FuncFlags.inlined)]),
    },
  };
}
