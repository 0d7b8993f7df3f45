// How each further frame changes the facts about a stack.

import { Role } from '../model/kinds.ts';
import { Trait, type FrameFacts } from './function-facts.ts';

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
export interface StackState {
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
export const NO_FRAMES: StackState = {
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
export function stateAfter(before: StackState, frame: FrameFacts, role: number): StackState {
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
