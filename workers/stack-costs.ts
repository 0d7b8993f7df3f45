// Judges the costs of an open recording, once. Loaded on demand.

import type { StackCosts } from '../src/model/costs.ts';
import { stackCosts } from '../src/python/costs/stack-costs.ts';
import type { OpenProfile } from './pipeline.ts';

export function stackCostsOf(open: OpenProfile): StackCosts {
  return (open.costs ??= stackCosts(open.classified));
}
