// Suggests which functions may have been renamed: comparing.md, “Matching functions”. Suggestions are never applied automatically.

import type { RenameCandidate } from '../../model/comparison.ts';
import type { CallTrie } from '../stacks/call-trie.ts';
import { isPythonKey } from './function-key.ts';
import { compareText } from '../../text/column-text.ts';
import { NONE } from '../../model/profile.ts';

/** Smaller functions are not suggested. */
const MIN_SHARE = 0.005;
/** Between the shares of the two functions. */
const MAX_RATIO = 2;
const MIN_SIMILARITY = 0.5;

/** Shares of the total weight of one side. */
export interface SideShares {
  /** The side's bit in `CallTrie.sides`. */
  readonly bit: number;
  /** 0 if the side does not have the function. */
  readonly ofFunction: (key: number) => number;
  /** Of a chain of the trie. */
  readonly ofChain: (chain: number) => number;
}

/** Shares of the calls from callers and to callees of a function. Callers are numbered key + 1, callees −key − 1. */
type Neighbors = Map<number, number>;

export function renameCandidates(
  trie: CallTrie,
  keys: readonly string[],
  a: SideShares,
  b: SideShares,
): RenameCandidate[] {
  const onlyA = oneSided(keys, a, b);
  const onlyB = oneSided(keys, b, a);
  if (onlyA.length === 0 || onlyB.length === 0) return [];
  const neighborsA = neighborsOf(trie, a, onlyA, keys.length);
  const neighborsB = neighborsOf(trie, b, onlyB, keys.length);
  return onlyA
    .flatMap((from) => {
      let best: RenameCandidate | undefined;
      for (const to of onlyB) {
        const ratio = b.ofFunction(to) / a.ofFunction(from);
        if (isPythonKey(keys[from]) !== isPythonKey(keys[to]) || ratio > MAX_RATIO || ratio < 1 / MAX_RATIO)
          continue;
        const similarity = jaccard(neighborsA.get(from), neighborsB.get(to));
        if (similarity >= MIN_SIMILARITY && similarity > (best?.similarity ?? 0))
          best = { from: keys[from], to: keys[to], similarity };
      }
      return best ? [best] : [];
    })
    .sort((x, y) => y.similarity - x.similarity || compareText(x.from, y.from));
}

function oneSided(keys: readonly string[], side: SideShares, other: SideShares): number[] {
  return [...keys.keys()]
    .filter((key) => side.ofFunction(key) >= MIN_SHARE && other.ofFunction(key) === 0)
    .sort((x, y) => compareText(keys[x], keys[y]));
}

function neighborsOf(
  { chains, first, parent, key, end, sides }: CallTrie,
  { bit, ofChain }: SideShares,
  functions: readonly number[],
  keys: number,
): Map<number, Neighbors> {
  const neighbors = new Map(functions.map((each): [number, Neighbors] => [each, new Map()]));
  /** 1 for these functions; faster than the map, because almost all nodes have others. */
  const isWanted = new Uint8Array(keys);
  for (const each of functions) isWanted[each] = 1;
  const add = (to: number, neighbor: number, share: number): void => {
    const known = neighbors.get(to);
    known?.set(neighbor, (known.get(neighbor) ?? 0) + share);
  };
  for (let chain = 0; chain < chains;) {
    if ((sides[chain] & bit) === 0) {
      chain = end[chain];
      continue;
    }
    let caller = parent[chain] < 0 ? NONE : key[first[parent[chain] + 1] - 1];
    for (let node = first[chain]; node < first[chain + 1]; node++) {
      const callee = key[node];
      if (caller >= 0 && (isWanted[callee] === 1 || isWanted[caller] === 1)) {
        add(callee, caller + 1, ofChain(chain));
        add(caller, -callee - 1, ofChain(chain));
      }
      caller = callee;
    }
    chain++;
  }
  return neighbors;
}

/** The weighted Jaccard index. */
function jaccard(a: Neighbors = new Map(), b: Neighbors = new Map()): number {
  let common = 0;
  for (const [neighbor, share] of a) common += Math.min(share, b.get(neighbor) ?? 0);
  const sum = (shares: Neighbors) => [...shares.values()].reduce((total, share) => total + share, 0);
  const union = sum(a) + sum(b) - common;
  return union > 0 ? common / union : 0;
}
