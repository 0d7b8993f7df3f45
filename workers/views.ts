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
import type { Inverted } from '../src/calltree/inverted.ts';
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
import { allOf, inRuns, type InRuns } from '../src/model/stack-runs.ts';
import { copyOfTree, PLACES, UNCUT, type CallTree, type Cut } from '../src/model/tree.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';
import { Remembered } from './remembered.ts';

/** Trees of fewer runs are made as a whole sooner than a person could see. */
const AT_ONCE = 50_000;

/** In bytes: of a large recording some ten trees. */
const MOST_REMEMBERED = 200 << 20;

/** In bytes: of trees of callers, which take longest, a few large ones. */
const MOST_INVERTED = 100 << 20;

/** In bytes: of small trees, for one picture each. */
const MOST_PICTURES = 20 << 20;

/** Finds functions by name, in bounded time. */
export type Search = (query: string) => Promise<Matches>;

export class Views {
  readonly open: OpenProfile;
  private readonly find: Search;
  /** The levels that were made: the trees of all samples. */
  private readonly levels = new Map<Level, BuiltTree>();
  /** The trees of choices of samples that were looked at, so that what is undone is there. */
  private readonly trees = new Remembered<BuiltTree>(MOST_REMEMBERED, bytesOf);
  /** Trees of all callers, by what they are of. */
  private readonly inverted = new Remembered<Inverted>(
    MOST_INVERTED,
    ({ tree, endOf }) => bytesOfTree(tree) + endOf.byteLength,
  );
  /** What was shown first of them. */
  private readonly firstInverted = new Remembered<CallTree>(MOST_PICTURES, bytesOfTree);
  /** What the next tree is made of, if it is that one. */
  private next: { key: string; of: Looked } | undefined;
  /** The table that was made last. */
  private tabled: { of: CallTree; rows: Rows } | undefined;
  /** What was looked at last, and what was enough of it. */
  private look: { options: ViewOptions; cut: Cut } | undefined;
  /** When the samples of the event that was looked at last were taken. */
  private times: { event: number; of: Times | undefined } | undefined;
  /** What was shown first of the last order of time. */
  private firstOrder: { key: string; of: Order } | undefined;
  /** What is made before anybody asks for it, in this order. */
  private readonly ahead: (() => unknown)[] = [
    () => this.getReady(),
    ...LEVELS.map(
      ({ name }) =>
        () =>
          this.levelOf(name),
    ).reverse(),
    () => this.rehearsed(),
    () => this.prepareOthers(),
  ];

  constructor(open: OpenProfile, find: Search) {
    this.open = open;
    this.find = find;
  }

  /** The function that stands where everything was put away. */
  get hidden(): number {
    return this.open.classified.marks.hidden;
  }

  async view(options: ViewOptions, shape: Shape, cut = UNCUT): Promise<FlameView> {
    if (cut !== UNCUT) {
      this.look = { options, cut };
      const first = await this.firstOf(options, shape, cut);
      if (first) return { options, shape, isWhole: false, tree: first };
    }
    const { tree } = await this.treeOf(options);
    const whole = shape === 'calls' ? tree : await this.invertedOf(tree, options);
    return { options, shape, isWhole: true, tree: whole };
  }

  async search(options: ViewOptions, query: string): Promise<SearchResult> {
    const matches = await this.find(query);
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
    const rank = (level: Level) => LEVELS.findIndex(({ name }) => name === level);
    const names = LEVELS.map(({ name }) => name);
    const distance = (level: Level) => Math.abs(rank(level) - rank(options.level));
    for (const level of names.sort((a, b) => distance(a) - distance(b))) {
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
    const key = JSON.stringify([keyOf(options, filtersOn(options)), places]);
    if (this.firstOrder?.key === key) return { ...copyOfOrder(this.firstOrder.of), options };
    const { timeOrderOf } = await import('../src/calltree/time-order.ts');
    const times = await this.timesOf(options.event);
    const samples = this.samplesOver(await this.treeOf(options));
    const order = timeOrderOf(samples, options.event, options, places, times);
    if (order && places !== undefined) this.firstOrder = { key, of: copyOfOrder(order) };
    return order && { options, ...order };
  }

  /** Makes one thing that may be asked for, before anybody does. Whether there is more of that. */
  async prepareNext(): Promise<boolean> {
    await this.ahead.shift()?.();
    return this.ahead.length > 0;
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

  private async rehearsed(): Promise<void> {
    const { rehearse } = await import('./rehearse.ts');
    const small = this.levelOf('python-leaf-c');
    const { defaultEvent } = this.open.recording;
    await rehearse(this.open, small, this.samplesOver(small), await this.timesOf(defaultEvent));
  }

  /** What takes longest of what is looked at: the table of functions, the first pictures of callers and in order of time. */
  private async prepareOthers(): Promise<void> {
    if (!this.look) return;
    const { options, cut } = this.look;
    await this.tableOf((await this.treeOf(options)).tree, 'function');
    await this.firstOf(options, 'callers', cut);
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
  private async firstOf(options: ViewOptions, shape: Shape, cut: Cut): Promise<CallTree | undefined> {
    const filters = filtersOn(options);
    const known = this.known(options, filters);
    if (known && shape === 'calls') return undefined;
    const key = JSON.stringify([keyOf(options, filters), cut]);
    const first = shape === 'callers' && this.firstInverted.get(key);
    if (first) return first;
    const { funcs } = this.open.classified.profile;
    const shown = known ? allOf(known.tree, funcs.length) : (await this.lookedAt(options, filters)).shown;
    if (shown.runs.length < AT_ONCE) return undefined;
    if (shape === 'calls') return treeOf(shown, cut.places).tree;
    // Of a tree that is there all is shown: its runs are not those of what it was made of.
    const before = known ? undefined : await this.invertedBefore(options, filters);
    const { invertedTree, shownInverted } = await import('../src/calltree/inverted.ts');
    const made = before ? treeOf(shownInverted(before, shown), cut.places).tree : invertedTree(shown, cut);
    const kept = copyOfTree(made);
    this.firstInverted.set(key, kept);
    return kept;
  }

  /** The tree of callers of what the last choice of samples or filter is made of, where it is there and says enough. */
  private async invertedBefore(
    options: ViewOptions,
    filters: readonly Filter[],
  ): Promise<Inverted | undefined> {
    const last = filters.at(-1);
    if (!last) {
      const all = { ...options, ...ALL };
      // Of one of several events the tree is not that of the level, whose runs the samples are on.
      return this.isOfAll(all) ? this.inverted.get(keyOf(all, [])) : undefined;
    }
    const { SAME_FROM_BOTH_ENDS } = await import('../src/filters/filter.ts');
    if (!SAME_FROM_BOTH_ENDS.includes(last.action)) return undefined;
    return this.inverted.get(keyOf(options, filters.slice(0, -1)));
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

  private async invertedOf(tree: CallTree, options: ViewOptions): Promise<CallTree> {
    const key = keyOf(options, filtersOn(options));
    const known = this.inverted.get(key);
    if (known) return known.tree;
    const { invert } = await import('../src/calltree/inverted.ts');
    const made = invert(allOf(tree, this.open.classified.profile.funcs.length));
    this.inverted.set(key, made);
    return made.tree;
  }

  private levelOf(level: Level): BuiltTree {
    const known = this.levels.get(level);
    if (known) return known;
    const made = wholeTree(inRuns(shownProfile(this.open, level)));
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
    if (target.by === 'pattern') return (await this.find(target.query)).matches;
    return (await import('../src/filters/targets.ts')).funcsOf(profile, target);
  }
}

function filtersOn({ filters }: ViewOptions): Filter[] {
  return filters.filter(({ isOn }) => isOn);
}

/** The same for options and filters that are on that look at the same. */
function keyOf({ level, event, threads, range }: ViewOptions, filters: readonly Filter[]): string {
  return JSON.stringify([
    level,
    event,
    threads,
    range,
    filters.map(({ action, target }) => [action, target]),
  ]);
}

type Order = Omit<TimeOrder, 'options'>;

function copyOfOrder(order: Order): Order {
  return { ...order, lanes: order.lanes.map((lane) => ({ ...lane, tree: copyOfTree(lane.tree) })) };
}

function bytesOf({ tree, runOfSample }: BuiltTree): number {
  return bytesOfTree(tree) + runOfSample.byteLength;
}

/** What a tree takes: four bytes a box, and all columns of runs. */
function bytesOfTree({ length, runs }: CallTree): number {
  return 4 * length + 52 * runs;
}
