// Builds inverted trees, which lead from the sampled functions to their callers.

import { append } from '../../model/columns.ts';
import { NONE } from '../../model/profile.ts';
import { withChain, type Chains, type FrameMap, type Nodes } from '../../model/trie.ts';
import {
  chainsOf,
  type FilteredStacks,
  NO_LIMIT,
  type CallTree,
  type TreeWithEnds,
} from '../../model/tree.ts';
import { runNow, type TimeSliced } from '../../async/time-slices.ts';
import { bottomUpTree } from './bottom-up.ts';
import { linkCallers } from './caller-links.ts';
import { addSelf } from './weights.ts';

export function invertedTree(stacks: FilteredStacks, limit = NO_LIMIT): CallTree {
  return runNow(invert(stacks, limit)).tree;
}

/**
 * The children of the root are the sampled functions; the children of every other node are its callers. A sample ends in the node
 * of its outermost caller.
 */
export function* invert(stacks: FilteredStacks, limit = NO_LIMIT): TimeSliced<TreeWithEnds> {
  const { chains, ends } = stacks;
  const { links, last } = linkCallers(stacks);
  yield;
  const self = new Float64Array(chains.chains);
  const selfSamples = new Int32Array(chains.chains);
  addSelf(ends, self, selfSamples);
  /** Per path: the chain of its sampled frame. */
  const sampled = new Int32Array(chains.chains);
  let count = 0;
  for (let chain = 0; chain < chains.chains; chain++)
    if (last[chain] >= 0 && selfSamples[chain] > 0) sampled[count++] = chain;
  const paths = {
    frame: new Int32Array(count),
    weight: new Float64Array(count),
    samples: new Int32Array(count),
  };
  for (let path = 0; path < count; path++) {
    paths.frame[path] = last[sampled[path]];
    paths.weight[path] = self[sampled[path]];
    paths.samples[path] = selfSamples[sampled[path]];
  }
  yield;
  const funcs = stacks.frameMap?.as.length ?? chains.funcs;
  const { tree, endOf } = yield* bottomUpTree(links, funcs, paths, limit);
  const endOfChain = new Int32Array(chains.chains).fill(NONE);
  for (let path = 0; path < count; path++) endOfChain[sampled[path]] = endOf[path];
  return { tree, endOf: endOfChain };
}

/**
 * Filters an inverted tree, which is much faster than inverting the filtered tree. Returns the stacks of the filtered inverted
 * tree, or undefined if the filter cannot be applied to inverted stacks. Samples that lose all frames get a
 * separate chain after those of the tree. Not for filters that change where stacks end, because inverted stacks begin there.
 */
export function invertFiltered(
  { tree, endOf }: TreeWithEnds,
  filtered: FilteredStacks,
): FilteredStacks | undefined {
  const { chains, ends, frameMap, startNodes } = filtered;
  if (frameMap && !isSymmetric(frameMap)) return undefined;
  const own = chainsOf(tree, chains.funcs);
  const shortened = startNodes && endAtMarked(own, markFunctions(startNodes, chains));
  if (startNodes && !shortened) return undefined;
  const count = ends.chain?.length ?? ends.weight.length;
  const chain = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const end = ends.chain ? ends.chain[row] : row;
    const at = end < 0 ? NONE : end < endOf.length ? endOf[end] : tree.chains;
    chain[row] = shortened && at >= 0 ? shortened.endOf[at] : at;
  }
  const emptied = chains.chains > endOf.length ? chains.func[chains.from[endOf.length]] : undefined;
  const all = shortened?.chains ?? own;
  return {
    chains: emptied === undefined ? all : withChain(all, emptied),
    ends: { chain, weight: ends.weight, samples: ends.samples },
    ...(frameMap && { frameMap }),
  };
}

/**
 * True if merging gives the same result from either end of a stack. Merged frames are shown as the outermost one, so all functions of
 * a group must be shown as the same function.
 */
function isSymmetric({ as, group }: FrameMap): boolean {
  const shownAs = new Map<number, number>();
  for (let func = 0; func < as.length; func++) {
    if (group[func] < 0) continue;
    const first = shownAs.get(group[func]);
    if (first !== undefined && first !== as[func]) return false;
    shownAs.set(group[func], as[func]);
  }
  return true;
}

function markFunctions({ length, node }: Nodes, { func, funcs }: Chains): Uint8Array {
  const marks = new Uint8Array(funcs);
  for (let i = 0; i < length; i++) marks[func[node[i]]] = 1;
  return marks;
}

/**
 * Ends each stack at its last frame of a marked function. If that frame is inside a chain, other stacks may continue through the
 * chain, so the shortened stacks get a copy of the chain up to that frame. `endOf` maps each chain to the chain where its stacks end
 * now, or NONE if they contain no marked function. Returns undefined if a stack would end inside the root's chain.
 */
function endAtMarked(chains: Chains, marks: Uint8Array): { chains: Chains; endOf: Int32Array } | undefined {
  const { chains: length, parent, from, to, func } = chains;
  const endOf = new Int32Array(length);
  /** The chains to copy, and the end offset of each copy. */
  const copied: number[] = [];
  const ends: number[] = [];
  for (let chain = 0; chain < length; chain++) {
    const begin = chain === 0 ? 1 : from[chain];
    let at = to[chain] - 1;
    while (at >= begin && marks[func[at]] === 0) at--;
    if (at < begin) endOf[chain] = chain === 0 ? NONE : endOf[parent[chain]];
    else if (at === to[chain] - 1) endOf[chain] = chain;
    else if (chain === 0) return undefined;
    else {
      endOf[chain] = length + copied.length;
      copied.push(chain);
      ends.push(at + 1);
    }
  }
  const withCopies = (column: Int32Array) =>
    append(
      column.subarray(0, length),
      copied.map((chain) => column[chain]),
    );
  return {
    chains: {
      ...chains,
      chains: length + copied.length,
      parent: withCopies(parent),
      from: withCopies(from),
      to: append(to, ends),
    },
    endOf,
  };
}
