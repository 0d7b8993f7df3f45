// Filters, selects and inverts a small tree once and discards the results. The first such view of a large recording then
// takes about half as long, because the code is already compiled.

import { buildSelectedTree, selectSamples, filterSelected, type BuiltTree } from '../src/calltree/build.ts';
import { invert, invertedTree, invertFiltered } from '../src/calltree/inverted.ts';
import { sandwichOf } from '../src/calltree/sandwich.ts';
import { topDownTree } from '../src/calltree/top-down.ts';
import { applyFilter } from '../src/filters/filter.ts';
import { Kind } from '../src/model/kinds.ts';
import { runSliced } from '../src/async/time-slices.ts';
import { NONE } from '../src/model/profile.ts';
import { allStacksOf, type StackChains } from '../src/model/stack-chains.ts';
import { SAMPLE_POINTS } from '../src/model/tree.ts';
import type { OpenProfile } from './pipeline.ts';
import type { Pause } from './scheduler.ts';

/** `samples` are the samples of the tree. */
export async function warmUp(
  { classified: { profile, markers }, recording }: OpenProfile,
  { tree, chainOfSample }: BuiltTree,
  samples: StackChains,
  pause: Pause,
): Promise<void> {
  const all = allStacksOf(tree, profile.funcs.length);
  const inverted = await runSliced(invert(all), pause);
  const matches = profile.funcs.kind.map((kind) => (kind === Kind.runtime ? 1 : 0));
  const range = { from: -Infinity, to: Infinity };
  const { stacks: inRange } = selectSamples(samples, recording.defaultEvent, { range });
  const callersInRange = invertFiltered(inverted, inRange);
  if (callersInRange) topDownTree(callersInRange, SAMPLE_POINTS);
  await pause();
  for (const action of ['focus', 'hide', 'recursion'] as const) {
    const rule = { action, matches, aggregate: NONE, hidden: markers.hidden };
    const filtered = applyFilter(tree, rule, profile);
    buildSelectedTree(filterSelected({ tree, chainOfSample }, filtered));
    const callers = invertFiltered(inverted, filtered);
    if (callers) topDownTree(callers, SAMPLE_POINTS);
    await pause();
  }
  invertedTree(all, { depth: Infinity, samplePoints: SAMPLE_POINTS });
  await pause();
  // The heaviest call from the root, if there is one.
  sandwichOf(tree, tree.func[Math.min(1, tree.length - 1)], profile.funcs.length, SAMPLE_POINTS);
}
