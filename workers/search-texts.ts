// The texts in which a search finds the functions of a recording.

import { nameWithoutFile, pathOf } from '../src/model/function-path.ts';
import { moduleNameOf } from '../src/model/module-name.ts';
import type { FunctionNames } from '../src/model/profile.ts';

/** One text of each kind per function. */
export interface SearchTexts {
  /** Recorded names; those of Python functions contain their files. */
  readonly names: readonly string[];
  /** The name after that of its module of a library, such as `json.loads`; empty for other code. */
  readonly dotted: readonly string[];
  /** The file or module, unless the name contains it; otherwise empty. */
  readonly paths: readonly string[];
}

export type SearchedNames = Pick<FunctionNames, 'strings' | 'funcs' | 'modules'>;

export function searchTextsOf(recording: SearchedNames): SearchTexts {
  const { strings, funcs } = recording;
  const names = Array.from(funcs.name, (name) => strings[name]);
  const modules = new Map<string, string | undefined>();
  const moduleOf = (path: string) => {
    if (!modules.has(path)) modules.set(path, moduleNameOf(path));
    return modules.get(path);
  };
  const dotted: string[] = [];
  const paths: string[] = [];
  for (const [func, name] of names.entries()) {
    const path = pathOf(recording, func) ?? '';
    const module = moduleOf(path);
    dotted.push(module === undefined ? '' : `${module}.${nameWithoutFile(recording, func)}`);
    paths.push(name.includes(path) ? '' : path);
  }
  return { names, dotted, paths };
}
