// Applies filters to the stacks of a comparison: once for all recordings, if possible, or to each recording.

import { mergeStacks } from '../../src/compare/stacks/merge-stacks.ts';
import { stacksOn, type MatchedStacks, matchStacks } from '../../src/compare/match/matched-stacks.ts';
import type { SampleStacks, ChainedProfile } from '../../src/model/trie.ts';
import { type TimeSliced, runNow } from '../../src/async/time-slices.ts';
import { NONE } from '../../src/model/profile.ts';
import { indicesUpTo } from '../../src/model/columns.ts';
import {
  keepGroupedSamples,
  regroupSamples,
  type GroupedSamples,
} from '../../src/compare/stacks/grouped-samples.ts';
import type { Sides } from '../../src/compare/statistics/run.ts';
import { filterSampleStacks } from '../../src/filters/filtered-chains.ts';
import type { FilterRule } from '../../src/filters/filter.ts';
import { escapePattern } from '../../src/calltree/match.ts';
import { isSampleTarget, type Filter } from '../../src/model/filter.ts';
import { ALL_SAMPLES } from '../../src/model/session.ts';
import { filteredProfile, type RecordingTrees } from './compared-recording.ts';
import { isKeptBy, ruleOf } from '../views/filtering.ts';

/** A recording of a comparison, and the active filters with its own names. */
interface FilteredRecording {
  readonly views: RecordingTrees;
  readonly filters: readonly Filter[];
}

/** Applies filters to the stacks of a comparison. `recordings` are those of A, then those of B. */
export async function filterStacks(
  sides: Sides,
  stacks: MatchedStacks,
  recordings: readonly FilteredRecording[],
): Promise<MatchedStacks> {
  const together = await filterTogether(stacks, recordings);
  const filtered = together ?? (await filterEach(sides, stacks, recordings));
  return { ...filtered, inferred: await inferredAfter(stacks, recordings) };
}

/** Counted in the call trees of the recordings, where filters change the number of frames. */
async function inferredAfter(
  { level, inferred, events }: MatchedStacks,
  recordings: readonly FilteredRecording[],
): Promise<MatchedStacks['inferred']> {
  const counts: (Int32Array | undefined)[] = [];
  for (const [i, { views, filters }] of recordings.entries()) {
    const options = { ...ALL_SAMPLES, level, event: events[i], foldImports: false, filters };
    counts.push(inferred[i] && (await views.trees.get(options)).inferred);
  }
  return counts;
}

async function filterEach(
  { a, b }: Sides,
  stacks: MatchedStacks,
  recordings: readonly FilteredRecording[],
): Promise<MatchedStacks> {
  const profiles: (ChainedProfile | undefined)[] = [];
  for (const { views, filters } of recordings)
    profiles.push(await filteredProfile(views, stacks.level, filters));
  const sides = {
    a: a.map((recording, i) => ({ ...recording, filtered: profiles[i] })),
    b: b.map((recording, i) => ({ ...recording, filtered: profiles[a.length + i] })),
  };
  return runNow(matchStacks(sides, stacks, stacks));
}

/** Undefined if a filter treats functions differently that are compared as the same function. */
async function filterTogether(
  stacks: MatchedStacks,
  recordings: readonly FilteredRecording[],
): Promise<MatchedStacks | undefined> {
  const { length } = stacks.functions.table.keys;
  const own = indicesUpTo(length);
  const names = { funcs: { length, canonical: own, name: own, module: own }, modules: [] };
  /** Per recording and function: 1 if the filtered stacks still contain it. */
  const isPresent = stacks.functions.isPresent.map((each) => each.slice());
  let { samples } = stacks;
  let filtered = stacks.merged();
  for (const step of recordings[0].filters.keys()) {
    const { action, target } = recordings[0].filters[step];
    if (isSampleTarget(target)) {
      // Such filters do not depend on the stacks after other filters.
      samples = samples.map((each, i) =>
        keepGroupedSamples(each, isKeptBy(recordings[i].views.open, action, target)),
      );
      continue;
    }
    const rules = await Promise.all(recordings.map(({ views, filters }) => ruleOn(views, filters[step])));
    const rule = commonRule(rules, stacks, isPresent);
    if (!rule) return undefined;
    filtered = filterSampleStacks(filtered, rule, names);
    for (const [i, { aggregate, hidden }] of rules.entries())
      for (const func of [aggregate, hidden]) if (func >= 0) isPresent[i][func] = 1;
  }
  return runNow(filteredStacks({ ...stacks, samples }, filtered));
}

function ruleOn({ trees }: RecordingTrees, { action, target }: Filter): Promise<FilterRule> {
  if (isSampleTarget(target)) throw new Error('Targets of the same filter have the same type.');
  return ruleOf(trees, action, target);
}

/** The rule for keys instead of functions; undefined if the recordings' rules treat functions of the same key differently. */
function commonRule(
  rules: readonly FilterRule[],
  { functions, keyOf, unfiltered }: MatchedStacks,
  isPresent: readonly Uint8Array[],
): FilterRule | undefined {
  const { length } = functions.table.keys;
  const [{ action }] = rules;
  const matches = new Uint8Array(length);
  const isKnown = new Uint8Array(length);
  const aggregates = new Set<number>();
  const hidden = new Set<number>();
  for (const [i, rule] of rules.entries()) {
    const keys = keyOf[i];
    /** Per key: the recording's matching function with this key. Frames of different modules are no recursion. */
    const funcOf = new Int32Array(length).fill(NONE);
    const { canonical, module } = unfiltered[i].funcs;
    for (let func = 0; func < keys.length; func++) {
      if (isPresent[i][func] === 0) continue;
      const key = keys[func];
      const isMatch = rule.matches[func];
      if (isKnown[key] === 1 && matches[key] !== isMatch) return undefined;
      isKnown[key] = 1;
      matches[key] = isMatch;
      if (action !== 'recursion' || isMatch === 0) continue;
      const other = funcOf[key];
      if (other >= 0 && module[canonical[other]] !== module[canonical[func]]) return undefined;
      funcOf[key] = func;
    }
    if (rule.matches.includes(1)) aggregates.add(rule.aggregate < 0 ? NONE : keys[rule.aggregate]);
    hidden.add(keys[rule.hidden]);
  }
  if (aggregates.size > 1 || hidden.size > 1) return undefined;
  return { action, matches, aggregate: [...aggregates].at(0) ?? NONE, hidden: [...hidden][0] };
}

/**
 * Decides what patterns mean in a comparison: text that is found in one of the recordings is text in all of them, even in those
 * where it would be a regular expression.
 */
export async function withDecidedPatterns(
  filters: readonly Filter[],
  recordings: readonly RecordingTrees[],
): Promise<Filter[]> {
  return Promise.all(filters.map((filter) => withDecidedPattern(filter, recordings)));
}

async function withDecidedPattern(filter: Filter, recordings: readonly RecordingTrees[]): Promise<Filter> {
  const { target } = filter;
  if (target?.by !== 'pattern') return filter;
  for (const { trees } of recordings) {
    const { text } = await trees.match(target.query);
    if (text !== undefined) return { ...filter, target: { by: 'pattern', query: escapePattern(text) } };
  }
  return filter;
}

/** The filters made `filtered` of the merged stacks of `before`. */
function* filteredStacks(before: MatchedStacks, filtered: SampleStacks): TimeSliced<MatchedStacks> {
  let { shape } = before;
  let chainOf: Int32Array | undefined;
  if (filtered.chains !== before.merged().chains) {
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
