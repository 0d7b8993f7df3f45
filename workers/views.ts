// The views of one open recording. Each step of a view is remembered by what it was made of:
//
//   level -> tree of all samples -> of those that are looked at -> after each filter -> tree of callers, table, sandwich
//                                                                                    -> stacks in the order of time
//
// The trees of all levels are kept: all that can be changed of a view is made of those, and soon. What the first
// picture does not need is loaded when it is first asked for.

import {
  grown,
  looked,
  lookedIn,
  samplesOver,
  wholeTree,
  type BuiltTree,
  type Looked,
} from '../src/calltree/build.ts';
import { detailsOf, functionTotals } from '../src/calltree/details.ts';
import { foundUnder } from '../src/calltree/search.ts';
import type { CodeGrouping, Rows } from '../src/calltree/table.ts';
import { onlySelected } from '../src/calltree/select.ts';
import type { Times } from '../src/calltree/times.ts';
import { treeOf } from '../src/calltree/tree-of.ts';
import type { Rule } from '../src/filters/filter.ts';
import type { Filter, Target } from '../src/model/filter.ts';
import { DEFAULT_LEVEL, LEVELS, type Level } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import {
  ALL,
  type Details,
  type FlameView,
  type Grouping,
  type Matches,
  type Sandwich,
  type SearchResult,
  type Shape,
  type Table,
  type Timeline,
  type TimeOrder,
  type ViewOptions,
} from '../src/model/session.ts';
import type { ShareChoice } from '../src/model/sharing.ts';
import { allOf, inRuns, type InRuns, type Shown } from '../src/model/stack-runs.ts';
import { atOnce, inTurn, type Stints } from '../src/model/stints.ts';
import { tooSlow } from '../src/model/too-slow.ts';
import { copyOfTree, PLACES, UNCUT, type CallTree, type Cut } from '../src/model/tree.ts';
import { bytesOfTree, Callers, type Pause } from './callers.ts';
import { filtersOn, keyOf, levelsFrom } from './options.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';
import { Remembered } from './remembered.ts';

/** Trees of fewer runs are made as a whole sooner than a person could see. */
const AT_ONCE = 50_000;

/** In bytes: of a large recording some ten trees. */
const MOST_REMEMBERED = 200 << 20;

/** Finds functions by name, in bounded time: for a filter, and for a person who waits for the newest search alone. */
export type Find = Readonly<Record<'match' | 'search', (query: string) => Promise<Matches>>>;

interface Look {
  readonly options: ViewOptions;
  readonly cut: Cut;
}

export class Views {
  readonly open: OpenProfile;
  private readonly find: Find;
  private readonly pause: Pause;
  /** The levels that were made: the trees of all samples. */
  private readonly levels = new Map<Level, BuiltTree>();
  /** The trees of choices of samples that were looked at, so that what is undone is there. */
  private readonly trees = new Remembered<BuiltTree>(MOST_REMEMBERED, bytesOf);
  private readonly callers: Callers;
  /** What the next tree is made of, if it is that one. */
  private next: { key: string; of: Looked } | undefined;
  /** The table that was made last. */
  private tabled: { of: CallTree; rows: Rows } | undefined;
  /** What was looked at last, and what was enough of it. */
  private look: Look | undefined;
  /** When the samples of the event that was looked at last were taken. */
  private times: { event: number; of: Times | undefined } | undefined;
  /** What was shown first of the last order of time. */
  private firstOrder: { key: string; of: Order } | undefined;
  /** What is made before anybody asks for it, in this order: what takes longest of what is looked at comes before large levels. */
  private readonly ahead: (() => unknown)[] = [
    () => this.getReady(),
    () => this.rehearsed(),
    () => this.prepareOthers(),
    ...LEVELS.map(
      ({ name }) =>
        () =>
          this.prepareLevel(name),
    ).reverse(),
  ];

  /** The same callers at other levels, which would take longer than all else that can be asked for. */
  private aheadOfLook: (() => unknown)[] = [];

  /** `pause` lets others have their turn while something large is made. */
  constructor(open: OpenProfile, find: Find, pause: Pause = () => Promise.resolve()) {
    this.open = open;
    this.find = find;
    this.pause = pause;
    this.callers = new Callers(pause);
  }

  /** The function that stands where everything was put away. */
  get hidden(): number {
    return this.open.classified.marks.hidden;
  }

  async view(options: ViewOptions, shape: Shape, cut = UNCUT): Promise<FlameView> {
    if (cut !== UNCUT) {
      this.look = { options, cut };
      const first = await (shape === 'calls'
        ? this.firstCalls(options, cut)
        : this.firstCallers(options, cut));
      this.aheadOfLook = shape === 'callers' ? this.atOtherLevels(this.look) : [];
      if (first) return { options, shape, isWhole: false, tree: first };
    }
    const { tree } = await this.treeOf(options);
    const whole = shape === 'calls' ? tree : await this.callers.wholeOf(keyOf(options), this.allOf(tree));
    return { options, shape, isWhole: true, tree: whole };
  }

  async search(options: ViewOptions, query: string): Promise<SearchResult> {
    const matches = await this.find.search(query);
    return { ...matches, ...foundUnder((await this.treeOf(options)).tree, matches) };
  }

  async details(options: ViewOptions, box: number): Promise<Details> {
    return detailsOf(await this.treeOf(options), box, this.open.classified.profile);
  }

  async functionDetails(options: ViewOptions, func: number): Promise<Details> {
    const { tree } = await this.treeOf(options);
    return { selfKinds: [], ...functionTotals(tree, func) };
  }

  async sandwich(options: ViewOptions, func: number, places = Infinity): Promise<Sandwich> {
    const { sandwichOf } = await import('../src/calltree/sandwich.ts');
    const { tree } = await this.treeOf(options);
    const isWhole = places === Infinity || tree.runs < AT_ONCE;
    const { length } = this.open.classified.profile.funcs;
    return { options, func, isWhole, ...sandwichOf(tree, func, length, isWhole ? Infinity : places) };
  }

  /** The samples that are looked at, and what is shown of their stacks. */
  async profile(options: ViewOptions): Promise<Profile> {
    const { profileOfTree } = await import('../src/calltree/tree-profile.ts');
    return profileOfTree(await this.treeOf(options), this.open.classified.profile);
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
      const { tree } = await this.treeOf({ ...options, level });
      if (tree.func.some((each) => each >= 0 && clean[each] === clean[func])) return level;
    }
    return undefined;
  }

  async table(options: ViewOptions, by: Grouping): Promise<Table> {
    if (by === 'thread') {
      const { threadTable } = await import('../src/calltree/table.ts');
      const rows = threadTable(this.samplesOver(await this.treeOf(options)), options.event, options);
      return { options, ...rows };
    }
    const { tree } = await this.treeOf(options);
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
    const samples = this.samplesOver(await this.treeOf(options));
    const order = timeOrderOf(samples, options.event, options, places, times);
    if (order && places !== undefined) this.firstOrder = { key, of: copyOfOrder(order) };
    return order && { options, ...order };
  }

  /** Whether there is something that may be asked for, and nobody has. */
  get hasAhead(): boolean {
    return this.ahead.length + this.aheadOfLook.length > 0;
  }

  /** Makes one such thing. */
  async prepareNext(): Promise<void> {
    const next = this.ahead.shift() ?? this.aheadOfLook.shift();
    await next?.();
  }

  /** Loads what the first look at each view needs, and makes what is the same whatever is looked at. */
  private async getReady(): Promise<void> {
    await Promise.all([
      import('../src/calltree/inverted.ts'),
      import('../src/calltree/sandwich.ts'),
      import('../src/calltree/table.ts'),
      import('../src/calltree/time-order.ts'),
      import('../src/filters/targets.ts'),
      this.timesOf(this.open.recording.defaultEvent),
    ]);
  }

  private atOtherLevels({ options, cut }: Look): (() => unknown)[] {
    // After several filters whole trees would be made for that, and others forgotten.
    if (filtersOn(options).length > 1) return [];
    const [, ...others] = levelsFrom(options.level);
    return others.map((level) => () => this.firstCallers({ ...options, level }, cut, true));
  }

  private async rehearsed(): Promise<void> {
    const { rehearse } = await import('./rehearse.ts');
    const small = this.levelOf('python-leaf-c');
    const { defaultEvent } = this.open.recording;
    const times = await this.timesOf(defaultEvent);
    await rehearse(this.open, small, this.samplesOver(small), times, this.pause);
  }

  private async prepareLevel(level: Level): Promise<void> {
    if (!this.levels.has(level)) await inTurn(this.making(level), this.pause);
  }

  /** What takes longest of what is looked at: the table of functions, the first pictures of callers and in order of time. */
  private async prepareOthers(): Promise<void> {
    if (!this.look) return;
    const { options, cut } = this.look;
    await this.tableOf((await this.treeOf(options)).tree, 'function');
    await this.pause();
    await this.firstCallers(options, cut, true);
    await this.pause();
    await this.timeOrder(options, PLACES);
  }

  /** The tree of calls. */
  private treeOf(options: ViewOptions): Promise<BuiltTree> {
    return this.treeAfter(options, filtersOn(options));
  }

  /** The same after these filters, each on what the one before has left. */
  private async treeAfter(options: ViewOptions, filters: readonly Filter[]): Promise<BuiltTree> {
    const known = this.known(options, filters);
    if (known) return known;
    const made = grown(await this.lookedAt(options, filters));
    this.next = undefined;
    this.trees.set(keyOf(options, filters), made);
    return made;
  }

  /** That tree, where it is there or is that of a level. */
  private known(options: ViewOptions, filters: readonly Filter[]): BuiltTree | undefined {
    const isOfLevel = filters.length === 0 && this.isOfAll(options);
    return isOfLevel ? this.levelOf(options.level) : this.trees.get(keyOf(options, filters));
  }

  /** What that tree is made of. */
  private async lookedAt(options: ViewOptions, filters: readonly Filter[]): Promise<Looked> {
    const last = filters.at(-1);
    const key = keyOf(options, filters);
    if (this.next?.key === key) return this.next.of;
    const of = last
      ? await this.filtered(await this.treeAfter(options, filters.slice(0, -1)), last)
      : looked(this.samplesOver(this.levelOf(options.level)), options.event, options);
    this.next = { key, of };
    return of;
  }

  private async filtered(before: BuiltTree, filter: Filter): Promise<Looked> {
    const { filtered } = await import('../src/filters/filter.ts');
    const rule = await this.ruleOf(filter);
    return lookedIn(before, filtered(before.tree, rule, this.open.classified.profile));
  }

  /** What is enough for a picture of something large; undefined where the whole is there as soon. */
  private async firstCalls(options: ViewOptions, { places }: Cut): Promise<CallTree | undefined> {
    if (this.known(options, filtersOn(options))) return undefined;
    const { shown } = await this.lookedAt(options, filtersOn(options));
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
    const known = this.callers.hasWhole(before) ? undefined : this.known(options, filters);
    const shown = known ? this.allOf(known.tree) : (await this.lookedAt(options, filters)).shown;
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
    return this.isOfAll(all) && !this.isOfAll(options) ? keyOf(all, []) : undefined;
  }

  private allOf(tree: CallTree): Shown {
    return allOf(tree, this.open.classified.profile.funcs.length);
  }

  /** Whether all samples are looked at. */
  private isOfAll({ threads, range }: ViewOptions): boolean {
    return this.open.recording.events.length === 1 && !threads && !range;
  }

  private samplesOver(built: BuiltTree): InRuns {
    const { profile } = this.open.classified;
    return samplesOver(built, profile, profile.funcs.length);
  }

  private async tableOf(tree: CallTree, by: CodeGrouping): Promise<Rows> {
    const { tableOf } = await import('../src/calltree/table.ts');
    if (this.tabled?.of !== tree || this.tabled.rows.by !== by)
      this.tabled = { of: tree, rows: tableOf(tree, this.open.classified.profile.funcs, by) };
    return this.tabled.rows;
  }

  private async timesOf(event: number): Promise<Times | undefined> {
    const { timesOf } = await import('../src/calltree/times.ts');
    if (this.times?.event !== event) this.times = { event, of: timesOf(this.open.classified.profile, event) };
    return this.times.of;
  }

  private levelOf(level: Level): BuiltTree {
    return this.levels.get(level) ?? atOnce(this.making(level));
  }

  private *making(level: Level): Stints<BuiltTree> {
    const profile = shownProfile(this.open, level);
    yield;
    const stacks = inRuns(profile);
    yield;
    // Somebody may have asked for it meanwhile.
    const made = this.levels.get(level) ?? wholeTree(stacks);
    this.levels.set(level, made);
    return made;
  }

  private async ruleOf({ action, target }: Filter): Promise<Rule> {
    return {
      action,
      matches: await this.funcsOf(target),
      standIn: target && action === 'collapse' ? this.open.standInOf(target) : NONE,
      hidden: this.open.classified.marks.hidden,
    };
  }

  private async funcsOf(target: Target | undefined): Promise<Uint8Array> {
    const { profile } = this.open.classified;
    if (!target) return new Uint8Array(profile.funcs.length).fill(1);
    if (target.by === 'pattern') {
      const { matches, taken } = await this.find.match(target.query);
      if (taken === 'as too slow') throw tooSlow(target.query);
      return matches;
    }
    return (await import('../src/filters/targets.ts')).funcsOf(profile, target);
  }
}

type Order = Omit<TimeOrder, 'options'>;

function copyOfOrder(order: Order): Order {
  return { ...order, lanes: order.lanes.map((lane) => ({ ...lane, tree: copyOfTree(lane.tree) })) };
}

function bytesOf({ tree, runOfSample }: BuiltTree): number {
  return bytesOfTree(tree) + runOfSample.byteLength;
}
