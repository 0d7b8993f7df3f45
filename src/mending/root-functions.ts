// Decides which functions are the roots of threads: those that are the rootmost frame in at least half of the samples that
// contain them. `__libc_start_call_main` is a root where unwinding ends there, but not where most stacks go on to `_start`.

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import { Int32Column, Uint8Column } from '../model/columns.ts';
import { NONE, FuncFlags, UNKNOWN, type FunctionNames, type StackTable } from '../model/profile.ts';
import { depthFirst, Outermost } from '../model/trie.ts';
import { namesWith } from '../cpython/traits.ts';
import { ROOT_LIBRARY } from '../cpython/modules.ts';
import { canonicalName, isUnknownModule } from '../model/function-names.ts';
import { baseName } from '../model/paths.ts';

const ROOT_NAME = namesWith('root');

/** Each column has 1 for the functions of which it is true. */
export interface NameFacts {
  /** Neither its name nor its module is known. */
  readonly isJunk: Uint8Array;
  /** A thread can begin in it. Whether threads of this recording do is decided by their stacks (`rootFunctions`). */
  readonly canBeRoot: Uint8Array;
  readonly isUnnamed: Uint8Array;
}

/** What mending needs to know about each function, by its name and module. */
export function nameFacts({ strings, modules, funcs }: FunctionNames): NameFacts {
  const { length, name, module, flags } = funcs;
  const isJunk = new Uint8Array(length);
  const canBeRoot = new Uint8Array(length);
  const isUnnamed = new Uint8Array(length);
  for (let func = 0; func < length; func++) {
    const text = strings[name[func]];
    const path = module[func] < 0 ? undefined : modules[module[func]];
    const hasOwnFrame = (flags[func] & FuncFlags.inlined) === 0;
    isUnnamed[func] = text === UNKNOWN ? 1 : 0;
    isJunk[func] = text === UNKNOWN && isUnknownModule(path) && hasOwnFrame ? 1 : 0;
    const isRoot = text === UNKNOWN ? isCLibrary(path) : ROOT_NAME.test(canonicalName(text));
    canBeRoot[func] = isRoot ? 1 : 0;
  }
  return { isJunk, canBeRoot, isUnnamed };
}

function isCLibrary(path: string | undefined): boolean {
  return path !== undefined && ROOT_LIBRARY.test(baseName(path));
}

/** Returns 1 for each root function. `ends` are the stacks of samples. `memory` has an entry per stack, and is overwritten. */
export function* rootFunctions(
  stacks: StackTable,
  ends: Int32Array,
  facts: NameFacts,
  memory: Int32Array,
): TimeSliced<Uint8Array> {
  const { func, parent, isRootmost, samples } = yield* candidateFrames(stacks, ends, facts, memory);
  for (let frame = func.length - 1; frame > 0; frame--) samples[parent[frame]] += samples[frame];
  const { length } = facts.canBeRoot;
  const rootmost = new Float64Array(length);
  const anywhere = new Float64Array(length);
  for (let frame = 1; frame < func.length; frame++)
    if (isRootmost[frame] === 1) rootmost[func[frame]] += samples[frame];
  for (const frame of outermostFrames(func, parent, length)) anywhere[func[frame]] += samples[frame];
  return facts.canBeRoot.map((canBeRoot, each) =>
    canBeRoot === 1 && rootmost[each] > 0 && 2 * rootmost[each] >= anywhere[each] ? 1 : 0,
  );
}

/** The trie of the frames of functions that can be roots. Entry 0 is above all of them. */
interface CandidateFrames {
  readonly func: Int32Array;
  readonly parent: Int32Array;
  /** 1 if only junk is rootward of it. */
  readonly isRootmost: Uint8Array;
  /** Number of samples of which it is the leafmost candidate. */
  readonly samples: Float64Array;
}

function* candidateFrames(
  { length, func: own, parent: caller }: StackTable,
  ends: Int32Array,
  { canBeRoot, isJunk }: NameFacts,
  /** Per stack: its leafmost candidate; NONE for a stack of only junk. */
  nearest: Int32Array,
): TimeSliced<CandidateFrames> {
  const func = new Int32Column();
  const parent = new Int32Column();
  const isRootmost = new Uint8Column();
  func.push(NONE);
  parent.push(NONE);
  isRootmost.push(0);
  const isOther = canBeRoot.map((can, each) => (can === 0 && isJunk[each] === 0 ? 1 : 0));
  const addStacks = (from: number, to: number) => {
    for (let stack = from; stack < to; stack++) {
      const above = caller[stack] < 0 ? NONE : nearest[caller[stack]];
      if (isOther[own[stack]] === 1) nearest[stack] = above < 0 ? 0 : above;
      else if (canBeRoot[own[stack]] === 1) {
        nearest[stack] = func.length;
        func.push(own[stack]);
        parent.push(Math.max(0, above));
        isRootmost.push(above < 0 ? 1 : 0);
      } else nearest[stack] = above;
    }
  };
  yield* inSlices(length, addStacks);
  const counts = new Float64Array(func.length);
  for (const stack of ends) if (stack >= 0 && nearest[stack] > 0) counts[nearest[stack]]++;
  return { func: func.take(), parent: parent.take(), isRootmost: isRootmost.take(), samples: counts };
}

/** The frames without a frame of the same function rootward of them. */
function outermostFrames(func: Int32Array, parent: Int32Array, funcs: number): number[] {
  const { place, end } = depthFirst(parent);
  const inOrder = new Int32Array(func.length);
  for (let frame = 0; frame < func.length; frame++) inOrder[place[frame]] = frame;
  const outermost = new Outermost(funcs);
  const found: number[] = [];
  for (let at = 1; at < inOrder.length; at++) {
    const frame = inOrder[at];
    if (outermost.visit(func[frame], at, end[frame])) found.push(frame);
  }
  return found;
}
