// Filters an open recording: by code, or by what is known of samples, which is a finding or a cost. Loaded on demand.

import {
  filterSelected,
  keepSamples,
  type BuiltTree,
  type TreeInput,
} from '../../src/calltree/build/build.ts';
import { applyFilter, type FilterRule } from '../../src/filters/filter.ts';
import { samplesAtLine, matchTarget } from '../../src/filters/targets.ts';
import { tooSlowError } from '../../src/async/too-slow.ts';
import { partOfStack } from '../../src/model/costs.ts';
import {
  isSampleTarget,
  type CodeTarget,
  type Filter,
  type FilterAction,
  type SampleTarget,
} from '../../src/model/filter.ts';
import { NONE } from '../../src/model/profile.ts';
import { diagnosisOf } from '../diagnosis.ts';
import type { MatchNames } from '../matcher.ts';
import type { OpenProfile } from '../pipeline.ts';
import { stackSampleOf } from '../wall-time.ts';
import { stackCostsOf } from './tree-shares.ts';

interface SearchedRecording {
  readonly open: OpenProfile;
  readonly match: MatchNames;
}

export async function filterTree(
  recording: SearchedRecording,
  before: BuiltTree,
  { action, target }: Filter,
): Promise<TreeInput> {
  const { profile } = recording.open.classified;
  if (isSampleTarget(target)) return keepSamples(before, profile, isKeptBy(recording.open, action, target));
  const rule = await ruleOf(recording, action, target);
  return filterSelected(before, applyFilter(before.tree, rule, profile));
}

/** The filter for the recording's functions. Throws if its pattern takes too long. */
export async function ruleOf(
  { open, match }: SearchedRecording,
  action: FilterAction,
  target: CodeTarget | undefined,
): Promise<FilterRule> {
  return {
    action,
    matches: await matchesOf(open, match, target),
    aggregate: target && action === 'collapse' ? open.aggregateOf(target) : NONE,
    hidden: open.classified.markers.hidden,
  };
}

async function matchesOf(
  { classified: { profile }, split }: OpenProfile,
  match: MatchNames,
  target: CodeTarget | undefined,
): Promise<Uint8Array> {
  if (!target) return new Uint8Array(profile.funcs.length).fill(1);
  if (target.by !== 'pattern') return matchTarget(profile, target);
  const { matches, mode } = await match(target.query);
  if (mode === 'timeout') throw tooSlowError(target.query);
  return split ? Uint8Array.from(split.functions.whole, (func) => matches[func]) : matches;
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
export function samplesIn(recording: OpenProfile, target: SampleTarget): (sample: number) => boolean {
  const open = recording.split?.of ?? recording;
  if (target.by === 'line') return samplesAtLine(open.classified.profile, target);
  if (target.by === 'finding') {
    const affected = diagnosisOf(open)?.samplesOf(target.finding);
    const sampleOf = stackSampleOf(open);
    return (sample) => affected?.[sampleOf(sample)] === 1;
  }
  const { stack } = open.classified.profile.samples;
  const costs = stackCostsOf(open);
  const { cost, part } = target;
  const isPart = costs.parts.map((each) => each.cost === cost && (part === undefined || each.part === part));
  return (sample) => {
    const part = partOfStack(costs, stack[sample]);
    return part !== NONE && isPart[part];
  };
}
