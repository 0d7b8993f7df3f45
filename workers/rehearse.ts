// Makes every view of a small tree once and forgets it: code that never ran takes twice as long, and that would be felt.

import { grown, lookedIn, type BuiltTree } from '../src/calltree/build.ts';
import type { Times } from '../src/calltree/times.ts';
import { Kind } from '../src/model/kinds.ts';
import { NONE } from '../src/model/profile.ts';
import { allOf, type InRuns } from '../src/model/stack-runs.ts';
import { PLACES } from '../src/model/tree.ts';
import type { OpenProfile } from './pipeline.ts';

/** `samples` are those of the tree, `times` theirs. */
export async function rehearse(
  { classified: { profile, marks }, recording }: OpenProfile,
  { tree, runOfSample }: BuiltTree,
  samples: InRuns,
  times: Times | undefined,
): Promise<void> {
  const { filtered } = await import('../src/filters/filter.ts');
  const matches = profile.funcs.kind.map((kind) => (kind === Kind.runtime ? 1 : 0));
  for (const action of ['focus', 'hide', 'recursion'] as const) {
    const rule = { action, matches, standIn: NONE, hidden: marks.hidden };
    grown(lookedIn({ tree, runOfSample }, filtered(tree, rule, profile)));
  }
  const { invertedTree } = await import('../src/calltree/inverted.ts');
  const { sandwichOf } = await import('../src/calltree/sandwich.ts');
  const { timeOrderOf } = await import('../src/calltree/time-order.ts');
  invertedTree(allOf(tree, profile.funcs.length), { rows: Infinity, places: PLACES });
  timeOrderOf(samples, recording.defaultEvent, {}, PLACES, times);
  // What stands on the root, if anything does.
  sandwichOf(tree, tree.func[Math.min(1, tree.length - 1)], profile.funcs.length, PLACES);
}
