// Prepares views of a large recording before they are requested, one step at a time. Without this, opening some levels
// and views of it for the first time takes 0.2 to 1.2 seconds.

import { buildSelectedTree, filterSelected, treeInput } from '../../src/calltree/build/build.ts';
import { invert, invertedTree, invertFiltered } from '../../src/calltree/build/inverted.ts';
import { sandwichOf } from '../../src/calltree/sandwich.ts';
import { topDownTree } from '../../src/calltree/build/top-down.ts';
import { applyFilter } from '../../src/filters/filter.ts';
import { runSliced } from '../../src/async/time-slices.ts';
import { activeFilters } from '../../src/model/filter.ts';
import { Kind } from '../../src/model/kinds.ts';
import { LEVELS, levelsByDistance, type Level } from '../../src/model/levels.ts';
import { NONE, type Profile } from '../../src/model/profile.ts';
import { allStacksOf, SAMPLE_POINTS } from '../../src/model/tree.ts';
import type { Graphs, RequestedGraph } from './graphs.ts';
import type { OpenProfile } from '../pipeline.ts';
import type { BackgroundSteps, Pause, Work } from '../scheduler.ts';
import type { Views } from './views.ts';

/** With fewer stacks than this, each view takes less than 0.1 s to build unprepared (with 5.8 million, up to 1.2 s). */
const STACKS_WORTH_PREPARING = 250_000;
/** Tables and the time order also take time per sample: 0.3 to 0.6 s for the 600,000 pieces of 200,000 switches. */
const SAMPLES_WORTH_PREPARING = 200_000;

/** Whether preparing views of these recordings saves time that somebody would notice. */
export function isWorthPreparing(recordings: readonly OpenProfile[]): boolean {
  const profiles = recordings.map(({ classified }) => classified.profile);
  const count = (rows: (profile: Profile) => number) =>
    profiles.reduce((sum, profile) => sum + rows(profile), 0);
  return (
    count(({ stacks }) => stacks.length) >= STACKS_WORTH_PREPARING ||
    count(({ samples }) => samples.length) >= SAMPLES_WORTH_PREPARING
  );
}

/** Prepares the slowest views of the current selection before the trees of the levels. */
export function* backgroundWork(views: Views): BackgroundSteps {
  const { graphs, trees } = views;
  // As in the last view, because the next one will probably be similar.
  const foldsImports = () => graphs.last?.options.foldImports ?? true;
  yield async () => void views.timesOf(views.open.recording.defaultEvent);
  yield (pause) => warmUp(views, foldsImports(), pause);
  yield (pause) => prepareSlowViews(views, pause);
  for (const { name: level } of LEVELS.toReversed())
    yield (pause) => trees.prepareLevel({ level, foldImports: foldsImports() }, pause);
  let view: RequestedGraph | undefined;
  let levels: Level[] = [];
  for (;;) {
    if (graphs.last !== view) levels = otherLevels(graphs.last);
    view = graphs.last;
    const level = levels.shift();
    yield view && level && callerTree(graphs, view, level);
  }
}

function callerTree(graphs: Graphs, { options, limit }: RequestedGraph, level: Level): Work<unknown> {
  return (pause) => graphs.approximateCallerTree({ ...options, level }, limit, pause);
}

/** The levels of caller trees, the slowest views that the user may request next. */
function otherLevels(view: RequestedGraph | undefined): Level[] {
  // With several filters, each level would need complete call trees, which would evict others from the cache.
  if (view?.shape !== 'callers' || activeFilters(view.options).length > 1) return [];
  return levelsByDistance(view.options.level).slice(1);
}

/** The table, the caller tree and the time order take longest to build. */
async function prepareSlowViews(views: Views, pause: Pause): Promise<void> {
  const { graphs } = views;
  if (!graphs.last) return;
  const { options, limit } = graphs.last;
  await views.table({ options, by: 'function' });
  await pause();
  await graphs.approximateCallerTree(options, limit, pause);
  await pause();
  await views.timeOrder({ options, limit: { depth: Infinity, samplePoints: SAMPLE_POINTS } });
}

/**
 * Filters, selects and inverts a small tree once and discards the results. The first such view of a large recording then
 * takes about half as long, because the code is already compiled.
 */
async function warmUp({ open, trees }: Views, foldImports: boolean, pause: Pause): Promise<void> {
  const {
    classified: { profile, markers },
    recording,
  } = open;
  const built = trees.levelTree({ level: 'python-leaf-c', foldImports });
  const { tree } = built;
  const all = allStacksOf(tree, profile.funcs.length);
  const inverted = await runSliced(invert(all), pause);
  const matches = profile.funcs.kind.map((kind) => (kind === Kind.runtime ? 1 : 0));
  const range = { from: -Infinity, to: Infinity };
  const { stacks: inRange } = treeInput(trees.samplesOnTree(built), recording.defaultEvent, { range });
  const callersInRange = invertFiltered(inverted, inRange);
  if (callersInRange) topDownTree(callersInRange, SAMPLE_POINTS);
  await pause();
  for (const action of ['focus', 'hide', 'recursion'] as const) {
    const rule = { action, matches, aggregate: NONE, hidden: markers.hidden };
    const filtered = applyFilter(tree, rule, profile);
    buildSelectedTree(filterSelected(built, filtered));
    const callers = invertFiltered(inverted, filtered);
    if (callers) topDownTree(callers, SAMPLE_POINTS);
    await pause();
  }
  invertedTree(all, { depth: Infinity, samplePoints: SAMPLE_POINTS });
  await pause();
  // The heaviest call from the root, if there is one.
  sandwichOf(tree, tree.func[Math.min(1, tree.length - 1)], profile.funcs.length, SAMPLE_POINTS);
}
