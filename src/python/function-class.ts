// The class of a function from its name and module alone. Two kinds of frames need to know where they stand as
// well, `[unknown]` in the Python binary and inlined ones: classify() asks here again with what it knows.

import { Kind } from '../model/kinds.ts';
import { baseName } from '../model/labels.ts';
import { UNKNOWN } from '../model/profile.ts';
import { cleanName, fileOf, kindOfFile } from './names.ts';
import {
  C_LIBRARY,
  EXTENSION_FILE,
  EXTENSION_PATH,
  JIT_NAME,
  KERNEL_MODULE,
  LIB_DYNLOAD,
  PYTHON_MODULE,
  PYTHON_PREFIX,
  SETS,
} from './rules.ts';

/** The marks of the levels, known again in what was written at one of them. No recorded function of these names has no module. */
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

export interface Place {
  /** The module's path; undefined when there is none. */
  readonly module: string | undefined;
  /** Does the recording have a module column at all? */
  readonly hasModules: boolean;
  readonly upperHalf: boolean;
}

/** First match wins, as in the folding contract. Frames that need their neighbours are `unknown` or judged by module. */
export function classOf(name: string, place: Place): Kind {
  const { module } = place;
  if (module === undefined && MARKS.has(name)) return MARKS.get(name)!;
  if (JIT_NAME.test(name)) return Kind.eval;
  if (name.startsWith(PYTHON_PREFIX)) return kindOfFile(fileOf(name));
  const set = setOf(cleanName(name), place);
  if (set !== undefined) return set;
  if (module !== undefined && KERNEL_MODULE.test(module)) return Kind.kernel;
  if (place.upperHalf && !(name === UNKNOWN && isUnknownModule(module))) return Kind.kernel;
  if (name === UNKNOWN) return Kind.unknown;
  if (module === undefined) return Kind.native;
  if (PYTHON_MODULE.test(module)) return Kind.runtime;
  return EXTENSION_FILE.test(baseName(module)) || EXTENSION_PATH.test(module) ? Kind.extension : Kind.native;
}

/** `[unknown]`, empty or none: perf could not tell what was mapped there. */
export function isUnknownModule(module: string | undefined): boolean {
  return module === undefined || module === '' || module === UNKNOWN;
}

function setOf(clean: string, { module, hasModules }: Place): Kind | undefined {
  const everywhere =
    !hasModules || (module !== undefined && (PYTHON_MODULE.test(module) || LIB_DYNLOAD.test(module)));
  const entryOnly = !everywhere && module !== undefined && C_LIBRARY.test(baseName(module));
  if (!everywhere && !entryOnly) return undefined;
  for (const { kind, pattern } of SET_PATTERNS) {
    if ((everywhere || kind === Kind.entry) && pattern.test(clean)) return kind;
  }
  return undefined;
}
