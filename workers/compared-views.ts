// The views of a comparison of open recordings. The comparison of the latest options is cached, with all steps that hold for
// others.

import { comparedFunctions, type ComparedFunctions } from '../src/compare/compared-functions.ts';
import { drawnTree } from '../src/compare/compared-tree.ts';
import { compare } from '../src/compare/compare.ts';
import { bytesOfStacks, matchStacks, type MatchedStacks } from '../src/compare/matched-stacks.ts';
import { matchingWeights } from '../src/compare/matching-weights.ts';
import { NotComparableError } from '../src/compare/not-comparable.ts';
import { bytesOfPrepared, prepareComparison, type Prepared } from '../src/compare/prepare.ts';
import type { Sides } from '../src/compare/run.ts';
import { selectFrom } from '../src/compare/selection.ts';
import { runNow, runSliced } from '../src/async/time-slices.ts';
import { filtersOn } from '../src/compare/side-filters.ts';
import {
  eventKey,
  type ComparedPart,
  type ComparedRow,
  type ComparisonOptions,
  type ComparisonSummary,
  type FunctionMove,
  type RecordingId,
} from '../src/model/comparison.ts';
import type { ExportedFile } from '../src/model/exports.ts';
import type { Filter } from '../src/model/filter.ts';
import { Kind } from '../src/model/kinds.ts';
import { LEVELS, type Level } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import type { Answer, Question, SandwichAnswer } from '../src/model/queries.ts';
import {
  eventWithMostSamples,
  type EventSummary,
  type Outcome,
  type Recording,
  type SearchResult,
  type ViewOptions,
} from '../src/model/session.ts';
import { copyOfTree, SMALL_TREE, type CallTree } from '../src/model/tree.ts';
import { drawnNodes, type Compared } from './compared-nodes.ts';
import { comparedRecording } from './compared-recording.ts';
import { LruCache } from './lru-cache.ts';
import type { Pause } from './scheduler.ts';
import { activeFilters } from './view-options.ts';
import type { NameMatcher, Views } from './views.ts';

/** In bytes: the stacks of all levels of two recordings with 400,000 samples each. */
const STACKS_CAPACITY = 224 << 20;

/** In bytes: two of them. */
const FILTERED_CAPACITY = 64 << 20;

/** In bytes: two of them, so that a change can be undone and done again at once. */
const PREPARED_CAPACITY = 48 << 20;

/** Share of the larger side's total below which differences do not count. */
const MIN_EFFECT = 0.005;

/** The options of a view of a comparison. */
export interface ComparedOptions extends ViewOptions {
  readonly comparison: ComparisonOptions;
}

export class ComparedViews {
  readonly recording: Recording;
  private readonly viewsOf: ReadonlyMap<RecordingId, Views>;
  private readonly ids: readonly RecordingId[];
  private readonly functions: ComparedFunctions;
  private readonly dates: ReadonlyMap<RecordingId, number>;
  private readonly find: NameMatcher;
  private last: { readonly key: string; readonly compared: Promise<Outcome<Compared>> } | undefined;
  /** Of the last comparison that was requested. */
  lastOptions: ComparedOptions | undefined;
  /** Those before filters, by `stacksKeyOf`. */
  private readonly stacks = new LruCache<MatchedStacks>(STACKS_CAPACITY, bytesOfStacks);
  private readonly filteredStacks = new LruCache<MatchedStacks>(FILTERED_CAPACITY, bytesOfStacks);
  private readonly prepared = new LruCache<Prepared>(PREPARED_CAPACITY, bytesOfPrepared);

  /** The recordings of A, then those of B. `dates` are when their files were written, if known, in milliseconds since 1970. */
  constructor(
    viewsOf: ReadonlyMap<RecordingId, Views>,
    matcherOf: (recording: Pick<Recording, 'strings' | 'funcs' | 'modules'>) => NameMatcher,
    dates: ReadonlyMap<RecordingId, number> = new Map(),
  ) {
    this.dates = dates;
    this.viewsOf = viewsOf;
    // Functions are shown with B's names.
    this.ids = [...viewsOf.keys()].reverse();
    const views = [...viewsOf.values()].reverse();
    this.functions = comparedFunctions(views.map(({ open }) => open.classified.profile));
    this.recording = recordingOf(views.map(({ open }) => open.recording).reverse(), this.functions);
    this.find = matcherOf(this.recording);
  }

  /** Not comparable recordings are a Problem. */
  async comparison(options: ViewOptions): Promise<Outcome<ComparisonSummary>> {
    const compared = await this.compared(options);
    return compared.ok ? { ok: true, value: this.summaryOf(compared.value) } : compared;
  }

  /** Empty if the recordings are not comparable. */
  async tree({ options, shape, limit, keepsGhosts }: Question<'tree'>): Promise<Answer<'tree'>> {
    const compared = await this.compared(options);
    const { comparison: drawing } = options;
    if (!compared.ok || !drawing)
      return { value: { options, shape, keepsGhosts, tree: copyOfTree(EMPTY_TREE) }, isComplete: true };
    const { comparison, funcOf } = compared.value;
    const { tree } = comparison;
    const isComplete = limit === undefined || tree.chains < SMALL_TREE;
    const hidesGhosts = drawing.hidesGhosts && !keepsGhosts;
    const drawn = drawnTree(
      tree,
      funcOf,
      { width: drawing.width, hidesGhosts },
      isComplete ? Infinity : limit.samplePoints,
    );
    drawn.tree.samples[0] = comparison.samples[0] + comparison.samples[1];
    const nodes = drawnNodes(comparison, tree, comparison.nodes, drawn);
    return { value: { options, shape, keepsGhosts, tree: drawn.tree, compared: nodes }, isComplete };
  }

  /** Without functions if the recordings are not comparable. */
  async sandwich({ options, func }: Question<'sandwich'>): Promise<SandwichAnswer> {
    const compared = await this.compared(options);
    const drawing = options.comparison;
    const { comparedSandwich, emptySandwich } = await import('./compared-sandwich.ts');
    if (!compared.ok || !drawing) return emptySandwich(options);
    return comparedSandwich(compared.value, options, drawing, func);
  }

  /** Throws if the recordings are not comparable. */
  async exported({ options, to }: Question<'exportComparison'>): Promise<ExportedFile> {
    const compared = await this.compared(options);
    if (!compared.ok) throw new Error(compared.problem.text);
    const { a = [], b = [], ...basis } = options.comparison ?? {};
    const opened = (parts: readonly ComparedPart[]) =>
      parts.map(({ recording }) => this.opened(recording, options.event).views.open);
    const { exportComparison } = await import('./export-comparison.ts');
    return exportComparison(compared.value.prepared, { a: opened(a), b: opened(b) }, basis, to);
  }

  /** All compared recordings as a self-contained page, in the order of their IDs. */
  async oneFile(address: string): Promise<Blob> {
    const { oneFile } = await import('./one-file.ts');
    const sorted = [...this.viewsOf].sort(([id], [other]) => id - other);
    return oneFile(
      sorted.map(([, { open }]) => open),
      address,
    );
  }

  async timelines(question: Question<'comparedTimelines'>): Promise<Answer<'comparedTimelines'>['value']> {
    const { level, columns } = question;
    const of = (recording: RecordingId) => {
      const { views, event } = this.opened(recording, question.event);
      return views.timeline({ event, level, foldImports: false, columns });
    };
    return { a: await of(question.a), b: await of(question.b) };
  }

  async search({ options, query }: Question<'search'>): Promise<SearchResult> {
    const matches = await this.find.search(query);
    const compared = await this.compared(options);
    if (!compared.ok) return { ...matches, functions: 0, weight: 0, samples: 0 };
    const { comparison, funcOf } = compared.value;
    const isMatch = Uint8Array.from(funcOf, (func) => (func < 0 ? 0 : matches.matches[func]));
    const { a, b, functions } = matchingWeights(comparison.tree, isMatch);
    const { basis, event } = comparison;
    // A comparison has a weight per side instead of one weight.
    return { ...matches, functions, weight: 0, samples: 0, sides: { basis, event, a, b } };
  }

  /** What matched stacks depend on: all but filters, ranges and threads. */
  stacksKeyOf(level: Level, { event, comparison: { a, b, renames } }: ComparedOptions): string {
    const recordings = (parts: readonly ComparedPart[]) => parts.map(({ recording }) => recording);
    return JSON.stringify([level, event, recordings(a), recordings(b), renames]);
  }

  /** True if the stacks of another level, which are about as large as those of this one, would not displace those of other levels. */
  hasRoomForLevel(options: ComparedOptions): boolean {
    const known = this.stacks.get(this.stacksKeyOf(options.level, options));
    const levels = LEVELS.map(({ name }) => this.stacksKeyOf(name, options));
    return known !== undefined && this.stacks.hasRoomFor(bytesOfStacks(known), levels);
  }

  /** Filters the stacks of the current level and discards the results. Then the next filter takes half as long, because its code is compiled. */
  async warmUpFilters(options: ComparedOptions, pause: Pause): Promise<void> {
    const sides = this.sidesOf(options);
    const stacks = this.allStacksOf(sides, options);
    for (const kind of [Kind.runtime, Kind.native, Kind.stdlib]) {
      for (const action of ['hide', 'drop'] as const) {
        await pause();
        await this.filter(stacks, sides, options, [{ action, target: { by: 'kind', kind }, isOn: true }]);
      }
    }
  }

  /** Matches the stacks of a level in time slices, before it is requested. `options` are those of the current view. */
  async prepareLevel(level: Level, options: ComparedOptions, pause: Pause): Promise<void> {
    const key = this.stacksKeyOf(level, options);
    if (this.stacks.get(key)) return;
    for (const { trees } of this.viewsOf.values())
      await trees.prepareLevelStacks({ level, foldImports: false }, pause);
    await pause();
    const { renames } = options.comparison;
    const sides = this.sidesOf(options);
    const stacks = await runSliced(matchStacks(sides, { level, renames }), pause);
    this.stacks.set(key, stacks);
    await pause();
    selectFrom([...sides.a, ...sides.b], stacks);
  }

  private compared(options: ViewOptions): Promise<Outcome<Compared>> {
    if (!isCompared(options)) return Promise.reject(new Error('The question names no sides to compare.'));
    this.lastOptions = options;
    const { level, event, comparison } = options;
    const { a, b, basis, work, renames } = comparison;
    const samplesKey = JSON.stringify([level, event, a, b, renames, activeFilters(options)]);
    const key = JSON.stringify([samplesKey, basis, work]);
    // Several queries may wait for the same comparison.
    if (this.last?.key !== key) this.last = { key, compared: this.compareNow(options, samplesKey) };
    return this.last.compared;
  }

  private async compareNow(options: ComparedOptions, samplesKey: string): Promise<Outcome<Compared>> {
    try {
      const prepared = await this.prepare(options, samplesKey);
      const compared = compare(prepared, options.comparison);
      const funcOf = Int32Array.from(compared.keys, (key) => this.functions.rowOfKey(key));
      return { ok: true, value: { comparison: compared, prepared, funcOf } };
    } catch (error) {
      if (error instanceof NotComparableError) return { ok: false, problem: { text: error.message } };
      this.last = undefined;
      throw error;
    }
  }

  private async prepare(options: ComparedOptions, key: string): Promise<Prepared> {
    const known = this.prepared.get(key);
    if (known) return known;
    const { level, comparison } = options;
    const sides = this.sidesOf(options);
    const stacks = await this.stacksOf(sides, options);
    const prepareOptions = { level, renames: comparison.renames, minEffect: MIN_EFFECT };
    const value = prepareComparison(sides, prepareOptions, stacks);
    this.prepared.set(key, value);
    return value;
  }

  private async stacksOf(sides: Sides, options: ComparedOptions): Promise<MatchedStacks> {
    const all = this.allStacksOf(sides, options);
    const filters = activeFilters(options);
    if (filters.length === 0) return all;
    const key = JSON.stringify([this.stacksKeyOf(options.level, options), filters]);
    const filtered = this.filteredStacks.get(key) ?? (await this.filter(all, sides, options, filters));
    this.filteredStacks.set(key, filtered);
    return filtered;
  }

  /** The stacks before filters. */
  private allStacksOf(sides: Sides, options: ComparedOptions): MatchedStacks {
    const { level, comparison } = options;
    const key = this.stacksKeyOf(level, options);
    const all = this.stacks.get(key) ?? runNow(matchStacks(sides, { level, renames: comparison.renames }));
    this.stacks.set(key, all);
    return all;
  }

  private async filter(
    stacks: MatchedStacks,
    sides: Sides,
    { event, comparison: { a, b } }: ComparedOptions,
    filters: readonly Filter[],
  ): Promise<MatchedStacks> {
    const { filterStacks } = await import('./filter-stacks.ts');
    const names = this.ids.map((id) => this.opened(id, event).views.open.classified.profile);
    const recordings = [...a, ...b].map(({ recording: id }) => ({
      views: this.opened(id, event).views,
      filters: filtersOn(filters, this.functions, names, this.ids.indexOf(id)),
    }));
    return filterStacks(sides, stacks, recordings);
  }

  /** The compared recordings before filters. */
  private sidesOf({ event: index, comparison: { a, b } }: ComparedOptions): Sides {
    const side = (parts: readonly ComparedPart[]) =>
      parts.map(({ recording, range, threads }) => {
        const { views, event } = this.opened(recording, index);
        return comparedRecording(views, event, { date: this.dates.get(recording), range, threads });
      });
    return { a: side(a), b: side(b) };
  }

  /** A recording, and its index of an event of the comparison. */
  private opened(id: RecordingId, event: number): { readonly views: Views; readonly event: number } {
    const views = this.viewsOf.get(id);
    if (!views) throw new Error(`Recording ${id} is not open.`);
    const { name } = this.recording.events[event];
    const { events } = views.open.recording;
    return { views, event: events.findIndex((each) => eventKey(each.name) === name) };
  }

  private summaryOf({ comparison, prepared, funcOf }: Compared): ComparisonSummary {
    const { keys, tree: _tree, nodes: _nodes, functions, explained, ...facts } = comparison;
    const { self, totals, candidates } = functions;
    const { rowOfKey } = this.functions;
    const { length } = this.functions.funcs;
    const byFunc = (ofKey: Float64Array): Float64Array => {
      const column = new Float64Array(length);
      for (let key = 0; key < keys.length; key++) if (funcOf[key] >= 0) column[funcOf[key]] += ofKey[key];
      return column;
    };
    const onFunctions = (rows: readonly ComparedRow[]) =>
      rows.map((row) => ({ ...row, index: funcOf[row.index] }));
    return {
      ...facts,
      explained: explained.map((each) => ({ ...each, index: rowOfKey(each.key) })),
      candidates: candidates.map((each) => ({
        ...each,
        fromFunc: rowOfKey(each.from),
        toFunc: rowOfKey(each.to),
      })),
      self: onFunctions(self),
      totals: onFunctions(totals),
      weights: {
        selfA: byFunc(functions.selfA),
        selfB: byFunc(functions.selfB),
        totalA: byFunc(functions.totalA),
        totalB: byFunc(functions.totalB),
      },
      bases: prepared.bases,
      moves: movesOf(prepared, funcOf),
    };
  }
}

function isCompared(options: ViewOptions): options is ComparedOptions {
  return options.comparison !== undefined;
}

function movesOf({ stacks, keys }: Prepared, funcOf: Int32Array): FunctionMove[] {
  const { inB, how } = stacks.functions;
  return Array.from(inB, (to, from) => ({
    from: funcOf[from],
    to: funcOf[to],
    mark: how.get(keys[to]) ?? '',
  })).filter(({ from, to, mark }, key) => inB[key] !== key && from >= 0 && to >= 0 && mark !== '');
}

const EMPTY_TREE: CallTree = drawnTree(
  {
    key: new Int32Array(0),
    chains: 1,
    from: new Int32Array(1),
    to: new Int32Array(1),
    parent: Int32Array.of(NONE),
    end: Int32Array.of(1),
    mark: new Uint8Array(1),
    a: { total: () => 0, self: () => 0 },
    b: { total: () => 0, self: () => 0 },
    movedOutOf: Int32Array.of(NONE),
  },
  new Int32Array(0),
  { width: 'b', hidesGhosts: false },
).tree;

/** The summary of all recordings; its events are those that all of them have. */
function recordingOf(recordings: readonly Recording[], functions: ComparedFunctions): Recording {
  const [first] = recordings;
  const sum = (value: (recording: Recording) => number) =>
    recordings.reduce((total, recording) => total + value(recording), 0);
  const events = first.events.flatMap(({ name }): EventSummary[] => {
    const found = recordings.map((each) =>
      each.events.find((event) => eventKey(event.name) === eventKey(name)),
    );
    if (found.some((event) => event === undefined)) return [];
    const total = (of: 'samples' | 'weight') => found.reduce((all, event) => all + (event?.[of] ?? 0), 0);
    return [{ name: eventKey(name), samples: total('samples'), weight: total('weight') }];
  });
  const { strings, modules, funcs } = functions;
  return {
    name: recordings.map(({ name }) => name).join(' → '),
    isAddition: false,
    size: sum(({ size }) => size),
    format: first.format,
    samples: sum(({ samples }) => samples),
    threads: sum(({ threads }) => threads),
    start: NaN,
    duration: NaN,
    events,
    defaultEvent: eventWithMostSamples(events),
    notes: [],
    missingFiles: undefined,
    threadList: [],
    strings,
    modules,
    funcs,
  };
}
