// Counts the inferred frames of samples after a filter.
//
//   main;run;a;b   three inferred frames     with run hidden:   main;a;b   two
//                                            focused on a:      a;b        one

import { NONE } from '../../model/profile.ts';
import type { Chains, FrameMap, Nodes } from '../../model/trie.ts';
import type { FilteredStacks } from '../../model/tree.ts';
import { groupRows, Int32Column } from '../../model/columns.ts';

/** `inferred` counts the frames of the stacks before the filter, `ends` has the chain in which each sample ends. */
export function filterInferred(
  { chains, frameMap, startNodes }: FilteredStacks,
  ends: Int32Array,
  inferred: Int32Array,
): Int32Array {
  if (startNodes) return fromStartNodes(chains, startNodes, ends, inferred);
  return frameMap ? countVisible(chains, frameMap, ends, inferred) : inferred;
}

/** Per chain: the depth of its first frame. The first frame of chain 0 is the root. */
function depthsOf({ chains: length, parent, from, to }: Chains): Int32Array {
  const depth = new Int32Array(length);
  for (let chain = 1; chain < length; chain++) {
    const above = parent[chain];
    depth[chain] = depth[above] + to[above] - from[above];
  }
  return depth;
}

/** Per chain: the depth of the start node on its path; 0 if there is none. */
export function startDepths(chains: Chains, start: Nodes): Int32Array {
  const depth = depthsOf(chains);
  const depths = new Int32Array(chains.chains);
  for (let i = 0; i < start.length; i++)
    depths[start.chain[i]] = depth[start.chain[i]] + start.node[i] - chains.from[start.chain[i]];
  for (let chain = 1; chain < chains.chains; chain++)
    depths[chain] = Math.max(depths[chain], depths[chains.parent[chain]]);
  return depths;
}

function fromStartNodes(chains: Chains, start: Nodes, ends: Int32Array, inferred: Int32Array): Int32Array {
  const depths = startDepths(chains, start);
  return inferred.map((frames, sample) =>
    frames <= 0 || ends[sample] < 0 ? Math.min(frames, 0) : Math.max(0, frames + 1 - depths[ends[sample]]),
  );
}

function countVisible(
  chains: Chains,
  frameMap: FrameMap,
  ends: Int32Array,
  inferred: Int32Array,
): Int32Array {
  const { parent, from, to, func } = chains;
  const depth = depthsOf(chains);
  const samples = samplesWithFrames(ends, inferred);
  const endOf = samples.map((sample) => ends[sample]);
  const frames = samples.map((sample) => inferred[sample]);
  const chainOfLast = chainsOfFrames({ parent, depth }, endOf, frames);
  const next = frames.map((count) => count + 1);
  const chainOfNext = chainsOfFrames({ parent, depth }, endOf, next);
  const visible = visibleFrames(chains, frameMap, chainOfLast);
  const frameAt = (chain: number, at: number) => from[chain] + at - depth[chain];
  const counts = inferred.map((count) => Math.min(count, 0));
  for (let i = 0; i < samples.length; i++) {
    const [chain, nextChain] = [chainOfLast[i], chainOfNext[i]];
    // With the filter “callers”, a stack may end before the first recorded frame.
    const last = Math.min(frameAt(chain, frames[i]), to[chain] - 1);
    const nextFrame = frameAt(nextChain, next[i]);
    // A box is not inferred if a recorded frame was merged into it.
    const group = nextFrame < to[nextChain] ? frameMap.group[func[nextFrame]] : NONE;
    const isMerged = group >= 0 && group === frameMap.group[func[last]];
    counts[samples[i]] = visible[last] - (isMerged ? 1 : 0);
  }
  return counts;
}

/** The samples that end in a chain and have inferred frames. Most samples of most recordings have none. */
export function samplesWithFrames(ends: Int32Array, frames: Int32Array): Int32Array {
  const samples = new Int32Column();
  for (let sample = 0; sample < ends.length; sample++)
    if (frames[sample] > 0 && ends[sample] >= 0) samples.push(sample);
  return samples.take();
}

/** Per frame of these chains and their callers: how many frames are visible from the root to it. */
function visibleFrames(
  { chains: length, parent, from, to, func }: Chains,
  frameMap: FrameMap,
  chains: Int32Array,
): Int32Array {
  const isNeeded = new Uint8Array(length);
  for (const chain of chains) isNeeded[chain] = 1;
  for (let chain = length - 1; chain > 0; chain--) if (isNeeded[chain] > 0) isNeeded[parent[chain]] = 1;
  const visible = new Int32Array(func.length);
  for (let chain = 0; chain < length; chain++) {
    if (isNeeded[chain] === 0) continue;
    let caller = chain === 0 ? NONE : to[parent[chain]] - 1;
    for (let at = from[chain]; at < to[chain]; caller = at, at++) {
      const before = caller < 0 ? 0 : visible[caller];
      visible[at] = before + (isVisible(caller < 0 ? NONE : func[caller], func[at], frameMap) ? 1 : 0);
    }
  }
  return visible;
}

function isVisible(caller: number, func: number, { as, group }: FrameMap): boolean {
  if (func < 0 || as[func] < 0) return false;
  return group[func] < 0 || caller < 0 || group[caller] !== group[func];
}

/** Chains in depth-first order. */
interface ChainDepths {
  readonly parent: Int32Array;
  /** Per chain: the depth of its first frame; 0 for the root. */
  readonly depth: Int32Array;
}

/**
 * Per entry of `ends`: the chain that contains the frame at depth `at` on the path to the end of this chain, or the chain itself if
 * the path is shorter.
 */
export function chainsOfFrames({ parent, depth }: ChainDepths, ends: Int32Array, at: Int32Array): Int32Array {
  const chains = new Int32Array(ends.length);
  const { first, rows } = groupRows(ends, parent.length);
  const level = new Int32Array(parent.length);
  /** The chains on the path to the current one, by level. */
  const path = new Int32Array(parent.length);
  for (let chain = 0; chain < parent.length; chain++) {
    level[chain] = parent[chain] < 0 ? 0 : level[parent[chain]] + 1;
    path[level[chain]] = chain;
    for (let i = first[chain]; i < first[chain + 1]; i++) {
      const row = rows[i];
      let [low, high] = [0, level[chain]];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (depth[path[middle]] <= at[row]) low = middle;
        else high = middle - 1;
      }
      chains[row] = path[low];
    }
  }
  return chains;
}
