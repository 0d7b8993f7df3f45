// Which modules the functions without a name are in, which are one function for a comparison.

import { NONE, UNKNOWN, type FunctionNames, type Profile } from '../../model/profile.ts';
import { isUnknownModule } from '../../model/function-names.ts';
import { baseName } from '../../model/paths.ts';
import { formatList } from '../../text/format.ts';
import type { Prepared } from '../prepare.ts';
import { LEFT_OUT } from '../statistics/selected-samples.ts';

const MAX_NAMED = 2;
/** Modules with less than this share of the samples that end in them are not named. */
const MIN_SHARE = 0.05;

export type NamedSamples = FunctionNames & Pick<Profile, 'stacks' | 'samples'>;

/** `libz.so.1.3.1 and libc.so.6`, by the samples that end in them; undefined if it is a single module. */
export function modulesOfUnnamed(recordings: readonly NamedSamples[]): string | undefined {
  const weights = new Map<string, number>();
  for (const { strings, modules, funcs, stacks, samples } of recordings) {
    const isUnnamed = Uint8Array.from(funcs.name, (name) => Number(strings[name] === UNKNOWN));
    for (let func = 0; func < funcs.length; func++) {
      const module = modules[funcs.module[func]];
      if (isUnnamed[func] === 1 && !isUnknownModule(module)) weights.set(module, weights.get(module) ?? 0);
    }
    const all = samples.weight.reduce((sum, each) => sum + each, 0);
    for (let sample = 0; sample < samples.length; sample++) {
      const stack = samples.stack[sample];
      const func = stack < 0 ? NONE : stacks.func[stack];
      if (func < 0 || isUnnamed[func] === 0) continue;
      const module = modules[funcs.module[func]];
      if (!isUnknownModule(module))
        weights.set(module, (weights.get(module) ?? 0) + samples.weight[sample] / all);
    }
  }
  return weights.size > 1 ? heaviestModules(weights) : undefined;
}

/** By their weights, the heaviest first; empty if they have none, or are not known. */
function heaviestModules(weights: ReadonlyMap<string, number>): string {
  const known = [...weights].filter(([module]) => !isUnknownModule(module));
  const total = known.reduce((sum, [, weight]) => sum + weight, 0);
  const named = known
    .filter(([, weight]) => weight > 0 && weight >= MIN_SHARE * total)
    .sort(([, x], [, y]) => y - x)
    .map(([module]) => baseName(module));
  return formatList([...new Set(named)], MAX_NAMED);
}

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
