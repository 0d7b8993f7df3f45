// The views of one open recording other than its flame graphs: tables, sandwich, time order, details, search. Loaded once the first
// graph is shown, with everything that they need.

import { profileWithin, type BuiltTree } from '../../src/calltree/build/build.ts';
import { costTable, selfCostsIn } from '../../src/calltree/costs/cost-table.ts';
import { costWeights, functionCosts, nodeCosts } from '../../src/calltree/costs/cost-weights.ts';
import { detailsOf, functionDetailsOf } from '../../src/calltree/details.ts';
import { inferredFunctionWeight } from '../../src/calltree/build/inferred-weights.ts';
import { hottestLines, linesOfFunction } from '../../src/calltree/line-weights.ts';
import { matchPattern } from '../../src/calltree/match.ts';
import { notableRowsOf, notableWeights, overviewOf } from '../../src/calltree/overview.ts';
import { sandwichWithEnds } from '../../src/calltree/sandwich.ts';
import { keepSelectedSamples } from '../../src/calltree/build/select.ts';
import { tableOf, threadTable, type CodeGrouping, type ComputedTable } from '../../src/calltree/table.ts';
import { timeOrderOf } from '../../src/calltree/time/time-order.ts';
import { timelineOf } from '../../src/calltree/time/timeline.ts';
import { chainsBelow } from '../../src/calltree/wait-weights.ts';
import { pieceOfTime, timeAxisOf, timesOf, type Times } from '../../src/calltree/time/times.ts';
import { profileOfTree } from '../../src/calltree/tree-profile.ts';
import { lazily } from '../../src/async/lazily.ts';
import { matchTarget } from '../../src/filters/targets.ts';
import { resolvePath, functionIdsOf } from '../../src/model/call-path.ts';
import type { SampleParts } from '../../src/model/costs.ts';
import { DEFAULT_LEVEL, hidesC, levelsByDistance, type Level } from '../../src/model/levels.ts';
import type { FunctionLines, LineOfFunction } from '../../src/model/lines.ts';
import { areLasting } from '../../src/model/events.ts';
import { NOTABLE } from '../../src/model/notable.ts';
import { ownCodeOf, type OwnCode } from '../../src/model/own-code.ts';
import { NONE, type FuncTable, type Profile } from '../../src/model/profile.ts';
import type { Answer, Question } from '../../src/model/queries.ts';
import {
  isByCost,
  type Details,
  type FlameView,
  type Overview,
  type SearchResult,
  type Table,
  type Timeline,
  type TimeOrder,
  type ViewOptions,
} from '../../src/model/session.ts';
import { stateOfFunctions, type PieceOfTime } from '../../src/model/wait-states.ts';
import { lineFunctionsOf, withLineColumn } from '../../src/python/split-by-line.ts';
import { copyOfTree, SMALL_TREE, type CallTree } from '../../src/model/tree.ts';
import { keyOf, CallTreeCache } from './call-tree-cache.ts';
import { Graphs } from './graphs.ts';
import { localMatcher } from '../matcher.ts';
import { splitRecording } from '../line-profiles.ts';
import { profileAtLevel, recordedProfile, type OpenProfile } from '../pipeline.ts';
import { noPause, type Pause } from '../scheduler.ts';
import { search } from './search.ts';
import { wallTimeOf } from './wall-time.ts';
import {
  costsOfSamples,
  costsOfSandwich,
  inferredInSandwich,
  partsOfSamples,
  stackCostsOf,
} from './tree-shares.ts';

export class Views {
  readonly graphs: Graphs;
  readonly open: OpenProfile;
  readonly trees: CallTreeCache;
  private readonly tableOf = lazily((tree: CallTree, by: CodeGrouping) =>
    tableOf(tree, this.open.classified.profile.funcs, by),
  );
  private readonly notable = lazily(() => notableFunctions(this.open.classified.profile));
  private readonly notableRows = lazily((tree: CallTree) => notableRowsOf(tree, this.notable().rows));
  /** The time axis that the timeline and the time order share. */
  private readonly timeAxis = lazily(() => {
    const { recording, classified } = this.open;
    const main = this.timesOf(recording.defaultEvent);
    // Pieces of time say when the last one ends.
    if (areLasting(classified.profile.samples, recording.defaultEvent))
      return timeAxisOf(classified.profile, [main]);
    const times = recording.events.map((_, event) =>
      event === recording.defaultEvent ? main : timesOf(classified.profile, event),
    );
    return timeAxisOf(classified.profile, times);
  });
  /** Trees of functions that are split by line; undefined if no line is known. */
  private readonly splitTrees = lazily(() => {
    const open = splitRecording(this.open);
    return open?.split && { ...open.split, trees: new CallTreeCache(open, this.trees.match) };
  });
  private lastTimeOrder:
    | { readonly key: string; readonly order: TimeOrder; readonly isComplete: boolean }
    | undefined;

  /** The views and the graphs share their trees. */
  constructor(graphs: Graphs) {
    this.graphs = graphs;
    this.open = graphs.open;
    this.trees = graphs.trees;
  }

  /** When the samples of an event begin and end. Inferred callers do not change it. */
  timesOf(event: number): Times | undefined {
    const recorded = this.open.recorded ?? this.open;
    const { samples, threads } = recorded.classified.profile;
    // Refers to no stacks, which the recording replaces once it is mended.
    recorded.times ??= lazily((each) => timesOf({ samples, threads }, each));
    return recorded.times(event);
  }

  /** The caller owns the trees and may transfer them. */
  async sandwich({ options, func, limit, costs }: Question<'sandwich'>): Promise<Answer<'sandwich'>> {
    const functions = await this.table({ options, by: 'function' });
    const { funcs } = this.open.classified.profile;
    const requested = func === NONE ? mostSampled(functions) : func;
    const variant = requested === NONE ? NONE : variantIn(functions, requested, funcs);
    if (variant === NONE) {
      const level = requested === NONE ? undefined : await this.nearestLevelWith(options, requested);
      return { value: { functions, func: requested, sandwich: undefined, level }, isComplete: true };
    }
    const built = await this.trees.get(options);
    const { tree } = built;
    const isComplete = limit === undefined || tree.chains < SMALL_TREE;
    const samplePoints = isComplete ? Infinity : limit.samplePoints;
    const halves = sandwichWithEnds(tree, variant, funcs.length, samplePoints, this.trees.scratch);
    const sandwich = {
      options,
      func: variant,
      callers: halves.callers.tree,
      callees: halves.callees.tree,
      costs: costs ? costsOfSandwich(this.open, built, halves) : undefined,
      inferred: built.inferred && inferredInSandwich(this.open, built, halves),
    };
    return { value: { functions, func: requested, sandwich, level: options.level }, isComplete };
  }

  async table({ options, by, hasCosts }: Question<'table'>): Promise<Table> {
    // All lines that are known.
    const split = by === 'line' ? this.splitTrees() : undefined;
    const trees = split?.trees ?? this.trees;
    const { recording, classified } = trees.open;
    const built = await trees.get(options);
    const profile = profileWithin(built, classified.profile);
    if (isByCost(by)) return { options, ...costTable(built, profile, stackCostsOf(trees.open), by) };
    const rows = split ? tableOf(built.tree, recording.funcs, 'line') : this.rowsOf(options, built, by);
    return {
      options,
      ...rows,
      lineFuncs: split && lineFunctionsOf(recording.funcs),
      ...(hasCosts && { selfCosts: selfCostsIn(rows, built, profile, stackCostsOf(trees.open)) }),
    };
  }

  private rowsOf(options: ViewOptions, built: BuiltTree, by: CodeGrouping | 'thread'): ComputedTable {
    if (by !== 'thread') return this.tableOf(built.tree, by);
    // Samples that are not selected have no stack.
    return threadTable(this.trees.samplesOnTree(built), options.event, {});
  }

  /** The caller owns the trees and may transfer them. */
  async timeOrder({ options, limit, costs }: Question<'timeOrder'>): Promise<Answer<'timeOrder'>> {
    const key = `${keyOf(options)} ${limit?.samplePoints} ${costs}`;
    if (this.lastTimeOrder?.key === key) {
      const { order, isComplete } = this.lastTimeOrder;
      return { value: { ...copyTimeOrder(order), options }, isComplete };
    }
    const times = this.timesOf(options.event);
    // Cuts samples itself, together with their times.
    const samples = this.trees.samplesOnTree({ ...(await this.trees.get(options)), weight: undefined });
    const order = timeOrderOf(
      samples,
      options.event,
      options,
      limit?.samplePoints,
      times,
      this.timeAxis(),
      costs ? costsOfSamples(this.open) : undefined,
    );
    if (!order) return { value: { options, from: 0, length: 0, lanes: [] }, isComplete: true };
    const { isComplete, ...lanes } = order;
    const value = { options, ...lanes };
    if (limit) this.lastTimeOrder = { key, order: copyTimeOrder(value), isComplete };
    return { value, isComplete };
  }

  timeline({ event, columns, bands, ...level }: Question<'timeline'>): Timeline | undefined {
    const samples = this.trees.samplesOnTree(this.trees.levelTree(level));
    const { kind } = this.open.classified.profile.funcs;
    const costs = bands === 'costs' ? costsOfSamples(this.open) : undefined;
    return timelineOf(
      samples,
      kind,
      event,
      columns,
      this.timeAxis(),
      costs,
      stateOfFunctions(this.open.classified.profile),
    );
  }

  pieceAt({ event, thread, time }: Question<'pieceAt'>): PieceOfTime | undefined {
    const times = this.timesOf(event);
    return times && pieceOfTime(this.open.classified.profile, times, thread, time);
  }

  ownCode({ event }: Question<'ownCode'>): OwnCode {
    // Of the cached levels, this one has the fewest stacks.
    const profile = profileAtLevel(this.open, DEFAULT_LEVEL);
    return ownCodeOf(profile, this.open.recording.defaultEvent, event);
  }

  async nodeDetails({ options, path }: Question<'nodeDetails'>): Promise<Details> {
    const built = await this.trees.get(options);
    const profile = this.profileOf(built);
    const { node } = resolvePath(built.tree, path, { ids: functionIdsOf(profile), funcs: profile.funcs });
    const costs = nodeCosts(built, node, profile, stackCostsOf(this.open));
    const below = () => chainsBelow(built.tree, (each) => each === node);
    return { ...detailsOf(built, node, profile), costs, wall: wallTimeOf(this.open, options, built, below) };
  }

  async functionDetails({ options, func }: Question<'functionDetails'>): Promise<Details> {
    const built = await this.trees.get(options);
    const profile = this.profileOf(built);
    return {
      ...functionDetailsOf(built, func, profile),
      costs: functionCosts(built, func, profile, stackCostsOf(this.open)),
      inferred: built.inferred && inferredFunctionWeight(built, func, profile.samples.weight),
      wall: wallTimeOf(this.open, options, built, () =>
        chainsBelow(built.tree, (node) => built.tree.func[node] === func),
      ),
    };
  }

  async functionLines({ options, func }: Question<'functionLines'>): Promise<FunctionLines> {
    const split = this.splitTrees();
    if (!split) return { lines: [], unknown: undefined };
    const { tree } = await split.trees.get(options);
    return linesOfFunction(tree, split.functions, func);
  }

  async hottestLines({ options }: Question<'hottestLines'>): Promise<LineOfFunction[]> {
    const split = this.splitTrees();
    if (!split) return [];
    const { tree } = await split.trees.get(options);
    return hottestLines(tree, split.trees.open.recording, split.functions);
  }

  /** Of whole functions if no line is known. */
  async treeByLine({ options, shape }: Pick<Question<'tree'>, 'options' | 'shape'>): Promise<FlameView> {
    const split = this.splitTrees();
    const { tree } = await (split?.trees ?? this.trees).get(options);
    return { options, shape, tree, lineFuncs: split && lineFunctionsOf(split.trees.open.recording.funcs) };
  }

  async overview({ options }: Question<'overview'>): Promise<Overview> {
    const built = await this.trees.get(options);
    const profile = this.profileOf(built);
    const overview = overviewOf(built.tree, profile, this.notable().imports);
    const notable = this.notableWeights(options, built);
    const costs = costWeights(built, profile, stackCostsOf(this.open));
    return { options, ...overview, notable, costs, wall: wallTimeOf(this.open, options, built) };
  }

  private notableWeights(options: ViewOptions, built: BuiltTree): number[] {
    const level = hidesC(options.level) ? DEFAULT_LEVEL : options.level;
    const all = this.trees.levelTree({ ...options, level });
    const { weight } = this.profileOf(built).samples;
    return notableWeights(this.notableRows(all.tree), all, built, weight, NOTABLE.length);
  }

  /** Tells which samples the options select: those of the event, threads and time range that the filters keep. */
  async selected(options: ViewOptions): Promise<(sample: number) => boolean> {
    const { chainOfSample } = await this.trees.get(options);
    return (sample) => chainOfSample[sample] >= 0;
  }

  async search({ options, query }: Question<'search'>, pause: Pause = noPause): Promise<SearchResult> {
    const built = await this.trees.get(options);
    return search(this.open, built, query, (names) => this.graphs.find.search(names), pause);
  }

  /** The selected samples, with their stacks at the selected level and after the filters. */
  async profile(options: ViewOptions): Promise<Profile> {
    const built = await this.trees.get(options);
    return profileOfTree(built, this.profileOf(built));
  }

  /** The recorded profile, with the weights of its samples within the selected range. */
  private profileOf(built: BuiltTree): Profile {
    return profileWithin(built, this.open.classified.profile);
  }

  /** The same with source lines: stacks that differ in their lines stay apart. */
  async profileWithLines(options: ViewOptions): Promise<Profile> {
    const split = this.splitTrees();
    if (!split) return this.profile(options);
    const { profile } = split.trees.open.classified;
    const built = await split.trees.get(options);
    const shown = profileOfTree(built, profileWithin(built, profile));
    return withLineColumn(shown, split.functions, this.open.classified.profile.funcs);
  }

  /** The costs of the samples of `profile(options)`. */
  async sampleParts(options: ViewOptions): Promise<SampleParts> {
    const { chainOfSample } = await this.trees.get(options);
    return partsOfSamples(this.open, (sample) => chainOfSample[sample] >= 0);
  }

  /** The part of the recording that a link contains. */
  async profileToShare({ options, choice: { scope } }: Question<'share'>): Promise<Profile> {
    if (scope === 'visible') return this.profile(options);
    const raw = recordedProfile(this.open);
    if (scope === 'all') return raw;
    return keepSelectedSamples(raw, options.event, options);
  }

  /** The nearest level whose call tree has the function. */
  private async nearestLevelWith(options: ViewOptions, func: number): Promise<Level | undefined> {
    const { canonical } = this.open.classified.profile.funcs;
    for (const level of levelsByDistance(options.level)) {
      const { tree } = await this.trees.get({ ...options, level });
      if (tree.func.some((each) => each >= 0 && canonical[each] === canonical[func])) return level;
    }
    return undefined;
  }
}

/** Views that are searched without a worker. */
export function localViews(open: OpenProfile): Views {
  return new Views(new Graphs(open, localMatcher(open.recording)));
}

function copyTimeOrder(order: TimeOrder): TimeOrder {
  return { ...order, lanes: order.lanes.map((lane) => ({ ...lane, tree: copyOfTree(lane.tree) })) };
}

/** The function with the most self weight; NONE for an empty table. */
export function mostSampled({ length, id, self }: Table): number {
  let best = NONE;
  for (let row = 0; row < length; row++) {
    if (id[row] !== NONE && (best === NONE || self[row] > self[best])) best = row;
  }
  return best === NONE ? NONE : id[best];
}

/**
 * Returns the function itself if the table contains it, otherwise its heaviest variant (such as `foo.cold` for `foo`);
 * NONE if there is none.
 */
export function variantIn(
  { length, id, total }: Pick<Table, 'length' | 'id' | 'total'>,
  func: number,
  { canonical }: FuncTable,
): number {
  let best = NONE;
  for (let row = 0; row < length; row++) {
    if (id[row] === func) return func;
    if (id[row] === NONE || canonical[id[row]] !== canonical[func]) continue;
    if (best === NONE || total[row] > total[best]) best = row;
  }
  return best === NONE ? NONE : id[best];
}

/** The functions of the entries of “Stands out” in the overview. */
interface NotableFunctions {
  /** Marks the functions that match each row of NOTABLE. */
  readonly rows: readonly Uint8Array[];
  /** Marks the functions that represent the import of a module. */
  readonly imports: Uint8Array;
}

function notableFunctions(profile: Profile): NotableFunctions {
  const names = Array.from(profile.funcs.name, (name) => profile.strings[name]);
  const rows = NOTABLE.map(({ target }) =>
    // These patterns run in linear time, so no worker is needed to stop them.
    target.by === 'pattern' ? matchPattern(names, target.query).matches : matchTarget(profile, target),
  );
  return { rows, imports: matchPattern(names, '^py::import \\S').matches };
}
