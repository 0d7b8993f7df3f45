// What mending needs to know about each function, by its name and module.

import { namesWith } from '../cpython/traits.ts';
import { ROOT_LIBRARY } from '../cpython/modules.ts';
import { canonicalName, isUnknownModule } from '../model/function-names.ts';
import { FuncFlags, UNKNOWN, type FunctionNames } from '../model/profile.ts';
import { baseName } from '../model/paths.ts';

const ROOT_NAME = namesWith('root');

/** Each column has 1 for the functions of which it is true. */
export interface NameFacts {
  /** Neither its name nor its module is known. */
  readonly isJunk: Uint8Array;
  /** A thread can begin in it. Whether threads of this recording do is decided by their stacks (root-functions.ts). */
  readonly canBeRoot: Uint8Array;
  readonly isUnnamed: Uint8Array;
}

export function nameFacts({ strings, modules, funcs }: FunctionNames): NameFacts {
  const { length, name, module, flags } = funcs;
  const isJunk = new Uint8Array(length);
  const canBeRoot = new Uint8Array(length);
  const isUnnamed = new Uint8Array(length);
  for (let func = 0; func < length; func++) {
    const text = strings[name[func]];
    const path = module[func] < 0 ? undefined : modules[module[func]];
    const hasOwnFrame = (flags[func] & FuncFlags.inlined) === 0;
    isUnnamed[func] = text === UNKNOWN ? 1 : 0;
    isJunk[func] = text === UNKNOWN && isUnknownModule(path) && hasOwnFrame ? 1 : 0;
    const isRoot = text === UNKNOWN ? isCLibrary(path) : ROOT_NAME.test(canonicalName(text));
    canBeRoot[func] = isRoot ? 1 : 0;
  }
  return { isJunk, canBeRoot, isUnnamed };
}

function isCLibrary(path: string | undefined): boolean {
  return path !== undefined && ROOT_LIBRARY.test(baseName(path));
}
