// Searches for the samples with a cost: `cost:gc`. Loaded on demand.

import type { BuiltTree } from '../src/calltree/build.ts';
import { matchingSamples } from '../src/calltree/search.ts';
import { readCostQuery } from '../src/model/cost-query.ts';
import type { SearchResult } from '../src/model/session.ts';
import { samplesIn } from './filter-samples.ts';
import type { OpenProfile } from './pipeline.ts';

/** Undefined if the query searches names. */
export function searchCost(open: OpenProfile, built: BuiltTree, query: string): SearchResult | undefined {
  const asked = readCostQuery(query);
  if (!asked) return undefined;
  const { samples, funcs } = open.classified.profile;
  const isMatch = 'cost' in asked ? samplesIn(open, { by: 'cost', cost: asked.cost }) : () => false;
  return { mode: 'cost', asked, ...matchingSamples(built, samples, funcs.length, isMatch) };
}
