// The classified stacks of a recording, as far as this stage needs them.

import { innermostOf } from '../model/innermost.ts';
import { isPython, Kind, Role } from '../model/kinds.ts';
import { NONE, type Profile } from '../model/profile.ts';

export interface ClassifiedStacks {
  readonly profile: Profile;
  /** Per stack: a Role. */
  readonly role: Uint8Array;
  /** Artificial functions. */
  readonly markers: { readonly untraced: number; readonly cut: number; readonly noStack: number };
}

/** The innermost frame of the stack at the level `python`; NONE if it has none. */
export function innermostPython({ profile, role, markers }: ClassifiedStacks, stack: number): number {
  const { stacks, funcs } = profile;
  for (let at = stack; at >= 0; at = stacks.parent[at]) {
    const func = stacks.func[at];
    if (role[at] === Role.untraced) return markers.untraced;
    if (role[at] === Role.cut) return markers.cut;
    if (isPython(funcs.kind[func])) return funcs.canonical[func];
  }
  return NONE;
}

/** The innermost Python function outside the standard library, or else the innermost one; NONE if there is none. */
export function innermostOwn(recorded: ClassifiedStacks, stack: number): number {
  const own = innermostOf(recorded.profile, stack, (kind) => kind === Kind.own || kind === Kind.package);
  return own === NONE ? innermostPython(recorded, stack) : own;
}
