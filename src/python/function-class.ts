// The class of a function by name and module alone. `[unknown]` in the Python binary and inlined frames also depend
// on their neighbors: classify() handles those.

import { Kind } from '../model/kinds.ts';
import { baseName } from '../text/labels.ts';
import { PYTHON_PREFIX, UNKNOWN } from '../model/profile.ts';
import { canonicalName, fileOf, kindOfFile } from './names.ts';
import {
  C_LIBRARY,
  EXTENSION_FILE,
  EXTENSION_PATH,
  JIT_NAME,
  KERNEL_MODULE,
  LIB_DYNLOAD,
  PYTHON_MODULE,
  SETS,
} from './rules.ts';

/**
 * The artificial functions of the levels, recognized when a file written at a level is read. Recorded functions with
 * these names always have a module.
 */
export const MARKS: ReadonlyMap<string, Kind> = new Map([
  ['[untraced Python]', Kind.untraced],
  ['[stack cut]', Kind.cut],
  ['[no stack]', Kind.empty],
  ['[hidden]', Kind.empty],
  ['[no Python frame]', Kind.empty],
]);

const SET_PATTERNS = SETS.map(({ kind, names }) => ({
  kind,
  pattern: new RegExp(`^(?:${names.join('|')})$`),
}));

export interface CodeLocation {
  /** The module's path; undefined if there is none. */
  readonly module: string | undefined;
  /** True if the recording has a module column at all. */
  readonly hasModules: boolean;
  readonly upperHalf: boolean;
}

/**
 * The first match wins, as in the folding contract. Frames whose class depends on their neighbors are `unknown` or
 * classified by module.
 */
export function classOf(name: string, location: CodeLocation): Kind {
  const { module } = location;
  if (module === undefined && MARKS.has(name)) return MARKS.get(name)!;
  if (JIT_NAME.test(name)) return Kind.eval;
  if (name.startsWith(PYTHON_PREFIX)) return kindOfFile(fileOf(name));
  const set = setOf(canonicalName(name), location);
  if (set !== undefined) return set;
  if (module !== undefined && KERNEL_MODULE.test(module)) return Kind.kernel;
  if (location.upperHalf && !(name === UNKNOWN && isUnknownModule(module))) return Kind.kernel;
  if (name === UNKNOWN) return Kind.unknown;
  if (module === undefined) return Kind.native;
  if (PYTHON_MODULE.test(module)) return Kind.runtime;
  return EXTENSION_FILE.test(baseName(module)) || EXTENSION_PATH.test(module) ? Kind.extension : Kind.native;
}

/** True for `[unknown]`, empty and missing modules: perf did not know what was mapped there. */
export function isUnknownModule(module: string | undefined): boolean {
  return module === undefined || module === '' || module === UNKNOWN;
}

function setOf(canonical: string, { module, hasModules }: CodeLocation): Kind | undefined {
  const everywhere =
    !hasModules || (module !== undefined && (PYTHON_MODULE.test(module) || LIB_DYNLOAD.test(module)));
  const entryOnly = !everywhere && module !== undefined && C_LIBRARY.test(baseName(module));
  if (!everywhere && !entryOnly) return undefined;
  for (const { kind, pattern } of SET_PATTERNS) {
    if ((everywhere || kind === Kind.entry) && pattern.test(canonical)) return kind;
  }
  return undefined;
}
