// Finds the samples in which a function is at a source line.

import type { LineTarget } from '../model/filter.ts';
import type { Profile } from '../model/profile.ts';
import { matchTarget } from './targets.ts';

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
