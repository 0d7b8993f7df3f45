// Cuts whole stacks, mends them with the help of only those that stay whole, and compares the result with what they were.

import { runNow } from '../src/async/time-slices.ts';
import { PairTable } from '../src/model/numbering.ts';
import { NONE, samplesAt, type Profile } from '../src/model/profile.ts';
import { mend, mendingInput } from '../src/mending/mend.ts';
import { mendedProfile } from '../fixtures/mended-profile.ts';
import { rootFunctions } from '../src/mending/root-functions.ts';
import { NodeFlags, stackTrieOf } from '../src/mending/stack-trie.ts';

/** Rows of functions, callers first, by sample. */
export type WholeStacks = ReadonlyMap<number, WholeStack>;

interface WholeStack {
  readonly funcs: readonly number[];
  /** Names and modules, the same however often the recording is opened. */
  readonly frames: readonly string[];
}

/** Numbers of samples. */
export interface Score {
  readonly cut: number;
  readonly attempted: number;
  readonly right: number;
}

export function wholeStacks(profile: Profile): WholeStacks {
  const { stacks, ends, facts } = mendingInput(profile);
  const roots = runNow(rootFunctions(stacks, ends, facts, new Int32Array(stacks.length)));
  const trie = runNow(stackTrieOf(stacks, facts, roots));
  const whole = new Map<number, WholeStack>();
  profile.samples.stack.forEach((stack, sample) => {
    const node = stack < 0 ? NONE : trie.nodeAt(stack);
    if (node < 0 || !(trie.flags[node] & NodeFlags.whole)) return;
    const funcs: number[] = [];
    for (let at = node; at >= 0; at = trie.caller[at]) funcs.push(trie.func[at]);
    funcs.reverse();
    whole.set(sample, { funcs, frames: framesOf(profile, funcs) });
  });
  return whole;
}

/** Only the samples with whole stacks, cut to their leafmost frames. */
export function cutToFrames(profile: Profile, whole: WholeStacks, frames: number): Profile {
  const stacks = new PairTable();
  const ends = Array.from(whole.values(), ({ funcs }) =>
    funcs.slice(-frames).reduce((parent, func) => stacks.intern(parent, func), NONE),
  );
  const { first, second } = stacks.take();
  return {
    ...profile,
    stacks: { length: first.length, parent: first, func: second },
    samples: { ...samplesAt(profile.samples, Int32Array.from(whole.keys())), stack: Int32Array.from(ends) },
  };
}

/** Only the samples that have whole stacks in another opening of the recording. */
export function samplesOf(profile: Profile, whole: WholeStacks): Profile {
  return { ...profile, samples: samplesAt(profile.samples, Int32Array.from(whole.keys())) };
}

/** `cut` has the samples of `whole`, in the same order. */
export function scoreOf(cut: Profile, whole: WholeStacks): Score {
  const mending = mend(cut);
  const mended = mendedProfile(cut, mending);
  const score = { cut: 0, attempted: 0, right: 0 };
  Array.from(whole.values(), ({ frames }, i) => {
    if (funcsOf(cut.stacks, cut.samples.stack[i]).length >= frames.length) return;
    score.cut++;
    if (mending.stack[i] < 0) return;
    score.attempted++;
    const found = framesOf(mended, funcsOf(mended.stacks, mending.stack[i]));
    if (found.join() === frames.join()) score.right++;
  });
  return score;
}

function funcsOf({ parent, func }: Profile['stacks'], stack: number): number[] {
  const funcs: number[] = [];
  for (let at = stack; at >= 0; at = parent[at]) funcs.push(func[at]);
  return funcs.reverse();
}

function framesOf({ strings, modules, funcs }: Profile, stack: readonly number[]): string[] {
  return stack.map((func) => `${strings[funcs.name[func]]}@${modules[funcs.module[func]] ?? ''}`);
}
