// Makes every view of a small tree once and forgets it: code that never ran takes twice as long, and that would be felt.

import { grown, looked, lookedIn, type BuiltTree } from '../src/calltree/build.ts';
import type { Times } from '../src/calltree/times.ts';
import { treeOf } from '../src/calltree/tree-of.ts';
import { Kind } from '../src/model/kinds.ts';
import { inTurn } from '../src/model/stints.ts';
import { NONE } from '../src/model/profile.ts';
import { allOf, type InRuns } from '../src/model/stack-runs.ts';
import { PLACES } from '../src/model/tree.ts';
import type { Pause } from './callers.ts';
import type { OpenProfile } from './pipeline.ts';

/** `samples` are those of the tree, `times` theirs. Others have their turn at each pause. */
export async function rehearse(
  { classified: { profile, marks }, recording }: OpenProfile,
  { tree, runOfSample }: BuiltTree,
  samples: InRuns,
  times: Times | undefined,
  pause: Pause,
): Promise<void> {
  const { filtered } = await import('../src/filters/filter.ts');
  const { invert, invertedTree, shownInverted } = await import('../src/calltree/inverted.ts');
  const all = allOf(tree, profile.funcs.length);
  const inverted = await inTurn(invert(all), pause);
  const matches = profile.funcs.kind.map((kind) => (kind === Kind.runtime ? 1 : 0));
  const range = { from: -Infinity, to: Infinity };
  const { shown: inRange } = looked(samples, recording.defaultEvent, { range });
  const callersInRange = shownInverted(inverted, inRange);
  if (callersInRange) treeOf(callersInRange, PLACES);
  await pause();
  for (const action of ['focus', 'hide', 'recursion'] as const) {
    const rule = { action, matches, standIn: NONE, hidden: marks.hidden };
    const shown = filtered(tree, rule, profile);
    grown(lookedIn({ tree, runOfSample }, shown));
    const callers = shownInverted(inverted, shown);
    if (callers) treeOf(callers, PLACES);
    await pause();
  }
  const { sandwichOf } = await import('../src/calltree/sandwich.ts');
  const { timeOrderOf } = await import('../src/calltree/time-order.ts');
  invertedTree(all, { rows: Infinity, places: PLACES });
  await pause();
  timeOrderOf(samples, recording.defaultEvent, {}, PLACES, times);
  await pause();
  // What stands on the root, if anything does.
  sandwichOf(tree, tree.func[Math.min(1, tree.length - 1)], profile.funcs.length, PLACES);
}
