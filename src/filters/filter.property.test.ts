// Compares filters with a naive implementation (fixtures/naive-filters.ts) and checks their invariants, on random
// profiles.

import { completeTree } from '../../fixtures/complete-tree.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { expandChains, filteredProfile } from '../../fixtures/filtered-profile.ts';
import { filterNaively, namedFrame, namedSamples, type NamedSample } from '../../fixtures/naive-filters.ts';
import { nodesWithin, lastNodes } from '../../fixtures/tree.ts';
import { buildSelectedTree, filterSelected } from '../calltree/build/build.ts';
import { invert, invertedTree, invertFiltered } from '../calltree/build/inverted.ts';
import { topDownTree } from '../calltree/build/top-down.ts';
import { runNow } from '../async/time-slices.ts';
import { toStackChains } from '../model/trie.ts';
import { allStacksOf, coversSamplePoint } from '../model/tree.ts';
import { CONTRACT_FRAMES, syntheticProfile } from '../../fixtures/synthetic.ts';
import { targetOf, type FilterAction, type NamedTarget } from '../model/filter.ts';
import { LEVELS, type Level } from '../model/levels.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { applyFilter, type FilterRule } from './filter.ts';
import { filterSampleStacks } from './filtered-chains.ts';
import { withAggregateFunctions } from './aggregate-functions.ts';
import { matchTarget } from './targets.ts';
import '../../fixtures/seed.ts';

const ACTIONS = ['focus', 'callers', 'hide', 'keep', 'drop', 'only', 'collapse', 'recursion'] as const;
const BY = ['function', 'file', 'folder', 'package', 'module', 'kind'] as const;
/** Few functions, so that they often share stacks and recurse. */
const FEW = [
  ...CONTRACT_FRAMES.slice(0, 3),
  ...CONTRACT_FRAMES.slice(27, 33),
  'a@/x/y.so',
  'b@/x/y.so',
  'c',
  'd',
];

/** A profile at a level, and the functions its filters need. */
interface Opened {
  readonly shown: Profile;
  readonly hidden: number;
  readonly aggregateOf: (target: NamedTarget) => number;
}

interface Step {
  readonly action: FilterAction;
  readonly target: NamedTarget | undefined;
}

const opened = fc
  .record({
    seed: fc.integer(),
    depth: fc.constantFrom(3, 8, 20),
    samples: fc.constantFrom(1, 10, 60),
    frames: fc.constantFrom(CONTRACT_FRAMES, FEW),
    level: fc.constantFrom(...LEVELS.map(({ name }) => name)),
  })
  .map(({ level, ...size }) => openedOf(syntheticProfile(size), level));

function openedOf(profile: Profile, level: Level): Opened {
  const classified = classify(profile);
  const { profile: whole, aggregateOf } = withAggregateFunctions(classified.profile);
  return {
    shown: atLevel({ ...classified, profile: whole }, level),
    hidden: classified.markers.hidden,
    aggregateOf,
  };
}

/**
 * A filter step that is not tied to a profile yet: its target is taken from any function, or from one in the stacks.
 */
interface Draft {
  readonly action: FilterAction;
  readonly by: NamedTarget['by'];
  readonly at: number;
  readonly isAnywhere: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  by: fc.constantFrom(...BY),
  at: fc.nat(),
  isAnywhere: fc.boolean(),
});

function stepOf({ shown }: Opened, { action, by, at, isAnywhere }: Draft): Step {
  const { stacks, funcs } = shown;
  const func = isAnywhere ? at % funcs.length : stacks.func[at % stacks.length];
  const target = targetOf(shown, func, by) ?? targetOf(shown, func, 'function');
  return { action, target: action === 'recursion' && at % 2 === 0 ? undefined : target };
}

function ruleOf({ hidden, aggregateOf }: Opened, shown: Profile, { action, target }: Step): FilterRule {
  const aggregate = target ? aggregateOf(target) : NONE;
  return { action, matches: matchTarget(shown, target), aggregate, hidden };
}

function apply(opened: Opened, shown: Profile, step: Step): Profile {
  return filteredProfile(shown, ruleOf(opened, shown, step));
}

/** Calls `check` with the profile after up to two filters, and one more filter. */
function checkFilters(check: (opened: Opened, before: Profile, last: Step) => void, runs = 200): void {
  const cases = fc.tuple(opened, fc.array(draft, { maxLength: 2 }), draft);
  fc.assert(
    fc.property(cases, ([each, some, last]) => {
      const before = some.reduce((shown, one) => apply(each, shown, stepOf(each, one)), each.shown);
      check(each, before, stepOf(each, last));
    }),
    { numRuns: fuzzRuns(runs) },
  );
}

/** The weight of the remaining samples. */
function weightOf({ samples }: Profile, isIn: (sample: number) => boolean = () => true): number {
  let weight = 0;
  for (let i = 0; i < samples.length; i++) if (samples.stack[i] >= 0 && isIn(i)) weight += samples.weight[i];
  return weight;
}

/** The weight of the samples whose stack contains the target. */
function weightWith(profile: Profile, target: NamedTarget | undefined): number {
  const matches = matchTarget(profile, target);
  const { stacks, samples } = profile;
  return weightOf(profile, (sample) => {
    for (let at = samples.stack[sample]; at >= 0; at = stacks.parent[at])
      if (matches[stacks.func[at]] === 1) return true;
    return false;
  });
}

test('every filter matches the naive implementation, even after other filters', () => {
  checkFilters((each, before, last) => {
    const hidden = namedFrame(before, each.hidden);
    const row = last.target ? each.aggregateOf(last.target) : NONE;
    const aggregate = row === NONE ? undefined : namedFrame(before, row);
    expect(namedSamples(apply(each, before, last))).toEqual(
      namedSamples(before).map((sample) =>
        filterNaively(sample, last.action, last.target, hidden, aggregate),
      ),
    );
  }, 800);
});

test('stacks are unique and come after their parents', () => {
  checkFilters((each, before, last) => {
    const { stacks } = apply(each, before, last);
    const pairs = Array.from(stacks.parent, (parent, i) => `${parent} ${stacks.func[i]}`);
    expect(new Set(pairs).size).toBe(stacks.length);
    expect(stacks.parent.every((parent, i) => parent < i)).toBe(true);
  }, 800);
});

test('hide, keep, collapse and recursion keep all samples', () => {
  checkFilters((each, before, last) => {
    for (const action of ['hide', 'keep', 'collapse', 'recursion'] as const)
      expect(weightOf(apply(each, before, { ...last, action }))).toBe(weightOf(before));
  });
});

test('drop and only divide the samples between them', () => {
  checkFilters((each, before, { target }) => {
    const dropped = namedSamples(apply(each, before, { action: 'drop', target }));
    const kept = namedSamples(apply(each, before, { action: 'only', target }));
    for (const [i, sample] of namedSamples(before).entries()) {
      expect([dropped[i], kept[i]].filter((each) => each)).toEqual(sample ? [sample] : []);
    }
  });
});

test('each frame remains after exactly one of hide and keep', () => {
  checkFilters((each, before, { target }) => {
    const hidden = namedFrame(before, each.hidden);
    const framesOf = (action: FilterAction) => namedSamples(apply(each, before, { action, target }));
    const [without, kept] = [framesOf('hide'), framesOf('keep')];
    for (const [i, sample] of namedSamples(before).entries()) {
      const isMarker = (frames: NamedSample) => frames?.length === 1 && frames[0].name === hidden.name;
      const count = (frames: NamedSample) => (isMarker(frames) ? 0 : (frames?.length ?? 0));
      expect(count(without[i]) + count(kept[i])).toBe(isMarker(sample) ? 0 : (sample?.length ?? 0));
    }
  });
});

test('focus, callers and only keep the samples that contain the target', () => {
  checkFilters((each, before, { target }) => {
    for (const action of ['focus', 'callers', 'only'] as const)
      expect(weightOf(apply(each, before, { action, target }))).toBe(weightWith(before, target));
  });
});

test('focus puts the target at the root, callers puts it at the end, and hide removes it', () => {
  checkFilters((each, before, { target }) => {
    const matches = matchTarget(before, target);
    const focused = apply(each, before, { action: 'focus', target }).stacks;
    for (const [i, parent] of focused.parent.entries())
      if (parent === NONE) expect(matches[focused.func[i]]).toBe(1);
    const { stacks, samples } = apply(each, before, { action: 'callers', target });
    for (const stack of samples.stack) if (stack >= 0) expect(matches[stacks.func[stack]]).toBe(1);
    matches[each.hidden] = 0;
    expect(weightWith(apply(each, before, { action: 'drop', target }), target)).toBe(0);
    const rest = apply(each, before, { action: 'hide', target }).stacks;
    expect(rest.func.some((func) => matches[func] === 1)).toBe(false);
  });
});

test('filtering a filtered tree equals filtering its samples', () => {
  const cases = fc.tuple(opened, fc.array(draft, { minLength: 2, maxLength: 4 }));
  fc.assert(
    fc.property(cases, ([each, drafts]) => {
      const { shown } = each;
      const steps = drafts.map((one) => stepOf(each, one));
      const oneByOne = steps.reduce((profile, step) => apply(each, profile, step), shown);
      const together = filteredProfile(shown, ...steps.map((step) => ruleOf(each, shown, step)));
      expect(namedSamples(together)).toEqual(namedSamples(oneByOne));
      const pairs = Array.from(together.stacks.parent, (parent, i) => `${parent} ${together.stacks.func[i]}`);
      expect(new Set(pairs).size).toBe(pairs.length);
      expect(pairs.length).toBe(oneByOne.stacks.length);
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('filtering stacks without building trees gives the same samples', () => {
  const cases = fc.tuple(opened, fc.array(draft, { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(cases, ([each, drafts]) => {
      const { shown } = each;
      const rules = drafts.map((one) => ruleOf(each, shown, stepOf(each, one)));
      const all = toStackChains(shown);
      const { chains, stack } = rules.reduce((stacks, rule) => filterSampleStacks(stacks, rule, shown), {
        chains: all.chains,
        stack: all.samples.stack,
      });
      const filtered = { ...all, chains, samples: { ...all.samples, stack } };
      expect(namedSamples(expandChains(shown, filtered))).toEqual(
        namedSamples(filteredProfile(shown, ...rules)),
      );
    }),
    { numRuns: fuzzRuns(500) },
  );
});

test('a repeated filter changes nothing', () => {
  checkFilters((each, before, last) => {
    const once = apply(each, before, last);
    expect(namedSamples(apply(each, once, last))).toEqual(namedSamples(once));
  });
});

test('a filtered tree with limited detail matches the complete tree, in both directions', () => {
  const samplePoints = fc.constantFrom(1, 7, 32);
  const cases = fc.tuple(opened, draft, samplePoints);
  fc.assert(
    fc.property(cases, ([each, one, samplePoints]) => {
      const before = completeTree(toStackChains(each.shown));
      const shown = applyFilter(before.tree, ruleOf(each, each.shown, stepOf(each, one)), each.shown);
      const whole = buildSelectedTree(filterSelected(before, shown)).tree;
      const limited = topDownTree(shown, samplePoints).tree;
      const all = whole.total[0];
      const covers = ([, , start, total]: number[]) => coversSamplePoint(start, total, all, samplePoints);
      expect(nodesWithin(limited)).toEqual(
        nodesWithin(whole).filter((node) => node[1] === 0 || covers(node)),
      );
      expect(lastNodes(limited).filter(covers)).toEqual(lastNodes(whole).filter(covers));
      const inverted = invertedTree(allStacksOf(whole));
      expect(invertedTree(shown)).toEqual(inverted);
      if (one.action === 'callers') return;
      const fromTheOtherEnd = invertFiltered(runNow(invert(allStacksOf(before.tree))), shown);
      if (!fromTheOtherEnd) return;
      const again = topDownTree(fromTheOtherEnd).tree;
      expect(nodesWithin(again)).toEqual(nodesWithin(inverted));
      expect(lastNodes(again)).toEqual(lastNodes(inverted));
    }),
    { numRuns: fuzzRuns(150) },
  );
});
