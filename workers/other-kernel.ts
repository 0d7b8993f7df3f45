// The note on kernel symbols that are not used, because they are of another build than the recorded kernel.

import { KERNEL } from '../src/model/code.ts';
import { newNote, NONE, UNKNOWN, type Note, type Profile } from '../src/model/profile.ts';
import { formatCount, formatNumberOf } from '../src/text/format.ts';
import { quoted } from '../src/text/quoted.ts';

/** `name` is that of the file, undefined if there is none; `release` that of the recorded kernel, empty if unknown. */
export function otherKernelNotes(name: string | undefined, release: string, profile: Profile): Note[] {
  if (name === undefined) return [];
  const recorded = release === '' ? '' : ` (${release})`;
  const { length } = profile.samples;
  const unnamed = `${formatCount(countUnnamed(profile))} of ${formatNumberOf(length, 'sample')}`;
  const text = `${quoted(name)} is from a different kernel than the recorded one${recorded} and is not used: ${unnamed} contain kernel functions without names`;
  return [newNote('other kernel', text)];
}

/** Number of samples that contain unnamed functions of the kernel. */
function countUnnamed({ strings, modules, funcs, stacks, samples }: Profile): number {
  const kernel = modules.indexOf(KERNEL);
  const isUnnamed = funcs.module.map((module, func) =>
    Number(module === kernel && strings[funcs.name[func]] === UNKNOWN),
  );
  const hasUnnamed = new Uint8Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack];
    hasUnnamed[stack] = isUnnamed[stacks.func[stack]] || (parent === NONE ? 0 : hasUnnamed[parent]);
  }
  return samples.stack.reduce((sum, stack) => sum + (stack === NONE ? 0 : hasUnnamed[stack]), 0);
}
