// Facts about every recorded stack, gathered in one pass that visits parents before children:
//
//   [unknown] ([unknown])      pruned, because unwinding went wrong at the root end
//   _start                     the outermost known frame; makes the stack rooted
//   py::main:/a.py             a Python function
//   _PyEval_EvalFrameDefault   the evaluator, which runs the function
//   cmp                        a C function, which calls Python code
//   _PyEval_EvalFrameDefault   an evaluator without a trampoline, so the innermost Python code is untraced
//
// A recording has millions of stacks, but only dozens of combinations of facts, which are numbered and called states. The state of
// a stack follows from its caller's state and from the facts about its leaf frame. Each such step is computed only once.

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import type { Profile } from '../model/profile.ts';
import { Role } from '../model/kinds.ts';
import { type FunctionFacts, Trait, type FrameFacts } from './function-facts.ts';

/** A profile that python/classify.ts has classified. */
export interface ClassifiedProfile {
  readonly profile: Profile;
  /** Per stack: a Role. */
  readonly role: Uint8Array;
  /** Per stack: 1 if its leaf frame is inlined; undefined if none is. */
  readonly isInlined: Uint8Array | undefined;
}

export interface StackFacts {
  /** Per stack: its state in the upper 16 bits, its depth in the lower 16. Packed, because there may be millions of stacks. */
  readonly cells: Uint32Array;
  readonly states: readonly StackState[];
}

/** Index into `StackFacts.states`. */
export function stateIn(cell: number): number {
  return cell >>> 16;
}

/** Number of frames, at most 65,535. Inlined frames do not count, and those in the kernel only in some modes. */
export function depthIn(cell: number): number {
  return cell & MAX_DEPTH;
}

const MAX_DEPTH = 0xffff;
const UNKNOWN_STATE = 0xffff;
/** Maximum number of cached steps. Recordings that need more take longer. */
const MAX_STEPS = 1 << 22;
const ROLES = Math.max(...Object.values(Role)) + 1;

/** `countsKernel` says whether depths include frames in the kernel. */
export function* stackFacts(
  { profile, role, isInlined }: ClassifiedProfile,
  functions: FunctionFacts,
  countsKernel: boolean,
): TimeSliced<StackFacts> {
  const { length, parent, func } = profile.stacks;
  const { frames, ofFunc, ofInlined } = functions;
  const counted = Uint8Array.from(frames, (frame) =>
    frame.isInlined || (frame.isKernel && !countsKernel) ? 0 : 1,
  );
  const steps = new Steps(functions);
  const cells = new Uint32Array(length);
  const pass: Pass = { parent, func, role, isInlined, ofFunc, ofInlined, counted, steps, cells };
  // JavaScript engines optimize a function that is called often sooner than one with a long loop.
  yield* inSlices(length, (from, to) => fillCells(pass, from, to));
  return { cells, states: steps.states };
}

interface Pass extends StackTableColumns {
  readonly role: Uint8Array;
  readonly isInlined: Uint8Array | undefined;
  readonly ofFunc: Uint16Array;
  readonly ofInlined: Uint16Array;
  readonly counted: Uint8Array;
  readonly steps: Steps;
  readonly cells: Uint32Array;
}

type StackTableColumns = Pick<Profile['stacks'], 'parent' | 'func'>;

function fillCells(pass: Pass, from: number, to: number): void {
  const { parent, func, role, isInlined, ofFunc, ofInlined, counted, steps, cells } = pass;
  let { known, stride } = steps;
  // The previous row is usually the caller, so its state and depth are kept.
  let state = from === 0 ? 0 : stateIn(cells[from - 1]);
  let depth = from === 0 ? 0 : depthIn(cells[from - 1]);
  for (let i = from; i < to; i++) {
    if (parent[i] !== i - 1) {
      const before = parent[i] < 0 ? 0 : cells[parent[i]];
      state = stateIn(before);
      depth = depthIn(before);
    }
    const frame = isInlined !== undefined && isInlined[i] === 1 ? ofInlined[func[i]] : ofFunc[func[i]];
    const next = state < stride ? known[(frame * ROLES + role[i]) * stride + state] : UNKNOWN_STATE;
    if (next === UNKNOWN_STATE) {
      state = steps.compute(state, frame, role[i]);
      ({ known, stride } = steps);
    } else state = next;
    if (depth < MAX_DEPTH) depth += counted[frame];
    cells[i] = (state << 16) | depth;
  }
}

/** Numbers the states in order of first use, and caches the steps between them. */
class Steps {
  readonly states: StackState[] = [NO_FRAMES];
  /** By frame, role and state: the next state, or UNKNOWN_STATE. */
  known: Uint16Array;
  /** Number of states that `known` has room for. */
  stride = 128;
  private readonly numbers = new Map<string, number>([[keyOf(NO_FRAMES), 0]]);
  private readonly functions: FunctionFacts;

  constructor(functions: FunctionFacts) {
    this.functions = functions;
    this.known = new Uint16Array(functions.frames.length * ROLES * this.stride).fill(UNKNOWN_STATE);
  }

  /** `frame` is an index into `FunctionFacts.frames`. */
  compute(state: number, frame: number, role: number): number {
    const next = this.numberOf(stateAfter(this.states[state], this.functions.frames[frame], role));
    while (state >= this.stride && this.known.length < MAX_STEPS) this.grow();
    if (state < this.stride) this.known[(frame * ROLES + role) * this.stride + state] = next;
    return next;
  }

  private grow(): void {
    const { known, stride } = this;
    this.known = new Uint16Array(known.length * 2).fill(UNKNOWN_STATE);
    this.stride = stride * 2;
    for (let from = 0; from < known.length; from += stride)
      this.known.set(known.subarray(from, from + stride), from * 2);
  }

  private numberOf(state: StackState): number {
    const key = keyOf(state);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    // Beyond the limit, which no real recording reaches, stacks have no facts and cause no findings.
    if (this.states.length === UNKNOWN_STATE) return 0;
    const number = this.states.push(state) - 1;
    this.numbers.set(key, number);
    return number;
  }
}

function keyOf({ traits, innermost, frames, caller, fault, isBlind, python }: StackState): string {
  return `${traits} ${innermost} ${frames} ${caller} ${fault} ${isBlind} ${python}`;
}

/** The innermost Python-level code of a stack. */
export const Innermost = {
  none: 0,
  /** A traced function. */
  python: 1,
  /** Bytecode that runs without a trampoline. */
  untraced: 2,
  /** Bytecode of a function whose frame was not recorded. */
  cut: 3,
  /** Bytecode called through a trampoline without a name. */
  unnamed: 4,
} as const;

/** The facts about a stack, and those that the effect of the next frame depends on. */
interface StackState {
  /** Bits of Trait. */
  readonly traits: number;
  /** An Innermost. */
  readonly innermost: number;
  /** Index into `FunctionFacts.faults`: the module of the outermost known frame. */
  readonly fault: number;
  /** True if the outermost known frame could be the root, but its module has no names. */
  readonly isBlind: boolean;
  /** Index into `FunctionFacts.pythons`: the outermost Python binary with a version in its name. */
  readonly python: number;
  /** Number of known frames outside the kernel that are not inlined, at most ROOTED_FRAMES. */
  readonly frames: number;
  /** What calls the next frame. */
  readonly caller: 'interpreter' | 'unnamed trampoline' | 'other';
}

/** A sample without frames. */
const NO_FRAMES: StackState = {
  traits: 0,
  innermost: Innermost.none,
  fault: 0,
  isBlind: false,
  python: 0,
  frames: 0,
  caller: 'other',
};

/** If a stack has this many frames, unnamed code of the C library at its root is the start of a thread or process. */
const ROOTED_FRAMES = 3;

/** The state of a stack after adding a frame with this Role. */
function stateAfter(before: StackState, frame: FrameFacts, role: number): StackState {
  const traits = before.traits | frame.traits;
  const python = before.python || frame.python;
  if (role === Role.pruned) return { ...before, traits: traits | Trait.pruned, python };
  const next = {
    ...before,
    traits: role === Role.cut ? traits | Trait.cut : traits,
    python,
    innermost: innermostAfter(before, frame, role),
    caller: callerAfter(before, frame),
  };
  return frame.isUser ? withUserFrame(next, before, frame) : next;
}

/** Skips inlined and kernel frames. */
function callerAfter({ caller }: StackState, frame: FrameFacts): StackState['caller'] {
  if (!frame.isUser) return caller;
  if (frame.isUnnamedTrampoline) return 'unnamed trampoline';
  return frame.isInterpreterCall ? 'interpreter' : 'other';
}

function innermostAfter({ innermost, caller }: StackState, frame: FrameFacts, role: number): number {
  if (frame.isPython) return Innermost.python;
  if (!frame.isEvaluator) return innermost;
  if (role === Role.cut) return Innermost.cut;
  if (role !== Role.untraced) return innermost;
  return caller === 'unnamed trampoline' ? Innermost.unnamed : Innermost.untraced;
}

/** Adds a known frame outside the kernel that is not inlined. */
function withUserFrame(next: StackState, before: StackState, frame: FrameFacts): StackState {
  const frames = Math.min(before.frames + 1, ROOTED_FRAMES);
  let { traits } = next;
  if (frame.isUnknown && before.caller === 'interpreter') traits |= Trait.lostTrampoline;
  if (before.frames === 0) {
    if (frame.isUnnamedTrampoline) traits |= Trait.unnamedRoot;
    if (frame.isUnnamedLibc) traits |= Trait.libcRoot;
  }
  if (traits & Trait.libcRoot && frames === ROOTED_FRAMES) traits |= Trait.rooted;
  return before.frames === 0
    ? { ...next, traits, frames, fault: frame.fault, isBlind: frame.isBlindRoot }
    : { ...next, traits, frames };
}
