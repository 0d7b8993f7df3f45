// Treats the stacks of all recordings as if they were of one recording with keys for functions. This way, a filter is applied once.

import type { TimeSliced } from '../async/time-slices.ts';
import { indicesUpTo } from '../model/columns.ts';
import { NONE } from '../model/profile.ts';
import type { Chains, SampleStacks } from '../model/stack-chains.ts';
import type { TrieShape } from './call-trie.ts';
import { regroupSamples, type GroupedSamples } from './grouped-samples.ts';
import { stacksOn, type MatchedStacks } from './matched-stacks.ts';
import { mergeStacks } from './merge-stacks.ts';

/** One row per chain of the trie: it represents the samples that end there. */
export function mergedStacks({ shape, samples, functions }: MatchedStacks): SampleStacks {
  const hasSamples = (chain: number) => samples.some(({ first }) => first[chain + 1] > first[chain]);
  const stack = new Int32Array(shape.chains);
  for (let chain = 0; chain < shape.chains; chain++) stack[chain] = hasSamples(chain) ? chain + 1 : NONE;
  return { chains: chainsOf(shape, functions.table.keys.length), stack };
}

/** The stacks after filters, which made `filtered` of `merged`, the merged stacks of `before`. */
export function* filteredStacks(
  before: MatchedStacks,
  merged: SampleStacks,
  filtered: SampleStacks,
): TimeSliced<MatchedStacks> {
  let { shape } = before;
  let chainOf: Int32Array | undefined;
  if (filtered.chains !== merged.chains) {
    const keyOf = indicesUpTo(before.functions.table.keys.length);
    const again = yield* mergeStacks([{ ...filtered, keyOf }]);
    shape = again.shape;
    [chainOf] = again.chainOf;
  }
  const ends = filtered.stack.map((chain) => (chain < 0 ? NONE : chainOf ? chainOf[chain] : chain - 1));
  const samples: GroupedSamples[] = [];
  for (const each of before.samples) {
    yield;
    samples.push(regroupSamples(each, ends, shape.chains));
  }
  return stacksOn(shape, samples, before, true);
}

/** The chains of the trie, below a root. */
function chainsOf({ length, key, chains, first, parent }: TrieShape, keys: number): Chains {
  const func = new Int32Array(length + 1);
  func[0] = NONE;
  func.set(key, 1);
  const below = (values: Int32Array, root: number) => {
    const shifted = new Int32Array(values.length + 1);
    shifted[0] = root;
    for (let i = 0; i < values.length; i++) shifted[i + 1] = values[i] + 1;
    return shifted;
  };
  const from = below(first, 0);
  return { length: chains + 1, parent: below(parent, NONE), from, to: from.subarray(1), func, funcs: keys };
}
