// The trees of calls of one open recording. Each is remembered by what it was made of:
//
//   level -> tree of all samples -> of those that are looked at -> after each filter
//
// The trees of all levels are kept: all that can be changed of a view is made of those, and soon.

import {
  grown,
  looked,
  lookedIn,
  samplesOver,
  wholeTree,
  type BuiltTree,
  type Looked,
} from '../src/calltree/build.ts';
import type { Rule } from '../src/filters/filter.ts';
import type { Filter, Target } from '../src/model/filter.ts';
import type { Level } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import type { Matches, ViewOptions } from '../src/model/session.ts';
import { inRuns, type InRuns } from '../src/model/stack-runs.ts';
import { atOnce, inTurn, type Stints } from '../src/model/stints.ts';
import { tooSlow } from '../src/model/too-slow.ts';
import { bytesOfTree, type Pause } from './callers.ts';
import { filtersOn, keyOf } from './options.ts';
import { shownProfile, type OpenProfile } from './pipeline.ts';
import { Remembered } from './remembered.ts';

/** In bytes: of a large recording some ten trees. */
const MOST_REMEMBERED = 200 << 20;

/** Finds functions by name, in bounded time. */
export type Match = (query: string) => Promise<Matches>;

export class Trees {
  private readonly open: OpenProfile;
  private readonly match: Match;
  /** The levels that were made: the trees of all samples. */
  private readonly levels = new Map<Level, BuiltTree>();
  /** The trees of choices of samples that were looked at, so that what is undone is there. */
  private readonly trees = new Remembered<BuiltTree>(MOST_REMEMBERED, bytesOf);
  /** What the next tree is made of, if it is that one. */
  private next: { key: string; of: Looked } | undefined;

  constructor(open: OpenProfile, match: Match) {
    this.open = open;
    this.match = match;
  }

  /** The tree of what is looked at. */
  of(options: ViewOptions): Promise<BuiltTree> {
    return this.after(options, filtersOn(options));
  }

  /** The tree after these filters, where it is there or is that of a level. */
  known(options: ViewOptions, filters: readonly Filter[]): BuiltTree | undefined {
    const isOfLevel = filters.length === 0 && this.isOfAll(options);
    return isOfLevel ? this.levelOf(options.level) : this.trees.get(keyOf(options, filters));
  }

  /** What that tree is made of. */
  async lookedAt(options: ViewOptions, filters: readonly Filter[]): Promise<Looked> {
    const last = filters.at(-1);
    const key = keyOf(options, filters);
    if (this.next?.key === key) return this.next.of;
    const of = last
      ? await this.filtered(await this.after(options, filters.slice(0, -1)), last)
      : looked(this.samplesOver(this.levelOf(options.level)), options.event, options);
    this.next = { key, of };
    return of;
  }

  levelOf(level: Level): BuiltTree {
    return this.levels.get(level) ?? atOnce(this.making(level));
  }

  /** Others have their turn at each pause. */
  async prepareLevel(level: Level, pause: Pause): Promise<void> {
    if (!this.levels.has(level)) await inTurn(this.making(level), pause);
  }

  samplesOver(built: BuiltTree): InRuns {
    const { profile } = this.open.classified;
    return samplesOver(built, profile, profile.funcs.length);
  }

  /** Whether all samples are looked at. */
  isOfAll({ threads, range }: ViewOptions): boolean {
    return this.open.recording.events.length === 1 && !threads && !range;
  }

  /** Each filter works on what the one before has left. */
  private async after(options: ViewOptions, filters: readonly Filter[]): Promise<BuiltTree> {
    const known = this.known(options, filters);
    if (known) return known;
    const made = grown(await this.lookedAt(options, filters));
    this.next = undefined;
    this.trees.set(keyOf(options, filters), made);
    return made;
  }

  private async filtered(before: BuiltTree, filter: Filter): Promise<Looked> {
    const { filtered } = await import('../src/filters/filter.ts');
    const rule = await this.ruleOf(filter);
    return lookedIn(before, filtered(before.tree, rule, this.open.classified.profile));
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
      const { matches, taken } = await this.match(target.query);
      if (taken === 'as too slow') throw tooSlow(target.query);
      return matches;
    }
    return (await import('../src/filters/targets.ts')).funcsOf(profile, target);
  }
}

function bytesOf({ tree, runOfSample }: BuiltTree): number {
  return bytesOfTree(tree) + runOfSample.byteLength;
}
