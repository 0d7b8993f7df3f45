// The views of one open recording, as the page asks for them. Each is remembered by what it was made of:
//
//   tree of calls (trees.ts) -> tree of callers, table, sandwich, stacks in the order of time
//
// What the first picture does not need is loaded when it is first asked for.

import { detailsOf, functionTotals } from '../src/calltree/details.ts';
import { foundUnder } from '../src/calltree/search.ts';
import { onlySelected } from '../src/calltree/select.ts';
import type { CodeGrouping, Rows } from '../src/calltree/table.ts';
import type { Times } from '../src/calltree/times.ts';
import { treeOf } from '../src/calltree/tree-of.ts';
import type { Filter } from '../src/model/filter.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import {
  ALL,
  type Details,
  type FlameView,
  type Grouping,
  type Sandwich,
  type SearchResult,
  type Shape,
  type Table,
  type Timeline,
  type TimeOrder,
  type ViewOptions,
} from '../src/model/session.ts';
import type { ShareChoice } from '../src/model/sharing.ts';
import { allOf, type Shown } from '../src/model/stack-runs.ts';
import { copyOfTree, UNCUT, type CallTree, type Cut } from '../src/model/tree.ts';
import { Callers, type Pause } from './callers.ts';
import { filtersOn, keyOf, levelsFrom } from './options.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';
import { Trees, type Match } from './trees.ts';

/** Trees of fewer runs are made as a whole sooner than a person could see. */
const AT_ONCE = 50_000;

/** Finds functions by name: for a filter, and for a person who waits for the newest search alone. */
export type Find = Readonly<Record<'match' | 'search', Match>>;

/** A picture that was shown, and what was enough of it. */
export interface Look {
  readonly options: ViewOptions;
  readonly shape: Shape;
  readonly cut: Cut;
}

export class Views {
  readonly open: OpenProfile;
  readonly trees: Trees;
  /** What was looked at last. */
  look: Look | undefined;
  private readonly find: Find;
  private readonly callers: Callers;
  /** The table that was made last. */
  private tabled: { of: CallTree; rows: Rows } | undefined;
  /** When the samples of the event that was looked at last were taken. */
  private times: { event: number; of: Times | undefined } | undefined;
  /** What was shown first of the last order of time. */
  private firstOrder: { key: string; of: Order } | undefined;

  /** `pause` lets others have their turn while something large is made. */
  constructor(open: OpenProfile, find: Find, pause: Pause = () => Promise.resolve()) {
    this.open = open;
    this.find = find;
    this.trees = new Trees(open, (query) => find.match(query));
    this.callers = new Callers(pause);
  }

  /** The function that stands where everything was put away. */
  get hidden(): number {
    return this.open.classified.marks.hidden;
  }

  /** `pause` is taken while all callers are made; where it throws, they are given up. */
  async view(options: ViewOptions, shape: Shape, cut = UNCUT, pause?: Pause): Promise<FlameView> {
    if (cut !== UNCUT) {
      const first = await (shape === 'calls'
        ? this.firstCalls(options, cut)
        : this.firstCallers(options, cut));
      this.look = { options, shape, cut };
      if (first) return { options, shape, isWhole: false, tree: first };
    }
    const { tree } = await this.trees.of(options);
    const whole =
      shape === 'calls' ? tree : await this.callers.wholeOf(keyOf(options), this.allOf(tree), pause);
    return { options, shape, isWhole: true, tree: whole };
  }

  async search(options: ViewOptions, query: string): Promise<SearchResult> {
    const matches = await this.find.search(query);
    return { ...matches, ...foundUnder((await this.trees.of(options)).tree, matches) };
  }

  async details(options: ViewOptions, box: number): Promise<Details> {
    return detailsOf(await this.trees.of(options), box, this.open.classified.profile);
  }

  async functionDetails(options: ViewOptions, func: number): Promise<Details> {
    const { tree } = await this.trees.of(options);
    return { selfKinds: [], ...functionTotals(tree, func) };
  }

  async sandwich(options: ViewOptions, func: number, places = Infinity): Promise<Sandwich> {
    const { sandwichOf } = await import('../src/calltree/sandwich.ts');
    const { tree } = await this.trees.of(options);
    const isWhole = places === Infinity || tree.runs < AT_ONCE;
    const { length } = this.open.classified.profile.funcs;
    return { options, func, isWhole, ...sandwichOf(tree, func, length, isWhole ? Infinity : places) };
  }

  /** The samples that are looked at, and what is shown of their stacks. */
  async profile(options: ViewOptions): Promise<Profile> {
    const { profileOfTree } = await import('../src/calltree/tree-profile.ts');
    return profileOfTree(await this.trees.of(options), this.open.classified.profile);
  }

  /** What of the recording a link is to hold: as recorded, or what is seen of it. */
  async shared(options: ViewOptions, what: ShareChoice['what']): Promise<Profile> {
    if (what === 'seen') return this.profile(options);
    const raw = shownProfile(this.open, 'raw');
    return what === 'all' ? raw : onlySelected(raw, options.event, options);
  }

  async levelWith(options: ViewOptions, func: number): Promise<Level | undefined> {
    const { clean } = this.open.classified.profile.funcs;
    for (const level of levelsFrom(options.level)) {
      const { tree } = await this.trees.of({ ...options, level });
      if (tree.func.some((each) => each >= 0 && clean[each] === clean[func])) return level;
    }
    return undefined;
  }

  async table(options: ViewOptions, by: Grouping): Promise<Table> {
    if (by === 'thread') {
      const { threadTable } = await import('../src/calltree/table.ts');
      const rows = threadTable(this.trees.samplesOver(await this.trees.of(options)), options.event, options);
      return { options, ...rows };
    }
    const { tree } = await this.trees.of(options);
    return { options, ...(await this.tableOf(tree, by)) };
  }

  async timeline(event: number, columns: number): Promise<Timeline | undefined> {
    const { timelineOf } = await import('../src/calltree/timeline.ts');
    // As recorded, what Python does is the evaluator's.
    return timelineOf(shownProfile(this.open, DEFAULT_LEVEL), event, columns);
  }

  /** The trees are for whoever asks, to be given away. */
  async timeOrder(options: ViewOptions, places?: number): Promise<TimeOrder | undefined> {
    const key = JSON.stringify([keyOf(options), places]);
    if (this.firstOrder?.key === key) return { ...copyOfOrder(this.firstOrder.of), options };
    const { timeOrderOf } = await import('../src/calltree/time-order.ts');
    const times = await this.timesOf(options.event);
    const samples = this.trees.samplesOver(await this.trees.of(options));
    const order = timeOrderOf(samples, options.event, options, places, times);
    if (order && places !== undefined) this.firstOrder = { key, of: copyOfOrder(order) };
    return order && { options, ...order };
  }

  /** What is shown first of the callers in that, here or at another level. Nobody waits for it. */
  async prepareCallers({ options, cut }: Look, level = options.level): Promise<void> {
    await this.firstCallers({ ...options, level }, cut, true);
  }

  /** When samples of that event were taken. */
  async timesOf(event: number): Promise<Times | undefined> {
    const { timesOf } = await import('../src/calltree/times.ts');
    if (this.times?.event !== event) this.times = { event, of: timesOf(this.open.classified.profile, event) };
    return this.times.of;
  }

  /** What is enough for a picture of something large; undefined where the whole is there as soon. */
  private async firstCalls(options: ViewOptions, { places }: Cut): Promise<CallTree | undefined> {
    if (this.trees.known(options, filtersOn(options))) return undefined;
    const { shown } = await this.trees.lookedAt(options, filtersOn(options));
    return shown.runs.length < AT_ONCE ? undefined : treeOf(shown, places).tree;
  }

  /** The same of callers. */
  private async firstCallers(options: ViewOptions, cut: Cut, isAhead = false): Promise<CallTree | undefined> {
    const key = keyOf(options);
    const first = this.callers.knownFirst(key, cut);
    if (first) return first;
    const filters = filtersOn(options);
    const before = this.keyBefore(options, filters);
    // A tree that is there does not know which part of the one before it is.
    const known = this.callers.hasWhole(before) ? undefined : this.trees.known(options, filters);
    const shown = known ? this.allOf(known.tree) : (await this.trees.lookedAt(options, filters)).shown;
    if (shown.runs.length < AT_ONCE) return undefined;
    return this.callers.firstOf(key, cut, shown, known ? undefined : before, isAhead);
  }

  /** What the last choice of samples or filter leaves a part of, where its tree of callers says what that has. */
  private keyBefore(options: ViewOptions, filters: readonly Filter[]): string | undefined {
    const last = filters.at(-1);
    // What ends elsewhere has callers that begin elsewhere.
    if (last) return last.action === 'callers' ? undefined : keyOf(options, filters.slice(0, -1));
    const all = { ...options, ...ALL };
    // Of one of several events the tree is not that of the level, whose runs the samples are on.
    return this.trees.isOfAll(all) && !this.trees.isOfAll(options) ? keyOf(all, []) : undefined;
  }

  private allOf(tree: CallTree): Shown {
    return allOf(tree, this.open.classified.profile.funcs.length);
  }

  private async tableOf(tree: CallTree, by: CodeGrouping): Promise<Rows> {
    const { tableOf } = await import('../src/calltree/table.ts');
    if (this.tabled?.of !== tree || this.tabled.rows.by !== by)
      this.tabled = { of: tree, rows: tableOf(tree, this.open.classified.profile.funcs, by) };
    return this.tabled.rows;
  }
}

type Order = Omit<TimeOrder, 'options'>;

function copyOfOrder(order: Order): Order {
  return { ...order, lanes: order.lanes.map((lane) => ({ ...lane, tree: copyOfTree(lane.tree) })) };
}
