// Prepares what does not depend on the basis of a comparison: matched functions, aligned call trees, and the sums of the rows to
// test.

import { indicesUpTo } from '../model/columns.ts';
import {
  eventKey,
  NODE_MARKS,
  NodeMark,
  type Basis,
  type MatchMark,
  type RenameCandidate,
} from '../model/comparison.ts';
import { runNow } from '../async/time-slices.ts';

import type { ChainedProfile } from '../model/trie.ts';
import { formatNumberOf } from '../text/format.ts';
import { alignTrees } from './align/align.ts';
import type { AlignedNodes } from './align/aligned-columns.ts';
import { basesFor } from './statistics/basis.ts';
import {
  functionTotals,
  leafKeyOf,
  selectOnTrie,
  selfWeights,
  SideBit,
  sumFunctions,
  sumLeaves,
  sumSubtrees,
  type CallTrie,
  type Subtrees,
} from './stacks/call-trie.ts';
import { lazily } from '../async/lazily.ts';
import { matchStacks, type MatchedStacks, type MatchOptions } from './match/matched-stacks.ts';
import { numberRows, type Sums } from './statistics/quantities.ts';
import { renameCandidates, type SideShares } from './match/rename-candidates.ts';
import { isAtLeast } from './statistics/verdicts.ts';
import { type ComparedRecording, type Run, type Sides } from './statistics/run.ts';
import { selectFrom, type SelectedRuns } from './selection.ts';

/** Per side. */
const MIN_SAMPLES = 200;

export interface PrepareOptions extends MatchOptions {
  /** Smaller differences, as a share of the larger side's total, do not count. */
  readonly minEffect: number;
}

export interface TableSums {
  /** Per row: the number of the function's key or, for call nodes, the aligned chain, which has one node. */
  readonly indices: readonly number[];
  /** Per recording. */
  readonly sums: readonly Sums[];
}

export interface Prepared extends PrepareOptions {
  readonly sides: Sides;
  readonly event: string;
  /** The bases on which these recordings can be compared. */
  readonly bases: readonly Basis[];
  /** A's recordings, then B's. */
  readonly runs: readonly Run[];
  /** The same before the filters; the same objects without filters. */
  readonly unfilteredRuns: readonly Run[];
  readonly countA: number;
  readonly keys: readonly string[];
  readonly stacks: MatchedStacks;
  readonly trie: CallTrie;
  readonly nodes: AlignedNodes;
  readonly calls: TableSums;
  readonly selection: SelectedRuns;
  /** What graphs do not need; computed when it is first used. */
  readonly functions: FunctionTables;
}

interface FunctionTables {
  /** Per key. */
  readonly marks: readonly MatchMark[];
  /** Self and total weight, per recording and key. */
  readonly selfOf: readonly Float64Array[];
  readonly totalOf: readonly Float64Array[];
  readonly self: TableSums;
  readonly totals: TableSums;
  readonly candidates: readonly RenameCandidate[];
}

/** `stacks` are those of the recordings, if they are known. Throws NotComparableError. */
export function prepareComparison(
  sides: Sides,
  options: PrepareOptions,
  stacks: MatchedStacks = runNow(matchStacks(sides, options)),
): Prepared {
  const recordings = [...sides.a, ...sides.b];
  const countA = sides.a.length;
  const { unfiltered, isFiltered } = stacks;
  const event = commonEvent(recordings, unfiltered);
  const selection = selectFrom(recordings, stacks);
  const trie = selectOnTrie(stacks.shape, stacks.samples, selection.selected, countA);
  const runs = trie.samples;
  requireSamples(runs, countA);
  const { keys } = stacks.functions.table;
  requireCommonFunction(trie, countA, keys.length);
  const isLarge = largeChains(trie, runs, options.minEffect);
  const weightOf = (chain: number, side: number) => sideWeight(trie, countA, chain, side);
  const nodes = alignTrees(trie, { keys, weightOf, isSplit: isLarge });
  const prepared = {
    ...options,
    sides,
    event,
    bases: basesFor(runs, unfiltered),
    runs,
    unfilteredRuns: isFiltered ? selection.runs() : runs,
    countA,
    keys,
    stacks,
    trie,
    nodes,
    calls: callSums(trie, nodes, isLarge, countA),
    selection,
  };
  const functions = lazily(() => functionTables(prepared));
  return {
    ...prepared,
    get functions() {
      return functions();
    },
  };
}

/** Size in memory, without the stacks and what is computed when it is first used. */
export function bytesOfPrepared({ stacks, trie, nodes }: Prepared): number {
  const ofSamples = stacks.samples.reduce((sum, { sample }) => sum + 6 * sample.length + 9 * trie.chains, 0);
  return ofSamples + trie.chains + 34 * nodes.chains;
}

function functionTables({
  runs,
  countA,
  keys,
  minEffect,
  stacks,
  trie,
  nodes,
}: Omit<Prepared, 'functions'>): FunctionTables {
  const { functions } = stacks;
  const outermost = stacks.outermost();
  const selfOf = selfWeights(trie, keys.length);
  const totalOf = functionTotals(trie, outermost, keys.length);
  const rowsOfKeys = (values: readonly Float64Array[]) =>
    numberRows(keys.length, (key) =>
      runs.some(({ weight }, i) => isAtLeast(values[i][key], minEffect * weight)),
    );
  const self = rowsOfKeys(selfOf);
  const totals = rowsOfKeys(totalOf);
  return {
    marks: functionMarks(keys, functions.how, nodes),
    selfOf,
    totalOf,
    self: {
      indices: self.indices,
      sums: sumLeaves(trie, self.rowOf, self.indices.length),
    },
    totals: {
      indices: totals.indices,
      sums: sumFunctions(trie, outermost, totals.rowOf, totals.indices.length),
    },
    candidates: candidatesOf(trie, keys, runs, countA, totalOf),
  };
}

/** The event without modifiers. */
function commonEvent(recordings: readonly ComparedRecording[], profiles: readonly ChainedProfile[]): string {
  const names = profiles.map(({ events, samples }, i) => {
    const { event } = recordings[i];
    const sum = samples.sums?.find((each) => each.event === event);
    return eventKey(sum?.name ?? events.at(event) ?? '');
  });
  const [event, ...others] = [...new Set(names)].sort();
  if (others.length === 0) return event;
  throw new NotComparableError(`The recordings have different events: ${[event, ...others].join(', ')}.`);
}

function requireSamples(runs: readonly Run[], countA: number): void {
  for (const [side, of] of [
    ['A', runs.slice(0, countA)],
    ['B', runs.slice(countA)],
  ] as const) {
    const samples = of.reduce((sum, run) => sum + run.samples, 0);
    if (samples >= MIN_SAMPLES && of.every(({ weight }) => weight > 0)) continue;
    const found = formatNumberOf(samples, 'sample');
    throw new NotComparableError(
      samples < MIN_SAMPLES
        ? `${side} has only ${found}: a comparison needs at least ${MIN_SAMPLES} on each side.`
        : `A recording of ${side} has no samples.`,
    );
  }
}

function requireCommonFunction(trie: CallTrie, countA: number, keys: number): void {
  /** Per key: bits of the sides with self weight. */
  const sidesOf = new Uint8Array(keys);
  for (let chain = 0; chain < trie.chains; chain++) {
    for (const [i, samples] of trie.samples.entries()) {
      if (samples.weightIn(chain, chain + 1) === 0) continue;
      const key = leafKeyOf(trie, chain);
      sidesOf[key] |= i < countA ? SideBit.a : SideBit.b;
      if (sidesOf[key] === (SideBit.a | SideBit.b)) return;
    }
  }
  throw new NotComparableError('The sides have no function in common.');
}

/** The total weight of a chain in all recordings of a side. */
function sideWeight({ samples, end }: CallTrie, countA: number, chain: number, side: number): number {
  const [from, to] = side === SideBit.a ? [0, countA] : [countA, samples.length];
  let weight = 0;
  for (let run = from; run < to; run++) weight += samples[run].weightIn(chain, end[chain]);
  return weight;
}

/** Per key: `inserted` or `removed` if this applies to all of its nodes, else how it was matched. */
function functionMarks(
  keys: readonly string[],
  how: ReadonlyMap<string, MatchMark>,
  { chains, from, to, key, mark }: AlignedNodes,
): MatchMark[] {
  /** Per key: bits of the marks of its nodes. */
  const seen = new Uint8Array(keys.length);
  if (mark.some((each) => each !== NodeMark.none))
    for (let chain = 1; chain < chains; chain++)
      for (let node = from[chain]; node < to[chain]; node++) seen[key[node]] |= 1 << mark[chain];
  return keys.map((name, i) => {
    const only = [NodeMark.inserted, NodeMark.removed].find((each) => seen[i] === 1 << each);
    return only === undefined ? (how.get(name) ?? '') : NODE_MARKS[only];
  });
}

function callSums(trie: CallTrie, nodes: AlignedNodes, isLarge: Uint8Array, countA: number): TableSums {
  const indices: number[] = [];
  for (let chain = 1; chain < nodes.chains; chain++)
    if (isLarge[nodes.a[chain]] === 1 || isLarge[nodes.b[chain]] === 1) indices.push(chain);
  const subtreesOn = (side: Int32Array): Subtrees => {
    const rows = indicesUpTo(indices.length).filter((row) => side[indices[row]] >= 0);
    return { rows: indices.length, chain: rows.map((row) => side[indices[row]]), row: rows };
  };
  const onA = subtreesOn(nodes.a);
  const onB = subtreesOn(nodes.b);
  return { indices, sums: trie.samples.map((_, i) => sumSubtrees(trie, i, i < countA ? onA : onB)) };
}

/** Per chain: 1 if its share of at least one recording is `minEffect` or more. Only these may be tested. */
function largeChains(
  { chains, end, samples }: CallTrie,
  runs: readonly Run[],
  minEffect: number,
): Uint8Array {
  const isLarge = new Uint8Array(chains);
  for (let chain = 0; chain < chains;) {
    const found = runs.some(({ weight }, i) =>
      isAtLeast(samples[i].weightIn(chain, end[chain]), minEffect * weight),
    );
    if (found) isLarge[chain] = 1;
    // Chains below a small one are small, too.
    chain = found ? chain + 1 : end[chain];
  }
  return isLarge;
}

function candidatesOf(
  trie: CallTrie,
  keys: readonly string[],
  runs: readonly Run[],
  countA: number,
  totalOf: readonly Float64Array[],
): RenameCandidate[] {
  /** Mean share over some recordings. */
  const meanShare = (from: number, to: number, weightIn: (run: number) => number): number => {
    let sum = 0;
    for (let run = from; run < to; run++) sum += weightIn(run) / runs[run].weight;
    return sum / (to - from);
  };
  const side = (bit: number, from: number, to: number): SideShares => ({
    bit,
    ofFunction: (key) => meanShare(from, to, (run) => totalOf[run][key]),
    ofChain: (chain) => meanShare(from, to, (run) => trie.samples[run].weightIn(chain, trie.end[chain])),
  });
  return renameCandidates(trie, keys, side(SideBit.a, 0, countA), side(SideBit.b, countA, runs.length));
}

/** Thrown if a comparison would be meaningless. The message is one sentence for the user. */
export class NotComparableError extends Error {}
