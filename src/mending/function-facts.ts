// What mending needs to know about each function, by its name and module.

import { canonicalName } from '../model/canonical-name.ts';
import { FuncFlags, UNKNOWN, type FunctionNames } from '../model/profile.ts';
import { isUnknownModule } from '../model/unnamed.ts';
import { baseName } from '../text/base-name.ts';

/** Where threads and programs begin: glibc, musl, Go and Linux. Matches canonical names. */
const ROOT_NAME =
  /^(?:_start|_dl_start\w*|__libc_start_main\w*|__libc_start_call_main|start_thread|(?:__GI_)?_*clone3?|thread_start|runtime\.(?:goexit|mstart|rt0_go)\S*|ret_from_fork\w*|common_startup_64|secondary_startup_64\w*|x86_64_start_\w+)$/;
/** File names of the C library and the dynamic loader. Distributions strip the names of the functions in which threads begin. */
const C_LIBRARY = /^(?:libc|libpthread|ld|ld-linux[\w-]*|ld-musl-\w+)[-.][\w.-]*$/;

/** Each column has 1 for the functions of which it is true. */
export interface FunctionFacts {
  /** Neither its name nor its module is known. */
  readonly isJunk: Uint8Array;
  /** A thread can begin in it. Whether threads of this recording do is decided by their stacks (root-functions.ts). */
  readonly canBeRoot: Uint8Array;
  readonly isUnnamed: Uint8Array;
}

export function functionFacts({ strings, modules, funcs }: FunctionNames): FunctionFacts {
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
  return path !== undefined && C_LIBRARY.test(baseName(path));
}
