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
import { Role, type Classified } from './classify.ts';

/** What becomes of one frame, given where its parent went. */
const Move = {
  /** Goes, as if it had never been: what stands on its two sides are neighbours. */
  hide: 0,
  /** Goes, but what stands on its two sides stay apart. */
  drop: 1,
  keep: 2,
  /** Kept as long as no Python frame comes leafward of it. */
  trail: 3,
  /** Kept, and whatever trails rootward of it goes. */
  python: 4,
  /** Like python, but one with the frame before it when that is untraced too. */
  untraced: 5,
} as const;

const MAX_KINDS = 32;

/** The classified profile at this level: same samples, rewritten stacks. */
export function atLevel(classified: Classified, level: Level): Profile {
  return restack(classified.profile, () => rewrite(classified, level));
}

function rewrite(classified: Classified, level: Level): Restacked {
  const { role, profile } = classified;
  const { length, parent, frame } = profile.stacks;
  const { kind } = profile.funcs;
  const stacks = new PairTable();
  const moves = movesOf(level);
  const shown = shownFuncs(classified, level);
  /** Where samples of a stack go. */
  const at = new Int32Array(length);
  /** `at` without the C frames that trail behind the last Python frame: what a Python frame goes on from. */
  const base = new Int32Array(length);
  /** Is the last frame that is not hidden an untraced one? */
  const inUntraced = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const p = parent[i];
    const run = p < 0 ? NONE : at[p];
    const root = p < 0 ? NONE : base[p];
    const wasUntraced = p < 0 ? 0 : inUntraced[p];
    const func = frame[i];
    const move = moves[role[i] * MAX_KINDS + kind[func]];
    if (move <= Move.drop || (move === Move.untraced && wasUntraced)) {
      at[i] = run;
      base[i] = root;
      inUntraced[i] = move === Move.drop ? 0 : wasUntraced;
      continue;
    }
    const isPythonMove = move >= Move.python;
    at[i] = stacks.intern(isPythonMove ? root : run, shown(func, role[i]));
    base[i] = move === Move.trail ? root : at[i];
    inUntraced[i] = move === Move.untraced ? 1 : 0;
  }
  return { stacks, at, fallback: (stack) => stacks.intern(NONE, standIn(classified, level, stack)) };
}

/** The Move for each role and kind, at `role * MAX_KINDS + kind`. */
function movesOf(level: Level): Uint8Array {
  const moves = new Uint8Array(5 * MAX_KINDS);
  for (let role = 0; role < 5; role++) {
    for (let kind = 0; kind < MAX_KINDS; kind++) moves[role * MAX_KINDS + kind] = moveOf(level, role, kind);
  }
  return moves;
}

function moveOf(level: Level, role: number, kind: number): number {
  if (level === 'raw') return Move.keep;
  if (role === Role.pruned || role === Role.merged) return Move.hide;
  if (level === 'merged') return Move.keep;
  if (role === Role.untraced) return Move.untraced;
  if (role === Role.cut || isPythonLike(kind)) return Move.python;
  if (kind >= Kind.glue && kind <= Kind.entry) return Move.hide;
  if (level === 'python-c') return Move.keep;
  return level === 'python' ? Move.drop : Move.trail;
}

/** Which function stands for a frame at this level. */
function shownFuncs({ profile, marks }: Classified, level: Level): (func: number, role: number) => number {
  const { clean } = profile.funcs;
  if (level === 'raw') return (func) => func;
  if (level === 'merged') return (func) => clean[func];
  return (func, role) =>
    role === Role.cut ? marks.cut : role === Role.untraced ? marks.untraced : clean[func];
}

/** The one function under which a sample is counted that has no frame left at this level. */
function standIn({ profile, role, marks }: Classified, level: Level, stack: number): number {
  if (stack < 0) return marks.noStack;
  if (level === 'python') return marks.noPython;
  return role[stack] === Role.pruned ? profile.funcs.clean[profile.stacks.frame[stack]] : marks.hidden;
}
