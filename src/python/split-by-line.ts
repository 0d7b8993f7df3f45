// Splits the functions of a recording by source line, so that levels, filters and trees keep lines apart. Without it, they
// merge the lines of a function.
//
//   py::main, py::work, py::work        functions of the profile
//   py::work line 3, py::work line 4    appended: one for each line, otherwise the same

import { append, indicesUpTo } from '../model/columns.ts';
import { FrameIds } from '../model/numbering.ts';
import type { LineFunctions } from '../model/lines.ts';
import { NONE, type FuncTable, type Profile } from '../model/profile.ts';
import type { Classified } from './classify.ts';
import type { ImportFunctions } from './imports.ts';

/** Undefined if no line is known. Functions keep their rows. */
export function splitByLine(
  classified: Classified,
): { readonly classified: Classified; readonly functions: LineFunctions } | undefined {
  const { profile, imports } = classified;
  const { funcs, stacks } = profile;
  const lineOfStack = stacks.line;
  if (!lineOfStack) return undefined;
  const frames = new FrameIds(funcs.length);
  const func = stacks.func.map((each, stack) => frames.of(each, lineOfStack[stack]));
  // At most levels, frames are shown by their canonical names.
  for (let row = 0; row < frames.length; row++) {
    const { func: whole, line: at } = frames.at(row);
    frames.of(funcs.canonical[whole], at);
  }
  const rows = Array.from({ length: frames.length }, (_, row) => frames.at(row));
  const canonical = rows.map((row) => frames.of(funcs.canonical[row.func], row.line));
  const whole = append(
    indicesUpTo(funcs.length),
    rows.map((row) => row.func),
  );
  const line = append(
    new Int32Array(funcs.length),
    rows.map((row) => row.line),
  );
  return {
    classified: {
      ...classified,
      profile: { ...profile, funcs: withRows(funcs, whole, canonical, line), stacks: { ...stacks, func } },
      imports: imports && withImportRows(imports, whole),
    },
    functions: { whole, line },
  };
}

/** The functions for the page: its call paths must find the calls of a function wherever its lines are merged. */
export function lineFunctionsOf(split: FuncTable): FuncTable {
  const { whole, canonical } = split;
  return { ...split, ...(whole && { canonical: whole.map((func) => canonical[func]) }) };
}

/** A profile of such functions at a level, with whole functions again: the lines are in its stacks. */
export function withLineColumn(split: Profile, { whole, line }: LineFunctions, funcs: FuncTable): Profile {
  const { stacks } = split;
  return {
    ...split,
    funcs,
    stacks: {
      ...stacks,
      func: stacks.func.map((func) => whole[func]),
      line: stacks.func.map((func) => line[func]),
    },
  };
}

function withRows(
  funcs: FuncTable,
  whole: Int32Array,
  canonical: readonly number[],
  line: Int32Array,
): FuncTable {
  const extended = (column: Int32Array) => whole.map((func) => column[func]);
  const extendedBytes = (column: Uint8Array) => Uint8Array.from(whole, (func) => column[func]);
  return {
    length: whole.length,
    name: extended(funcs.name),
    file: extended(funcs.file),
    package: extended(funcs.package),
    module: extended(funcs.module),
    canonical: append(funcs.canonical, canonical),
    kind: extendedBytes(funcs.kind),
    flags: extendedBytes(funcs.flags),
    line,
    whole,
  };
}

/** Import functions may be fewer than functions, because others were added later. */
function withImportRows({ generic, ofModule }: ImportFunctions, whole: Int32Array): ImportFunctions {
  return { generic, ofModule: whole.map((func) => ofModule[func] ?? NONE) };
}
