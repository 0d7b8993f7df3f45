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
  const shares = new Map<string, number>();
  for (const names of recordings) {
    const { stacks, samples } = names;
    const moduleOf = unnamedModuleOf(names);
    for (const module of moduleOf) if (module !== undefined) shares.set(module, shares.get(module) ?? 0);
    const leaves = samples.stack.map((stack) => (stack < 0 ? NONE : stacks.func[stack]));
    addShares(shares, moduleOf, leaves, samples.weight);
  }
  return shares.size > 1 ? heaviestModules(shares) : undefined;
}

/** `libz.so.1.3.1 and libc.so.6`, by the selected samples that end in them; empty if none does, or if modules are not known. */
export function modulesOfSelected({
  sides,
  selection,
  level,
}: Pick<Prepared, 'sides' | 'selection' | 'level'>): string {
  const shares = new Map<string, number>();
  for (const [i, recording] of [...sides.a, ...sides.b].entries()) {
    const { weight, block } = selection.selected[i];
    const selected = weight.map((each, sample) => (block[sample] === LEFT_OUT ? 0 : each));
    addShares(shares, unnamedModuleOf(recording.at(level)), recording.leavesAt(level), selected);
  }
  return heaviestModules(shares);
}

/** Per function: its module, if that is known and the function has no name. */
function unnamedModuleOf({ strings, modules, funcs }: FunctionNames): (string | undefined)[] {
  return Array.from({ length: funcs.length }, (_, func) => {
    const module = modules[funcs.module[func]];
    return strings[funcs.name[func]] === UNKNOWN && !isUnknownModule(module) ? module : undefined;
  });
}

/** Adds the shares of the samples that end in each module. `leaves` has the function of each sample, negative if it has none. */
function addShares(
  shares: Map<string, number>,
  moduleOf: readonly (string | undefined)[],
  leaves: ArrayLike<number>,
  weight: Float64Array,
): void {
  const all = weight.reduce((sum, each) => sum + each, 0);
  for (let sample = 0; sample < weight.length; sample++) {
    const module = leaves[sample] < 0 ? undefined : moduleOf[leaves[sample]];
    if (module !== undefined && weight[sample] > 0)
      shares.set(module, (shares.get(module) ?? 0) + weight[sample] / all);
  }
}

/** The heaviest first; empty if there are none. */
function heaviestModules(shares: ReadonlyMap<string, number>): string {
  const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
  const named = [...shares]
    .filter(([, share]) => share > 0 && share >= MIN_SHARE * total)
    .sort(([, x], [, y]) => y - x)
    .map(([module]) => baseName(module));
  return formatList([...new Set(named)], MAX_NAMED);
}
