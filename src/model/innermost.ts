// Finds the innermost function of a kind on a stack.

import { NONE, type Profile } from './profile.ts';

/** NONE if there is none. */
export function innermostOf(
  { stacks, funcs }: Pick<Profile, 'stacks' | 'funcs'>,
  stack: number,
  isKind: (kind: number) => boolean,
): number {
  for (let at = stack; at >= 0; at = stacks.parent[at])
    if (isKind(funcs.kind[stacks.func[at]])) return stacks.func[at];
  return NONE;
}
