// The views of one open recording. Each step of a view is remembered by what it was made of:
//
//   level -> tree of all samples -> of those that are looked at -> after each filter -> tree of callers, table, sandwich
//                                                                                    -> stacks in the order of time
//
// The trees of all levels are kept: all that can be changed of a view is made of those, and soon. What the first
// picture does not need is loaded when it is first asked for.

import { growTree, samplesOver, shownTree, wholeTree, type BuiltTree } from '../src/calltree/build.ts';
import { detailsOf, functionTotals } from '../src/calltree/details.ts';
import { foundUnder } from '../src/calltree/search.ts';
import type { CodeGrouping, Rows } from '../src/calltree/table.ts';
import type { Times } from '../src/calltree/times.ts';
import type { Rule } from '../src/filters/filter.ts';
import type { Filter, Target } from '../src/model/filter.ts';
import { Kind } from '../src/model/kinds.ts';
import { DEFAULT_LEVEL, LEVELS, type Level } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import type {
  Details,
  FlameView,
  Grouping,
  Matches,
  Sandwich,
  SearchResult,
  Shape,
  Table,
  Timeline,
  TimeOrder,
  ViewOptions,
} from '../src/model/session.ts';
import { inRuns, type InRuns } from '../src/model/stack-runs.ts';
import { copyOfTree, PLACES, type CallTree } from '../src/model/tree.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';
import { Remembered } from './remembered.ts';

/** A tree of calls with fewer runs is inverted as a whole sooner than a person could see. */
const AT_ONCE = 50_000;

/** In bytes: of a large recording some ten trees. */
const MOST_REMEMBERED = 200 << 20;

/** A tree of callers, perhaps of its first rows only. */
interface Inverted {
  readonly rows: number;
  readonly tree: CallTree;
}

/** Finds functions by name, in bounded time. */
export type Search = (query: string) => Promise<Matches>;

export class Views {
  readonly open: OpenProfile;
  private readonly find: Search;
  /** The levels that were made: the trees of all samples. */
  private readonly levels = new Map<Level, BuiltTree>();
  /** The trees of choices of samples that were looked at, so that what is undone is there. */
  private readonly trees = new Remembered<BuiltTree>(MOST_REMEMBERED, bytesOf);
  /** The tree of all callers that was made last. */
  private inverted: { of: CallTree; tree: Inverted } | undefined;
  /** Of every tree that is there what was shown first of its callers: that is small. */
  private readonly firstInverted = new WeakMap<CallTree, Inverted>();
  /** The table that was made last. */
  private tabled: { of: CallTree; rows: Rows } | undefined;
  /** What was looked at last, and how many rows of it were enough. */
  private look: { options: ViewOptions; rows: number } | undefined;
  /** When the samples of the event that was looked at last were taken. */
  private times: { event: number; of: Times | undefined } | undefined;
  /** What is made before anybody asks for it, in this order. */
  private readonly ahead: (() => unknown)[] = [
    () => this.getReady(),
    ...LEVELS.map(
      ({ name }) =>
        () =>
          this.levelOf(name),
    ).reverse(),
    () => this.rehearse(),
    () => this.prepareOthers(),
  ];

  constructor(open: OpenProfile, find: Search) {
    this.open = open;
    this.find = find;
  }

  async view(options: ViewOptions, shape: Shape, rows = Infinity): Promise<FlameView> {
    const { tree } = await this.treeOf(options);
    this.look = { options, rows };
    if (shape === 'calls') return { options, shape, isWhole: true, tree };
    const inverted = await this.invertedOf(tree, tree.runs < AT_ONCE ? Infinity : rows);
    return { options, shape, isWhole: inverted.rows === Infinity, tree: inverted.tree };
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

  async sandwich(options: ViewOptions, func: number): Promise<Sandwich> {
    const { sandwichOf } = await import('../src/calltree/sandwich.ts');
    const { tree } = await this.treeOf(options);
    return { options, func, ...sandwichOf(tree, func) };
  }

  /** The samples that are looked at, and what is shown of their stacks. */
  async profile(options: ViewOptions): Promise<Profile> {
    const { profileOfTree } = await import('../src/calltree/tree-profile.ts');
    return profileOfTree(await this.treeOf(options), this.open.classified.profile);
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

  async timeOrder(options: ViewOptions, places?: number): Promise<TimeOrder | undefined> {
    const { timeOrderOf } = await import('../src/calltree/time-order.ts');
    const times = await this.timesOf(options.event);
    const samples = this.samplesOver(await this.treeOf(options));
    const order = timeOrderOf(samples, options.event, options, places, times);
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

  /** What takes longest of what is looked at: the table of functions, the first rows of the tree of callers. */
  private async prepareOthers(): Promise<void> {
    if (!this.look) return;
    const { options, rows } = this.look;
    const { tree } = await this.treeOf(options);
    await this.tableOf(tree, 'function');
    if (tree.runs >= AT_ONCE) await this.invertedOf(tree, rows);
  }

  /** Filters a small tree and forgets what comes of it: code that never ran takes twice as long, and that would be felt. */
  private async rehearse(): Promise<void> {
    const { filtered } = await import('../src/filters/filter.ts');
    const { profile, marks } = this.open.classified;
    const before = this.levelOf('python-leaf-c');
    const matches = profile.funcs.kind.map((kind) => (kind === Kind.runtime ? 1 : 0));
    for (const action of ['focus', 'hide', 'recursion'] as const) {
      const rule = { action, matches, standIn: NONE, hidden: marks.hidden };
      shownTree(before, filtered(before, rule, profile));
    }
  }

  /** The tree of calls. */
  private treeOf(options: ViewOptions): Promise<BuiltTree> {
    return this.treeAfter(
      options,
      options.filters.filter(({ isOn }) => isOn),
    );
  }

  /** The same after these filters, each on what the one before has left. */
  private async treeAfter(options: ViewOptions, filters: readonly Filter[]): Promise<BuiltTree> {
    const last = filters.at(-1);
    if (!last && this.isOfAll(options)) return this.levelOf(options.level);
    const key = keyOf(options, filters);
    const known = this.trees.get(key);
    if (known) return known;
    const made = last
      ? await this.filteredTree(await this.treeAfter(options, filters.slice(0, -1)), last)
      : growTree(this.samplesOver(this.levelOf(options.level)), options.event, options);
    this.trees.set(key, made);
    return made;
  }

  private async filteredTree(before: BuiltTree, filter: Filter): Promise<BuiltTree> {
    const { filtered } = await import('../src/filters/filter.ts');
    const rule = await this.ruleOf(filter);
    return shownTree(before, filtered(before, rule, this.open.classified.profile));
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

  private async invertedOf(tree: CallTree, rows: number): Promise<Inverted> {
    const { invertedTree } = await import('../src/calltree/inverted.ts');
    const known = this.inverted?.of === tree ? this.inverted.tree : this.firstInverted.get(tree);
    if (known && known.rows >= rows) return known;
    if (rows === Infinity) {
      const whole = { rows, tree: invertedTree(tree) };
      this.inverted = { of: tree, tree: whole };
      return whole;
    }
    const first = { rows, tree: copyOfTree(invertedTree(tree, rows, PLACES)) };
    this.firstInverted.set(tree, first);
    return first;
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

/** What a tree takes: four bytes a box and a sample, and all columns of runs. */
function bytesOf({ tree, runOfSample }: BuiltTree): number {
  return 4 * (tree.length + runOfSample.length) + 52 * tree.runs;
}
