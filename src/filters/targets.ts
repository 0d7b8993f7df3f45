// Finds the functions that a filter target matches. Patterns are handled elsewhere, because their search may take
// arbitrarily long.

import type { NamedTarget, TargetNames } from '../model/filter.ts';

/**
 * 1 for each function the target matches; 1 for all functions if there is no target. Functions match by canonical name:
 * `builtin_sum.part.0`, which only the raw level shows, counts as `builtin_sum`, as at all other levels.
 */
export function funcsOf(names: TargetNames, target: NamedTarget | undefined): Uint8Array {
  const { strings, modules, funcs } = names;
  const matches = new Uint8Array(funcs.length);
  const mark = (isMatch: (func: number) => boolean) => {
    for (let func = 0; func < matches.length; func++) if (isMatch(func)) matches[func] = 1;
    return matches;
  };
  switch (target?.by) {
    case undefined:
      return matches.fill(1);
    case 'function': {
      const { canonical, name, module } = funcs;
      const isNamed = (func: number) =>
        strings[name[func]] === target.name && (modules[module[func]] ?? '') === target.module;
      return mark((func) => isNamed(canonical[func]));
    }
    case 'file':
    case 'package': {
      const column = funcs[target.by];
      return mark((func) => strings[column[func]] === target.path);
    }
    case 'module':
      return mark((func) => modules[funcs.module[func]] === target.path);
    case 'kind':
      return mark((func) => funcs.kind[func] === target.kind);
  }
}
