// Filters by what is known of samples, not of code: a finding, or a cost. Loaded on demand.

import { keepSamples, type BuiltTree, type SelectedSamples } from '../src/calltree/build.ts';
import { partOfStack } from '../src/model/costs.ts';
import type { FilterAction, SampleTarget } from '../src/model/filter.ts';
import { diagnosisOf } from './diagnosis.ts';
import type { OpenProfile } from './pipeline.ts';
import { stackCostsOf } from './stack-costs.ts';

/** Keeps the samples of the target or, for the action `drop`, all others. */
export function filterSamples(
  open: OpenProfile,
  before: BuiltTree,
  action: FilterAction,
  target: SampleTarget,
): SelectedSamples {
  return keepSamples(before, open.classified.profile, isKeptBy(open, action, target));
}

/** Tells the samples that a filter keeps. */
export function isKeptBy(
  open: OpenProfile,
  action: FilterAction,
  target: SampleTarget,
): (sample: number) => boolean {
  const isInTarget = samplesIn(open, target);
  return (sample) => isInTarget(sample) === (action !== 'drop');
}

/** Tells the samples of the target, of all events. */
export function samplesIn(open: OpenProfile, target: SampleTarget): (sample: number) => boolean {
  if (target.by === 'finding') {
    const affected = diagnosisOf(open)?.samplesOf(target.finding);
    return (sample) => affected?.[sample] === 1;
  }
  const { stack } = open.classified.profile.samples;
  const costs = stackCostsOf(open);
  const { cost, part } = target;
  const isPart = costs.parts.map((each) => each.cost === cost && (part === undefined || each.part === part));
  return (sample) => isPart[partOfStack(costs, stack[sample])];
}
