// What a stack is without the kernel's frames at its leaf end, for which the state of a wait stands.

import { Kind } from './kinds.ts';
import type { Profile } from './profile.ts';

/** NONE if nothing is left. The functions must be classified. */
export function withoutKernelLeaf(
  { stacks, funcs }: Pick<Profile, 'stacks' | 'funcs'>,
  stack: number,
): number {
  let at = stack;
  while (at >= 0 && funcs.kind[stacks.func[at]] === Kind.kernel) at = stacks.parent[at];
  return at;
}
