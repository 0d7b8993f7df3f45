// The views of a comparison of open recordings. The comparison of the latest options is cached.

import { WALL_TIME } from '../../src/model/events.ts';
import { runSliced } from '../../src/async/time-slices.ts';
import { comparedFunctions, type ComparedFunctions } from '../../src/compare/match/compared-functions.ts';
import { drawnTree } from '../../src/compare/tree/compared-tree.ts';
import { heaviestOf } from '../../src/calltree/search.ts';
import { compare, type BasisOptions } from '../../src/compare/compare.ts';
import { WRITERS } from '../../src/compare/comparison-formats.ts';
import { lineOfKey } from '../../src/compare/match/function-key.ts';
import { matchingWeights } from '../../src/compare/match/matching-weights.ts';
import { NotComparableError, type Prepared } from '../../src/compare/prepare.ts';
import type { ComparedRecording } from '../../src/compare/statistics/run.ts';
import {
  eventKey,
  type ComparedLine,
  type ComparedNeighbors,
  type ComparedPart,
  type ComparedRow,
  type ComparisonSummary,
  type FunctionMove,
  type RecordingId,
} from '../../src/model/comparison.ts';
import type { ComparisonExport, ExportedFile } from '../../src/model/exports.ts';
import { activeFilters } from '../../src/model/filter.ts';
import { levelsByDistance } from '../../src/model/levels.ts';
import { NONE } from '../../src/model/profile.ts';
import type { Answer, Question } from '../../src/model/queries.ts';
import {
  eventWithMostSamples,
  type EventSummary,
  type Outcome,
  type Recording,
  type SearchResult,
  type ViewOptions,
} from '../../src/model/session.ts';
import { copyOfTree, SMALL_TREE, type CallTree } from '../../src/model/tree.ts';
import { sidePart } from '../../src/text/sides-text.ts';
import { comparedNeighbors } from './compared-neighbors.ts';
import { drawnNodes, type Compared } from './compared-nodes.ts';
import { comparedSandwich, emptySandwich, prepareSandwich } from './compared-sandwich.ts';
import { sideDiagnosisOf } from '../diagnosis.ts';
import { comparedLines, type RecordingOnSide } from './compared-lines.ts';
import type { OpenProfile } from '../pipeline.ts';
import { PreparedComparisons, type ComparedOptions } from './prepared-comparisons.ts';
import type { NameMatcher } from '../matcher.ts';
import type { Pause, Work } from '../scheduler.ts';
import { completeAnswer } from '../subworker.ts';
import type { Views } from '../views/views.ts';

export class ComparedViews {
  readonly recording: Recording;
  readonly comparisons: PreparedComparisons;
  private readonly viewsOf: ReadonlyMap<RecordingId, Views>;
  private readonly functions: ComparedFunctions;
  private readonly find: NameMatcher;
  private last: { readonly key: string; readonly compared: Promise<Outcome<Compared>> } | undefined;
  /** Of the last comparison that was requested. */
  lastOptions: ComparedOptions | undefined;
  /** The function that was last selected; NONE before. */
  private lastFunc = NONE;
  /** The comparison and the function whose sandwich was prepared last. */
  private preparedSandwich = '';

  /** The recordings of A, then those of B. `dates` are when their files were written, if known, in milliseconds since 1970. */
  constructor(
    viewsOf: ReadonlyMap<RecordingId, Views>,
    matcherOf: (recording: Pick<Recording, 'strings' | 'funcs' | 'modules'>) => NameMatcher,
    dates: ReadonlyMap<RecordingId, number> = new Map(),
  ) {
    this.viewsOf = viewsOf;
    // Functions are shown with B's names.
    const views = [...viewsOf.values()].reverse();
    this.functions = comparedFunctions(views.map(({ open }) => open.classified.profile));
    this.recording = recordingOf(views.map(({ open }) => open.recording).reverse(), this.functions);
    this.find = matcherOf(this.recording);
    this.comparisons = new PreparedComparisons(viewsOf, this.functions, this.recording.events, dates);
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

  /** If the level hides the function, the answer names the nearest level that shows it. */
  async sandwich(question: Question<'sandwich'>): Promise<Answer<'sandwich'>> {
    const answer = await this.sandwichAt(question);
    if (answer.value.sandwich || answer.value.func === NONE) return answer;
    const { options, func } = question;
    for (const level of levelsByDistance(options.level).slice(1)) {
      const { value } = await this.sandwichAt({ options: { ...options, level }, func });
      if (value.sandwich) return completeAnswer({ ...answer.value, level });
    }
    return answer;
  }

  /** Without functions if the recordings are not comparable. */
  private async sandwichAt({
    options,
    func,
    limit,
  }: Pick<Question<'sandwich'>, 'options' | 'func' | 'limit'>): Promise<Answer<'sandwich'>> {
    const compared = await this.compared(options);
    const drawing = options.comparison;
    if (!compared.ok || !drawing) return completeAnswer(emptySandwich(options));
    return comparedSandwich(compared.value, options, drawing, func, limit);
  }

  /** Prepares the sandwich of the function that was last selected, unless it was prepared. */
  nextSandwich(): Work<void> | undefined {
    const [options, func] = [this.lastOptions, this.lastFunc];
    const key = `${this.last?.key} ${func}`;
    if (!options || this.preparedSandwich === key) return undefined;
    this.preparedSandwich = key;
    return async (pause) => {
      const compared = await this.compared(options);
      if (compared.ok) await runSliced(prepareSandwich(compared.value, options.comparison, func), pause);
    };
  }

  /** Empty if the recordings are not comparable. */
  async neighbors({ options, func }: Question<'comparedNeighbors'>): Promise<ComparedNeighbors> {
    this.lastFunc = func;
    const compared = await this.compared(options);
    if (!compared.ok) return { callers: [], callees: [] };
    const { comparison, funcOf } = compared.value;
    return comparedNeighbors(comparison, funcOf, func);
  }

  /** Throws if the recordings are not comparable. */
  async exported({ options, to }: Question<'exportComparison'>): Promise<ExportedFile> {
    const compared = await this.compared(options);
    if (!compared.ok) throw new Error(compared.problem.text);
    const { prepared } = compared.value;
    return exportComparison(compared.value, this.sidesOf(options, prepared), options.comparison ?? {}, to);
  }

  /** Empty if the recordings are not comparable, or if not all have lines. */
  async lines({ options, func }: Question<'comparedLines'>): Promise<readonly ComparedLine[]> {
    const compared = await this.compared(options);
    if (!compared.ok) return [];
    const { prepared } = compared.value;
    const rows = await linesOf(compared.value, this.sidesOf(options, prepared), options.comparison ?? {});
    return (rows ?? []).flatMap((row) => {
      const at = lineOfKey(row.key);
      return at && this.functions.rowOfKey(at.key) === func ? [{ ...row, line: Number(at.line) }] : [];
    });
  }

  private sidesOf(options: ViewOptions, { sides }: Prepared): Readonly<Record<'a' | 'b', RecordingOnSide[]>> {
    const { a = [], b = [] } = options.comparison ?? {};
    const filters = activeFilters(options);
    const on = (side: 'a' | 'b', parts: readonly ComparedPart[]) =>
      parts.map(({ recording }, i) => {
        const { views } = this.comparisons.opened(recording, options.event);
        return { views, part: sides[side][i], filters };
      });
    return { a: on('a', a), b: on('b', b) };
  }

  /** All compared recordings as a self-contained page, in the order of their IDs. */
  async oneFile({ address, hasSources }: Question<'oneFile'>): Promise<Blob> {
    const { oneFile } = await import('../export/one-file.ts');
    const sorted = [...this.viewsOf].sort(([id], [other]) => id - other);
    return oneFile(
      sorted.map(([, { open }]) => open),
      address,
      { hasSources },
    );
  }

  timelines(question: Question<'comparedTimelines'>): Answer<'comparedTimelines'>['value'] {
    const { level, columns } = question;
    const of = (recording: RecordingId) => {
      const { views, event } = this.comparisons.opened(recording, question.event);
      return views.timeline({ event, level, foldImports: false, columns });
    };
    return { a: of(question.a), b: of(question.b) };
  }

  async search({ options, query }: Question<'search'>, pause: Pause): Promise<SearchResult> {
    const matches = await this.find.search(query);
    const compared = await this.compared(options);
    if (!compared.ok) return { ...matches, functions: 0, weight: 0, samples: 0, heaviest: [] };
    const { comparison, funcOf } = compared.value;
    const isMatch = Uint8Array.from(funcOf, (func) => (func < 0 ? 0 : matches.matches[func]));
    const { a, b, functions } = await runSliced(matchingWeights(comparison.tree, isMatch), pause);
    const { basis, measure } = comparison;
    const { totalA, totalB } = comparison.functions;
    const listed = new Uint8Array(matches.matches.length);
    const weights = new Float64Array(listed.length);
    for (const [key, func] of funcOf.entries()) {
      const weight = Math.max(totalA[key], totalB[key]);
      if (isMatch[key] === 0 || weight === 0) continue;
      listed[func] = 1;
      weights[func] = Math.max(weights[func], weight);
    }
    const heaviest = heaviestOf(listed, weights);
    // A comparison has a weight per side instead of one weight.
    return { ...matches, functions, weight: 0, samples: 0, heaviest, sides: { basis, measure, a, b } };
  }

  private compared(options: ViewOptions): Promise<Outcome<Compared>> {
    if (!isCompared(options)) return Promise.reject(new Error('The question names no sides to compare.'));
    this.lastOptions = options;
    const { level, event, comparison } = options;
    const { a, b, basis, work, renames } = comparison;
    const key = JSON.stringify([level, event, a, b, renames, activeFilters(options), basis, work]);
    // Several queries may wait for the same comparison.
    if (this.last?.key !== key) this.last = { key, compared: this.compareNow(options) };
    return this.last.compared;
  }

  private async compareNow(options: ComparedOptions): Promise<Outcome<Compared>> {
    try {
      const prepared = await this.comparisons.prepare(options);
      const compared = compare(prepared, options.comparison);
      const funcOf = Int32Array.from(compared.keys, (key) => this.functions.rowOfKey(key));
      return { ok: true, value: { comparison: compared, prepared, funcOf } };
    } catch (error) {
      if (error instanceof NotComparableError) return { ok: false, problem: { text: error.message } };
      this.last = undefined;
      throw error;
    }
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

type Sides = Readonly<Record<'a' | 'b', readonly RecordingOnSide[]>>;

/** Compares the lines once. */
async function linesOf(compared: Compared, sides: Sides, { basis, work }: BasisOptions) {
  compared.lines ??= comparedLines(sides, compared.prepared.minEffect, { basis, work });
  return compared.lines;
}

/** The same text as that of `pyrograph compare`. */
async function exportComparison(
  comparedOnce: Compared,
  recordings: Sides,
  { basis, work }: BasisOptions,
  to: ComparisonExport,
): Promise<ExportedFile> {
  const { prepared } = comparedOnce;
  const openedOn = (side: 'a' | 'b') => recordings[side].map(({ views }) => views.open);
  const opened = { a: openedOn('a'), b: openedOn('b') };
  const { a, b } = prepared.sides;
  const sides = { a: withDiagnoses(a, opened.a), b: withDiagnoses(b, opened.b) };
  const parts = { a: partOf(a, opened.a), b: partOf(b, opened.b) };
  const lines = await linesOf(comparedOnce, recordings, { basis, work });
  const text = WRITERS[to]({ ...compare({ ...prepared, sides }, { basis, work }), lines }, parts);
  return { content: new Blob([text]), notes: [] };
}

function withDiagnoses(
  side: readonly ComparedRecording[],
  opened: readonly OpenProfile[],
): ComparedRecording[] {
  return side.map((recording, i) => ({ ...recording, diagnosis: sideDiagnosisOf(opened[i]) }));
}

function partOf(side: readonly ComparedRecording[], opened: readonly OpenProfile[]): string {
  return sidePart(side.map(({ range, threads }, i) => ({ recording: opened[i].recording, range, threads })));
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

/** Wall time without idle time, if all recordings have it. */
function defaultOf(events: readonly EventSummary[]): number {
  const wallTime = events.findIndex(({ name }) => name === WALL_TIME);
  return wallTime < 0 ? eventWithMostSamples(events) : wallTime;
}

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
    const key = eventKey(name);
    const measure = found.every((event) => event?.measure !== '') ? key : '';
    return [{ name: key, samples: total('samples'), weight: total('weight'), measure }];
  });
  const { strings, modules, funcs, unnamedModules } = functions;
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
    defaultEvent: defaultOf(events),
    notes: [],
    missingFiles: undefined,
    hasLines: recordings.every(({ hasLines }) => hasLines),
    // Tells whether there are any inferred callers.
    mending: recordings.map(({ mending }) => mending).find((mending) => mending && mending.mended > 0),
    threadList: [],
    strings,
    modules,
    funcs,
    unnamedModules,
  };
}
