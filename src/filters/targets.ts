// Which functions a filter is about. What a pattern finds is searched by name elsewhere: it may take any time.

import type { NamedTarget, TargetNames } from '../model/filter.ts';

/**
 * 1 for each function that the target means; every function where there is none. A function is meant under its clean
 * name, so that `builtin_sum.part.0`, which only the recording shows, is `builtin_sum` to a filter as to all other levels.
 */
export function funcsOf(names: TargetNames, target: NamedTarget | undefined): Uint8Array {
  const { strings, modules, funcs } = names;
  const matches = new Uint8Array(funcs.length);
  const mark = (isMeant: (func: number) => boolean) => {
    for (let func = 0; func < matches.length; func++) if (isMeant(func)) matches[func] = 1;
    return matches;
  };
  switch (target?.by) {
    case undefined:
      return matches.fill(1);
    case 'function': {
      const { clean, name, module } = funcs;
      const isNamed = (func: number) =>
        strings[name[func]] === target.name && (modules[module[func]] ?? '') === target.module;
      return mark((func) => isNamed(clean[func]));
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
