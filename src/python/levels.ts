// Rewrites the stacks of a classified profile for a level of detail, in one pass that visits parents before children.
//
//  recorded                    merged                 python-c               python
//  [unknown] ([unknown])
//  _start                      _start
//  PyEval_EvalCode             PyEval_EvalCode
//  py::<module>:/a.py          py::<module>:/a.py     py::<module>:/a.py     py::<module>:/a.py
//  _PyEval_EvalFrameDefault    (merged)               (merged)               (merged)
//  builtin_sum.part.0          builtin_sum            builtin_sum

import { inferredStacks, withoutKernelLeaf, restack, type StackMapping } from '../model/stacks.ts';
import { isPythonLike, Kind, Role } from '../model/kinds.ts';
import type { Level } from '../model/levels.ts';
import { PairTable } from '../model/numbering.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { Classified, Markers } from './classify.ts';

/**
 * Returns the profile with its stacks rewritten for a level; the samples stay the same. The two coarsest levels are derived from
 * `python-c`, which has a third of the stacks. `pythonC` returns that level, so that callers can pass a cached one.
 */
export function atLevel(
  classified: Classified,
  level: Level,
  pythonC = () => atLevel(classified, 'python-c'),
): Profile {
  switch (level) {
    case 'raw':
      return restack(classified.profile, mapRaw(classified));
    case 'merged':
      return restack(classified.profile, mapMerged(classified));
    case 'python-c':
      return restack(classified.profile, mapPythonC(classified));
    case 'python-leaf-c':
    case 'python':
      return coarsen(pythonC(), classified.markers, level);
  }
}

/** Keeps every frame, but merges equal stacks. */
function mapRaw({ profile, markers }: Classified): StackMapping {
  const { length, parent, func } = profile.stacks;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  for (let i = 0; i < length; i++) at[i] = stacks.intern(parent[i] < 0 ? NONE : at[parent[i]], func[i]);
  return { stacks, at, fallback: () => stacks.intern(NONE, markers.noStack) };
}

/** Prunes junk, canonicalizes names, and merges Python functions with their evaluators. */
function mapMerged({ profile, role, markers }: Classified): StackMapping {
  const { length, parent, func } = profile.stacks;
  const { canonical, kind } = profile.funcs;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  // Only a stack that is entirely junk loses all frames. It keeps its leaf frame.
  const fallback = (stack: number) =>
    stacks.intern(NONE, stack < 0 ? markers.noStack : canonical[func[stack]]);
  for (let i = 0; i < length; i++) {
    const below = parent[i] < 0 ? NONE : at[parent[i]];
    const isDropped = role[i] === Role.pruned || role[i] === Role.merged;
    if (isDropped) at[i] = below;
    else if (below < 0 && kind[func[i]] === Kind.wait) at[i] = stacks.intern(fallback(parent[i]), func[i]);
    else at[i] = stacks.intern(below, canonical[func[i]]);
  }
  const inferredOf = (sample: number) => {
    const { inferred, first } = boundaryOf(profile, at, sample);
    return role[first] === Role.merged ? callerIn(stacks, inferred) : inferred;
  };
  return { stacks, at, fallback, inferredOf };
}

/** The new stack of a sample's missing part, and the old one up to its first recorded frame. */
function boundaryOf({ samples, stacks }: Profile, at: Int32Array, sample: number) {
  const first = samples.firstRecorded?.[sample] ?? NONE;
  const missing = first < 0 ? NONE : stacks.parent[first];
  return { inferred: missing < 0 ? NONE : at[missing], first };
}

function callerIn(stacks: PairTable, stack: number): number {
  return stack < 0 ? NONE : stacks.parentOf(stack);
}

/** Like mapMerged, but removes the interpreter's own frames and replaces untraced and cut evaluators with markers. */
function mapPythonC({ profile, role, markers }: Classified): StackMapping {
  const { length, parent, func } = profile.stacks;
  const { canonical, kind } = profile.funcs;
  const stacks = new PairTable(length);
  const at = new Int32Array(length);
  /** Per function: the function that its plain frames are shown as; NONE if hidden. */
  const plain = canonical.map((shown, each) =>
    kind[each] >= Kind.glue && kind[each] <= Kind.entry ? NONE : shown,
  );
  /** 1 for each new stack that ends in an untraced frame. */
  const isUntraced = new Uint8Array(length);
  const fallback = (stack: number) => {
    if (stack < 0) return stacks.intern(NONE, markers.noStack);
    return stacks.intern(NONE, role[stack] === Role.pruned ? canonical[func[stack]] : markers.hidden);
  };
  for (let i = 0; i < length; i++) {
    const isWait = kind[func[i]] === Kind.wait;
    // What a thread waits for stands for the kernel's frames below it.
    const caller = isWait ? withoutKernelLeaf(profile, parent[i]) : parent[i];
    let below = caller < 0 ? NONE : at[caller];
    // It is never the only frame.
    if (below < 0 && isWait) below = caller < 0 ? stacks.intern(NONE, markers.hidden) : fallback(caller);
    let shown: number = NONE;
    if (role[i] === Role.plain) shown = plain[func[i]];
    else if (role[i] === Role.cut) shown = markers.cut;
    // Consecutive untraced evaluators become one frame.
    else if (role[i] === Role.untraced && (below < 0 || isUntraced[below] === 0)) shown = markers.untraced;
    at[i] = shown < 0 ? below : stacks.intern(below, shown);
    if (shown === markers.untraced) isUntraced[at[i]] = 1;
  }
  const inferredOf = (sample: number) => {
    const { inferred, first } = boundaryOf(profile, at, sample);
    if (inferred < 0) return NONE;
    // A recorded evaluator may be part of an untraced frame, even if the frames between them are hidden.
    const isPartlyRecorded =
      role[first] === Role.merged || (isUntraced[inferred] === 1 && at[first] === inferred);
    return isPartlyRecorded ? callerIn(stacks, inferred) : inferred;
  };
  return { stacks, at, fallback, inferredOf };
}

/** Removes from `python-c` all C frames, or all except those after the last Python frame. */
function coarsen(pythonC: Profile, markers: Markers, level: 'python-leaf-c' | 'python'): Profile {
  const { length, parent, func } = pythonC.stacks;
  const { kind } = pythonC.funcs;
  const stacks = new PairTable(length);
  /**
   * `at` is the new stack including the C frames after the last Python frame. `base` is the same stack without these C frames, for
   * the next Python frame to extend.
   */
  const at = new Int32Array(length);
  const base = level === 'python' ? at : new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const p = parent[i];
    if (isPythonLike(kind[func[i]]) || func[i] === markers.noStack) {
      at[i] = base[i] = stacks.intern(p < 0 ? NONE : base[p], func[i]);
    } else if (kind[func[i]] === Kind.wait) {
      const caller = p < 0 ? NONE : at[p];
      at[i] = stacks.intern(caller < 0 ? stacks.intern(NONE, markers.noPython) : caller, func[i]);
    } else if (level === 'python') {
      at[i] = p < 0 ? NONE : at[p];
    } else {
      at[i] = stacks.intern(p < 0 ? NONE : at[p], func[i]);
      base[i] = p < 0 ? NONE : base[p];
    }
  }
  const inferred = inferredStacks(pythonC);
  const inferredOf = (sample: number) => {
    const stack = inferred ? inferred[sample] : NONE;
    if (stack < 0) return NONE;
    // Its C frames are removed if the sample has Python frames leafward of them.
    return base[pythonC.samples.stack[sample]] === base[stack] ? at[stack] : base[stack];
  };
  const fallback = () => stacks.intern(NONE, markers.noPython);
  return restack(pythonC, { stacks, at, fallback, inferredOf });
}
