// Rewrites the stacks of a classified profile for one level of detail, in one pass with parents first.
//
//  read                        merged                 python-c               python
//  [unknown] ([unknown])
//  _start                      _start
//  PyEval_EvalCode             PyEval_EvalCode
//  py::<module>:/a.py          py::<module>:/a.py     py::<module>:/a.py     py::<module>:/a.py
//  _PyEval_EvalFrameDefault    (merged)               (merged)               (merged)
//  builtin_sum.part.0          builtin_sum            builtin_sum

import { isPythonLike, Kind } from '../model/kinds.ts';
import type { Level } from '../model/levels.ts';
import { PairTable } from '../model/pairs.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { restack, type StackMapping } from '../model/restack.ts';
import { Role, type Classified, type Marks } from './classify.ts';

/**
 * The profile at a level: same samples, rewritten stacks. The two coarsest levels are derived from `python-c`, which
 * has a third of the stacks; callers that have cached `python-c` pass it as `pythonC`.
 */
export function atLevel(
  classified: Classified,
  level: Level,
  pythonC = () => atLevel(classified, 'python-c'),
): Profile {
  switch (level) {
    case 'raw':
      return restack(classified.profile, joined(classified));
    case 'merged':
      return restack(classified.profile, merged(classified));
    case 'python-c':
      return restack(classified.profile, folded(classified));
    case 'python-leaf-c':
    case 'python':
      return coarser(pythonC(), classified.marks, level);
  }
}

/** Keeps every frame, but merges frames of the same function. */
function joined({ profile, marks }: Classified): StackMapping {
  const { length, parent, func } = profile.stacks;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) at[i] = stacks.intern(parent[i] < 0 ? NONE : at[parent[i]], func[i]);
  return { stacks, at, fallback: () => stacks.intern(NONE, marks.noStack) };
}

/** Prunes junk, uses canonical names, and merges Python functions with their evaluators. */
function merged({ profile, role, marks }: Classified): StackMapping {
  const { length, parent, func } = profile.stacks;
  const { canonical } = profile.funcs;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    const isDropped = role[i] === Role.pruned || role[i] === Role.merged;
    at[i] = isDropped ? below : stacks.intern(below, canonical[func[i]]);
  }
  // Only a stack that consists entirely of junk loses every frame; its leafmost frame is kept.
  const fallback = (stack: number) => stacks.intern(NONE, stack < 0 ? marks.noStack : canonical[func[stack]]);
  return { stacks, at, fallback };
}

/**
 * Like `merged`, but without the interpreter's own frames, and with one name each for untraced and cut evaluators.
 */
function folded({ profile, role, marks }: Classified): StackMapping {
  const { length, parent, func } = profile.stacks;
  const { canonical, kind } = profile.funcs;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  /** The function shown for a plain frame, by function; NONE if hidden. */
  const plain = canonical.map((shown, each) =>
    kind[each] >= Kind.glue && kind[each] <= Kind.entry ? NONE : shown,
  );
  /** 1 for new stacks that end in an untraced frame. */
  const isUntraced = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    let shown: number = NONE;
    if (role[i] === Role.plain) shown = plain[func[i]];
    else if (role[i] === Role.cut) shown = marks.cut;
    // Consecutive untraced evaluators are one frame.
    else if (role[i] === Role.untraced && (below < 0 || isUntraced[below] === 0)) shown = marks.untraced;
    at[i] = shown < 0 ? below : stacks.intern(below, shown);
    if (shown === marks.untraced) isUntraced[at[i]] = 1;
  }
  const fallback = (stack: number) => {
    if (stack < 0) return stacks.intern(NONE, marks.noStack);
    return stacks.intern(NONE, role[stack] === Role.pruned ? canonical[func[stack]] : marks.hidden);
  };
  return { stacks, at, fallback };
}

/** `python-c` with C frames only after the last Python frame, or without any. */
function coarser(pythonC: Profile, marks: Marks, level: 'python-leaf-c' | 'python'): Profile {
  const { length, parent, func } = pythonC.stacks;
  const { kind } = pythonC.funcs;
  const stacks = new PairTable(length);
  /**
   * `at` is the new stack with the C frames after the last Python frame. `base` is the stack without them, which the
   * next Python frame extends.
   */
  const at = new Int32Array(length);
  const base = level === 'python' ? at : new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const p = parent[i];
    if (isPythonLike(kind[func[i]]) || func[i] === marks.noStack) {
      at[i] = base[i] = stacks.intern(p < 0 ? NONE : base[p], func[i]);
    } else if (level === 'python') {
      at[i] = p < 0 ? NONE : at[p];
    } else {
      at[i] = stacks.intern(p < 0 ? NONE : at[p], func[i]);
      base[i] = p < 0 ? NONE : base[p];
    }
  }
  return restack(pythonC, { stacks, at, fallback: () => stacks.intern(NONE, marks.noPython) });
}
