// Sums the weights of samples by cost, or by group and cost.

import { eventMask } from '../../model/events.ts';
import { partOfStack, type StackCosts } from '../../model/costs.ts';
import { NONE, type SampleTable } from '../../model/profile.ts';

interface CostSum {
  /** As given for the samples. */
  readonly group: number;
  /** Index into `StackCosts.parts`. */
  readonly part: number;
  /** In the unit of the event. */
  readonly weight: number;
  readonly samples: number;
}

/**
 * Sums the samples of an event. `recorded` has the stacks that `costs` knows; `groupOf` returns the group of a sample, NONE to leave
 * the sample out. The sums are in order of first use.
 */
export function sumCosts(
  recorded: SampleTable,
  costs: StackCosts,
  event: number,
  groupOf: (sample: number) => number,
): CostSum[] {
  const sums = new Map<number, { group: number; part: number; weight: number; samples: number }>();
  const isIncluded = eventMask(recorded, event);
  for (let i = 0; i < recorded.length; i++) {
    if (isIncluded[recorded.event[i]] === 0) continue;
    const group = groupOf(i);
    if (group === NONE) continue;
    const part = partOfStack(costs, recorded.stack[i]);
    if (part === NONE) continue;
    const key = group * costs.parts.length + part;
    const sum = sums.get(key);
    if (sum) {
      sum.weight += recorded.weight[i];
      sum.samples++;
    } else sums.set(key, { group, part, weight: recorded.weight[i], samples: 1 });
  }
  return [...sums.values()];
}
