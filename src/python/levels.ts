// Rewrites the stacks of a classified profile for one level of detail. One pass, parents first.
//
//   read                        merged                 python-c               python
//   [unknown] ([unknown])
//   _start                      _start
//   PyEval_EvalCode             PyEval_EvalCode
//   py::<module>:/a.py          py::<module>:/a.py     py::<module>:/a.py     py::<module>:/a.py
//   _PyEval_EvalFrameDefault    (merged)               (merged)               (merged)
//   builtin_sum.part.0          builtin_sum            builtin_sum

import { isPythonLike, Kind } from '../model/kinds.ts';
import type { Level } from '../model/levels.ts';
import { PairTable } from '../model/pairs.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { restack, type Restacked } from '../model/restack.ts';
import { Role, type Classified, type Marks } from './classify.ts';

/**
 * The classified profile at this level: same samples, rewritten stacks. The two coarsest levels are made from
 * `python-c`, which has a third of the stacks; whoever keeps that one gives it as `pythonC`.
 */
export function atLevel(
  classified: Classified,
  level: Level,
  pythonC = () => atLevel(classified, 'python-c'),
): Profile {
  switch (level) {
    case 'raw':
      return restack(classified.profile, () => joined(classified));
    case 'merged':
      return restack(classified.profile, () => merged(classified));
    case 'python-c':
      return restack(classified.profile, () => folded(classified));
    case 'python-leaf-c':
    case 'python':
      return coarser(pythonC(), classified.marks, level);
  }
}

/** Every frame, the same function one frame. */
function joined({ profile, marks }: Classified): Restacked {
  const { length, parent, frame } = profile.stacks;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) at[i] = stacks.intern(parent[i] < 0 ? NONE : at[parent[i]], frame[i]);
  return { stacks, at, fallback: () => stacks.intern(NONE, marks.noStack) };
}

/** Pruned, clean names, a Python function and its evaluators one frame. */
function merged({ profile, role, marks }: Classified): Restacked {
  const { length, parent, frame } = profile.stacks;
  const { clean } = profile.funcs;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    const goes = role[i] === Role.pruned || role[i] === Role.merged;
    at[i] = goes ? below : stacks.intern(below, clean[frame[i]]);
  }
  // Only a stack of nothing but junk has lost every frame; its leafmost stays.
  const fallback = (stack: number) => stacks.intern(NONE, stack < 0 ? marks.noStack : clean[frame[stack]]);
  return { stacks, at, fallback };
}

/** As merged, without the interpreter's machinery, its untraced and cut evaluators under one name each. */
function folded({ profile, role, marks }: Classified): Restacked {
  const { length, parent, frame } = profile.stacks;
  const { clean, kind } = profile.funcs;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  /** What a plain frame is shown as, by function; NONE for hidden ones. */
  const plain = clean.map((shown, func) =>
    kind[func] >= Kind.glue && kind[func] <= Kind.entry ? NONE : shown,
  );
  /** Does a new stack end in an untraced frame? */
  const isUntraced = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    let shown: number = NONE;
    if (role[i] === Role.plain) shown = plain[frame[i]];
    else if (role[i] === Role.cut) shown = marks.cut;
    // A run of untraced evaluators is one frame.
    else if (role[i] === Role.untraced && (below < 0 || isUntraced[below] === 0)) shown = marks.untraced;
    at[i] = shown < 0 ? below : stacks.intern(below, shown);
    if (shown === marks.untraced) isUntraced[at[i]] = 1;
  }
  const fallback = (stack: number) => {
    if (stack < 0) return stacks.intern(NONE, marks.noStack);
    return stacks.intern(NONE, role[stack] === Role.pruned ? clean[frame[stack]] : marks.hidden);
  };
  return { stacks, at, fallback };
}

/** `python-c` with C only behind the last Python frame, or without any. */
function coarser(pythonC: Profile, marks: Marks, level: 'python-leaf-c' | 'python'): Profile {
  return restack(pythonC, ({ stacks: { length, parent, frame }, funcs: { kind } }) => {
    const stacks = new PairTable(length);
    /** The new stack with the C frames behind the last Python frame, and without them: what the next Python frame stands on. */
    const at = new Int32Array(length);
    const base = level === 'python' ? at : new Int32Array(length);
    for (let i = 0; i < length; i++) {
      const p = parent[i];
      const func = frame[i];
      if (isPythonLike(kind[func]) || func === marks.noStack) {
        at[i] = base[i] = stacks.intern(p < 0 ? NONE : base[p], func);
      } else if (level === 'python') {
        at[i] = p < 0 ? NONE : at[p];
      } else {
        at[i] = stacks.intern(p < 0 ? NONE : at[p], func);
        base[i] = p < 0 ? NONE : base[p];
      }
    }
    return { stacks, at, fallback: () => stacks.intern(NONE, marks.noPython) };
  });
}
