// Classifies functions by name and module alone. The kind of inlined frames and of `[unknown]` in the Python binary also depends on
// other frames; classify() handles those.

import { JIT_NAME, NAME_SETS } from '../cpython/machinery.ts';
import {
  ANONYMOUS_MODULE,
  ENTRY_LIBRARY,
  isExtension,
  isKernelCode,
  LIB_DYNLOAD,
} from '../cpython/modules.ts';
import { canonicalName, isUnknownModule, isUnnamedName } from '../model/function-names.ts';
import { Kind } from '../model/kinds.ts';
import { baseName, PYTHON_MODULE } from '../model/paths.ts';
import { PYTHON_PREFIX } from '../model/profile.ts';
import { fileInName, IMPORT_NAME, kindOfFile } from './names.ts';

/**
 * The artificial functions of the levels. Readers recognize them in files that were exported at a level; a recorded function with
 * the same name would have a module.
 */
export const MARKERS: ReadonlyMap<string, Kind> = new Map([
  ['[untraced Python]', Kind.untraced],
  ['[stack cut]', Kind.cut],
  ['[no stack]', Kind.empty],
  ['[hidden]', Kind.empty],
  ['[no Python frame]', Kind.empty],
]);

export interface CodeLocation {
  /** The module's path; undefined if there is none. */
  readonly module: string | undefined;
  /** True if the recording has a module column. */
  readonly hasModules: boolean;
  readonly upperHalf: boolean;
}

/**
 * The first match wins, as in the folding contract, except that unnamed code has the kind of its module if that says anything
 * about it; folding treats these kinds alike. Functions whose kind depends on other frames are classified by module.
 */
export function classOf(name: string, location: CodeLocation): Kind {
  const { module } = location;
  if (module === undefined && MARKERS.has(name)) return MARKERS.get(name)!;
  if (JIT_NAME.test(name)) return Kind.eval;
  // From a profile that was exported with folded imports: recorded names contain no space.
  if (name.startsWith(`${PYTHON_PREFIX}${IMPORT_NAME} `)) return Kind.importlib;
  if (name.startsWith(PYTHON_PREFIX)) return kindOfFile(fileInName(name));
  const set = setOf(canonicalName(name), location);
  if (set !== undefined) return set;
  if (isKernelCode(name, module, location.upperHalf)) return Kind.kernel;
  if (isUnnamedName(name) && (isUnknownModule(module) || ANONYMOUS_MODULE.test(module ?? '')))
    return Kind.unknown;
  if (module === undefined) return Kind.native;
  if (PYTHON_MODULE.test(module)) return Kind.runtime;
  return isExtension(module) ? Kind.extension : Kind.native;
}

function setOf(canonical: string, { module, hasModules }: CodeLocation): Kind | undefined {
  const allSetsApply =
    !hasModules || (module !== undefined && (PYTHON_MODULE.test(module) || LIB_DYNLOAD.test(module)));
  const onlyEntryApplies = !allSetsApply && module !== undefined && ENTRY_LIBRARY.test(baseName(module));
  if (!allSetsApply && !onlyEntryApplies) return undefined;
  for (const { kind, pattern } of NAME_SETS) {
    if ((allSetsApply || kind === Kind.entry) && pattern.test(canonical)) return kind;
  }
  return undefined;
}
