// The views of one open recording. Each step of a view is remembered by what it was made of:
//
//   level -> its stacks in runs -> filters -> samples that are looked at -> tree of calls -> tree of callers, table, sandwich
//                                                                        -> stacks in the order of time
//
// The runs of every level are kept: all that can be changed of a view is made of those, and soon. What the first
// picture does not need is loaded when it is first asked for.

import { growTree, type BuiltTree } from '../src/calltree/build.ts';
import { depthFirst } from '../src/calltree/depth-first.ts';
import { detailsOf, functionTotals } from '../src/calltree/details.ts';
import { foundUnder } from '../src/calltree/search.ts';
import type { CodeGrouping, Rows } from '../src/calltree/table.ts';
import type { Times } from '../src/calltree/times.ts';
import type { Rule } from '../src/filters/filter.ts';
import type { Filter, Target } from '../src/model/filter.ts';
import { DEFAULT_LEVEL, LEVELS, type Level } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
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
import type { CallTree } from '../src/model/tree.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';

/** A tree of calls with fewer runs is inverted as a whole sooner than a person could see. */
const AT_ONCE = 50_000;

/** As a share of the whole: a tenth of a pixel of a wide window. What stands on it is left out of a first picture. */
const TOO_NARROW = 1 / 20_000;

/** Finds functions by name, in bounded time. */
export type Search = (query: string) => Promise<Matches>;

export class Views {
  private readonly open: OpenProfile;
  private readonly find: Search;
  /** The levels that were made, without filters. */
  private readonly levels = new Map<Level, InRuns>();
  /** The filters that were applied last, one step on the other. */
  private steps: { level: Level; rules: readonly KeyedRule[]; profiles: InRuns[] } | undefined;
  /** The trees of one choice of samples, by level. */
  private trees: { key: string; byLevel: Map<Level, BuiltTree> } | undefined;
  /** The tree of callers that was made last, perhaps of its first rows only. */
  private inverted: { of: CallTree; rows: number; tree: CallTree } | undefined;

  /** The table that was made last. */
  private tabled: { of: CallTree; rows: Rows } | undefined;
  /** What was looked at last, and how many rows of it were enough. */
  private look: { options: ViewOptions; rows: number } | undefined;
  private hasPreparedOthers = false;
  /** When the samples of the event that was looked at last were taken. */
  private times: { event: number; of: Times | undefined } | undefined;

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
      const rows = threadTable(await this.profileOf(options), options.event, options);
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
    const order = timeOrderOf(await this.profileOf(options), options.event, options, places, times);
    return order && { options, ...order };
  }

  /** Loads what the first look at each view needs, and makes what is the same whatever is looked at. */
  async getReady(): Promise<void> {
    await Promise.all([
      import('../src/calltree/inverted.ts'),
      import('../src/calltree/sandwich.ts'),
      import('../src/calltree/table.ts'),
      import('../src/calltree/time-order.ts'),
      import('../src/filters/filter.ts'),
      import('../src/filters/targets.ts'),
      this.timesOf(this.open.recording.defaultEvent),
    ]);
  }

  /** Makes, once, what takes longest of what is looked at: the table of functions, the first rows of the tree of callers. */
  async prepareOthers(): Promise<void> {
    if (!this.look || this.hasPreparedOthers) return;
    this.hasPreparedOthers = true;
    const { options, rows } = this.look;
    const { tree } = await this.treeOf(options);
    await this.tableOf(tree, 'function');
    if (tree.runs >= AT_ONCE) await this.invertedOf(tree, rows);
  }

  /** The next level that is not made yet; undefined when all are. */
  nextLevel(): Level | undefined {
    return LEVELS.findLast(({ name }) => !this.levels.has(name))?.name;
  }

  /** Makes a level before anybody asks for it. */
  prepare(level: Level): void {
    this.levelOf(level);
  }

  /** The tree of calls. */
  private async treeOf(options: ViewOptions): Promise<BuiltTree> {
    const key = keyOf(options);
    const known = this.trees?.key === key ? this.trees.byLevel.get(options.level) : undefined;
    if (known) return known;
    const profile = await this.profileOf(options);
    const built = growTree(profile, options.event, options);
    if (this.trees?.key !== key) this.trees = { key, byLevel: new Map() };
    this.trees.byLevel.set(options.level, built);
    return built;
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

  private async invertedOf(tree: CallTree, rows: number): Promise<NonNullable<Views['inverted']>> {
    const { invertedTree } = await import('../src/calltree/inverted.ts');
    const { inverted } = this;
    if (inverted?.of === tree && inverted.rows >= rows) return inverted;
    const narrow = rows === Infinity ? 0 : TOO_NARROW;
    return (this.inverted = { of: tree, rows, tree: invertedTree(tree, rows, narrow) });
  }

  /** The samples at the level, filtered. */
  private async profileOf({ level, filters }: ViewOptions): Promise<InRuns> {
    const rules = await this.rulesOf(filters);
    if (rules.length === 0) return this.levelOf(level);
    const { filtered } = await import('../src/filters/filter.ts');
    const shown = this.levelOf(level);
    const names = this.open.classified.profile;
    const before = this.steps?.level === level ? this.steps : { rules: [], profiles: [] };
    let same = 0;
    while (same < rules.length && before.rules[same]?.key === rules[same].key) same++;
    const profiles = before.profiles.slice(0, same);
    for (const rule of rules.slice(same)) profiles.push(filtered(profiles.at(-1) ?? shown, rule, names));
    this.steps = { level, rules, profiles };
    return profiles[profiles.length - 1];
  }

  private levelOf(level: Level): InRuns {
    const known = this.levels.get(level);
    if (known) return known;
    const made = depthFirst(inRuns(shownProfile(this.open, level)));
    this.levels.set(level, made);
    return made;
  }

  private async rulesOf(filters: readonly Filter[]): Promise<KeyedRule[]> {
    const rules: KeyedRule[] = [];
    for (const filter of filters) {
      if (!filter.isOn) continue;
      const { action, target } = filter;
      rules.push({
        key: JSON.stringify([action, target]),
        action,
        matches: await this.funcsOf(target),
        standIn: target && action === 'collapse' ? this.open.standInOf(target) : NONE,
        hidden: this.open.classified.marks.hidden,
      });
    }
    return rules;
  }

  private async funcsOf(target: Target | undefined): Promise<Uint8Array> {
    const { profile } = this.open.classified;
    if (!target) return new Uint8Array(profile.funcs.length).fill(1);
    if (target.by === 'pattern') return (await this.find(target.query)).matches;
    return (await import('../src/filters/targets.ts')).funcsOf(profile, target);
  }
}

interface KeyedRule extends Rule {
  readonly key: string;
}

/** The same for options that look at the same samples, at whatever level. */
function keyOf({ event, threads, range, filters }: ViewOptions): string {
  const on = filters.filter(({ isOn }) => isOn).map(({ action, target }) => [action, target]);
  return JSON.stringify([event, threads, range, on]);
}
