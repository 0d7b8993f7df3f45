// Names the modules of functions without a name, which are one function for a comparison.

import { UNKNOWN } from '../model/profile.ts';
import { heaviestModules } from './match/modules-of-unnamed.ts';
import type { Prepared } from './prepare.ts';
import { LEFT_OUT } from './statistics/selected-samples.ts';

/** `libz.so.1.3.1 and libc.so.6`, by the samples that end in them; empty if no sample does, or if modules are not known. */
export function unnamedModules({
  sides,
  selection,
  level,
}: Pick<Prepared, 'sides' | 'selection' | 'level'>): string {
  const weights = new Map<string, number>();
  for (const [i, recording] of [...sides.a, ...sides.b].entries()) {
    const { strings, modules, funcs } = recording.at(level);
    const { weight, block } = selection.selected[i];
    const all = weight.reduce((sum, each, sample) => sum + (block[sample] === LEFT_OUT ? 0 : each), 0);
    const moduleOf = Array.from({ length: funcs.length }, (_, func) =>
      strings[funcs.name[func]] === UNKNOWN ? modules[funcs.module[func]] : undefined,
    );
    for (const [sample, func] of recording.leavesAt(level).entries()) {
      const module = func < 0 || block[sample] === LEFT_OUT ? undefined : moduleOf[func];
      if (module !== undefined) weights.set(module, (weights.get(module) ?? 0) + weight[sample] / all);
    }
  }
  return heaviestModules(weights);
}
