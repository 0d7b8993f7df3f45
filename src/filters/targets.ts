// Finds the functions that a filter target matches. Patterns are matched elsewhere, because that may take arbitrarily
// long.

import { targetOf, type NamedTarget, type LineTarget } from '../model/filter.ts';
import { isBelow } from '../model/paths.ts';
import { NONE, type FunctionNames, type Profile } from '../model/profile.ts';

/**
 * 1 for each function the target matches; 1 for all functions if there is no target. Functions match by canonical name:
 * `builtin_sum.part.0`, which only the raw level shows, counts as `builtin_sum`, as at all other levels.
 */
export function matchTarget(names: FunctionNames, target: NamedTarget | undefined): Uint8Array {
  const matches = new Uint8Array(names.funcs.length);
  if (!target) return matches.fill(1);
  if (target.by === 'folder') return matchFolder(names, target.path);
  for (let func = 0; func < matches.length; func++) {
    const own = targetOf(names, func, target.by);
    if (own && isSame(own, target)) matches[func] = 1;
  }
  return matches;
}

function matchFolder({ strings, funcs }: FunctionNames, folder: string): Uint8Array {
  const isFileBelow = new Map<number, boolean>([[NONE, false]]);
  return Uint8Array.from(funcs.file, (file) => {
    let isMatch = isFileBelow.get(file);
    if (isMatch === undefined) isFileBelow.set(file, (isMatch = isBelow(strings[file], folder)));
    return isMatch ? 1 : 0;
  });
}

function isSame(a: NamedTarget, b: NamedTarget): boolean {
  if (a.by === 'function') return a.by === b.by && a.name === b.name && a.module === b.module;
  if (a.by === 'kind') return a.by === b.by && a.kind === b.kind;
  return a.by === b.by && a.path === b.path;
}

/** `profile` is classified, before any level. Any call of the function counts. */
export function samplesAtLine(
  profile: Profile,
  { name, module, line }: LineTarget,
): (sample: number) => boolean {
  const { stacks, samples } = profile;
  const matches = matchTarget(profile, { by: 'function', name, module });
  /** Per stack: 1 if it contains the function at the line. */
  const isAt = new Uint8Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const isMatch = stacks.line?.[stack] === line && matches[stacks.func[stack]] === 1;
    const parent = stacks.parent[stack];
    isAt[stack] = isMatch || (parent >= 0 && isAt[parent] === 1) ? 1 : 0;
  }
  return (sample) => isAt[samples.stack[sample]] === 1;
}
