// Lays stacks one on the other that are given as members: places in a tree from which each goes on, as its
// kind says. Members that have had the same functions so far are a group. What all of a group have in common from there
// on is a run; then it is parted by the next function. Most groups soon are a single member, whose rest is known.

import { NONE } from '../model/profile.ts';
import { coversPlace, type CallTree } from '../model/tree.ts';
import { funcsIn, RunWriter } from './run-writer.ts';

/** From this many children on sorting them is left to the platform. */
const MANY = 24;

/** What a merge may be cut to. */
export interface Cut {
  /** To so many rows: what would go on beyond is self weight of the last box. */
  readonly rows: number;
  /** To what covers one of so many places, evenly over the whole, and to what stands on the root: of that alone its first box. */
  readonly places: number;
}

export const UNCUT: Cut = { rows: Infinity, places: Infinity };

export abstract class Merge {
  protected readonly tree: CallTree;
  protected readonly out: RunWriter;
  /** The box a member goes on with, and what it weighs. A group is a stretch of members, the next one last. */
  protected readonly members: Int32Array;
  protected readonly weights: Float64Array;
  protected readonly counts: Int32Array;
  /** The same of what a group goes on with, and the part of the group it is in. */
  protected readonly next: Int32Array;
  private readonly nextWeights: Float64Array;
  private readonly nextCounts: Int32Array;
  protected nextCount = 0;
  protected readonly partOf: Int32Array;
  /** Of each run the first of its boxes in the tree. */
  protected readonly sourceBox: Int32Array;
  private readonly cut: Cut;
  private readonly pending: Groups;
  /** The groups that one is parted into, and their order; what ends there is of none. */
  private readonly parts: Groups;
  private readonly order: Int32Array;
  private hasEnds = false;
  private endedWeight = 0;
  private endedSamples = 0;
  /** Of each function its part, as part + 1. */
  private readonly partOfFunc: Int32Array;

  /** There will be at most `most` members at a time, and `runs` runs. */
  constructor(tree: CallTree, most: number, runs: number, cut: Cut) {
    this.tree = tree;
    this.cut = cut;
    this.out = new RunWriter(runs);
    this.members = new Int32Array(most);
    this.weights = new Float64Array(most);
    this.counts = new Int32Array(most);
    this.next = new Int32Array(most);
    this.nextWeights = new Float64Array(most);
    this.nextCounts = new Int32Array(most);
    this.partOf = new Int32Array(most);
    this.sourceBox = new Int32Array(runs);
    this.pending = new Groups(most + 1);
    this.parts = new Groups(most + 1);
    this.order = new Int32Array(most + 1);
    this.partOfFunc = new Int32Array(funcsIn(tree));
  }

  /**
   * Tells what the members from `from` to before `to` go on with, by goesOn() and ends(): `step` boxes on, which is the
   * very box of the member or the one behind it.
   */
  protected abstract goOn(from: number, to: number, step: number): void;

  /** Writes the rest of a lone member into the run that was opened, at most `room` boxes high. */
  protected abstract writeAlone(run: number, member: number, room: number): void;

  /** The functions of a run in its order, which begins with the box `box` of the tree. */
  protected abstract copyFuncs(box: number, func: Int32Array, from: number, to: number): void;

  /** The tree of the first `count` members, which weigh so much together. */
  protected merged(count: number, weight: number, samples: number): CallTree {
    const { pending, out } = this;
    const all = pending.add(NONE);
    pending.size[all] = count;
    pending.weight[all] = weight;
    pending.samples[all] = samples;
    while (pending.count > 0) this.writeRun(--pending.count);
    const func = new Int32Array(out.boxes);
    out.first[out.runs] = out.boxes;
    // The root is of no member.
    for (let run = 0; run < out.runs; run++)
      this.copyFuncs(this.sourceBox[run], func, out.first[run] + (run === 0 ? 1 : 0), out.first[run + 1]);
    func[0] = NONE;
    return out.finish(func);
  }

  /** The next of what a group goes on with: a box of this function. */
  protected goesOn(box: number, func: number, weight: number, samples: number): void {
    const { parts, next, nextCount } = this;
    if (this.partOfFunc[func] === 0) this.partOfFunc[func] = parts.add(func) + 1;
    const part = this.partOfFunc[func] - 1;
    parts.size[part]++;
    parts.weight[part] += weight;
    parts.samples[part] += samples;
    next[nextCount] = box;
    this.nextWeights[nextCount] = weight;
    this.nextCounts[nextCount] = samples;
    this.partOf[this.nextCount++] = part;
  }

  /** All of a group go on with this function: as many as were set as the next, each in its place. */
  protected goesOnAsOne(func: number, count: number): void {
    this.parts.add(func);
    this.nextCount = count;
  }

  /** A member ends. */
  protected ends(weight: number, samples: number): void {
    this.hasEnds = true;
    this.endedWeight += weight;
    this.endedSamples += samples;
  }

  /** The boxes that all of a group go on with; then what is left of it is parted. */
  private writeRun(group: number): void {
    const { out, pending, parts, members, next } = this;
    const from = pending.from[group];
    let size = pending.size[group];
    const total = pending.weight[group];
    const run = out.open(pending.parent[group], pending.start[group], total, pending.samples[group]);
    out.self[run] = total;
    out.selfSamples[run] = pending.samples[group];
    if (run === 0) out.boxes = 1;
    if (size === 0) return;
    this.sourceBox[run] = members[from];
    const left = this.cut.rows - out.depthHere();
    const room = this.isSeen(out.start[run], total) ? left : Math.min(1, left);
    if (size === 1) {
      this.writeAlone(run, from, room);
      return;
    }
    // A part begins with the function it was parted for; all of the members may begin with any.
    let length = run === 0 ? 0 : 1;
    for (; length < room; length++) {
      this.part(from, from + size, Math.min(1, length));
      if (parts.count !== 1 || this.hasEnds) break;
      size = this.nextCount;
      for (let i = 0; i < size; i++) members[from + i] = next[i];
    }
    out.boxes += length;
    if (length >= room) return;
    out.self[run] = this.endedWeight;
    out.selfSamples[run] = this.endedSamples;
    this.sortParts();
    this.placeParts(run, from);
  }

  /** Whether what lies there covers one of the places. */
  private isSeen(start: number, weight: number): boolean {
    const { places } = this.cut;
    return places === Infinity || coversPlace(start, weight, this.out.total[0], places);
  }

  /** Parts the group by the next function. */
  private part(from: number, to: number, step: number): void {
    const { parts } = this;
    parts.count = this.nextCount = 0;
    this.hasEnds = false;
    this.endedWeight = this.endedSamples = 0;
    this.goOn(from, to, step);
    for (let part = 0; part < parts.count; part++) this.partOfFunc[parts.func[part]] = 0;
  }

  /** The heaviest first; the one that came first on a tie. */
  private sortParts(): void {
    const { order } = this;
    const { count, weight } = this.parts;
    for (let i = 0; i < count; i++) order[i] = i;
    if (count >= MANY) {
      order.subarray(0, count).sort((a, b) => weight[b] - weight[a] || a - b);
      return;
    }
    for (let i = 1; i < count; i++) {
      let at = i;
      for (; at > 0 && weight[order[at - 1]] < weight[i]; at--) order[at] = order[at - 1];
      order[at] = i;
    }
  }

  /**
   * Puts the parts on the pile so that the heaviest comes off it first, and their members to where the group's lay. There
   * may be more of them than there were: those of the first part off the pile are last, and have room behind them. Parts
   * that are not seen are left out.
   */
  private placeParts(run: number, from: number): void {
    const { parts, pending, order, members, next, partOf, nextCount } = this;
    for (let i = 0, start = this.out.start[run]; i < parts.count; i++) {
      parts.start[order[i]] = start;
      start += parts.weight[order[i]];
    }
    const isOnRoot = this.out.boxes === 1;
    let at = from;
    for (let i = parts.count - 1; i >= 0; i--) {
      const part = order[i];
      const isLeftOut = !isOnRoot && !this.isSeen(parts.start[part], parts.weight[part]);
      parts.from[part] = isLeftOut ? NONE : at;
      if (isLeftOut) continue;
      const group = pending.count++;
      pending.from[group] = at;
      pending.size[group] = parts.size[part];
      pending.weight[group] = parts.weight[part];
      pending.samples[group] = parts.samples[part];
      pending.parent[group] = run;
      pending.start[group] = parts.start[part];
      at += parts.size[part];
    }
    for (let i = 0; i < nextCount; i++) {
      if (parts.from[partOf[i]] < 0) continue;
      const to = parts.from[partOf[i]]++;
      members[to] = next[i];
      this.weights[to] = this.nextWeights[i];
      this.counts[to] = this.nextCounts[i];
    }
  }
}

/** Groups of members. */
class Groups {
  count = 0;
  /** The function they go on with. */
  readonly func: Int32Array;
  /** Where its members lie, and how many they are. */
  readonly from: Int32Array;
  readonly size: Int32Array;
  readonly weight: Float64Array;
  readonly samples: Int32Array;
  /** The run it stands on, and where it begins. */
  readonly parent: Int32Array;
  readonly start: Float64Array;

  constructor(most: number) {
    this.func = new Int32Array(most);
    this.from = new Int32Array(most);
    this.size = new Int32Array(most);
    this.weight = new Float64Array(most);
    this.samples = new Int32Array(most);
    this.parent = new Int32Array(most);
    this.start = new Float64Array(most);
  }

  /** An empty group; it stands on nothing. */
  add(func: number): number {
    const group = this.count++;
    this.func[group] = func;
    this.from[group] = 0;
    this.size[group] = 0;
    this.weight[group] = 0;
    this.samples[group] = 0;
    this.parent[group] = NONE;
    return group;
  }
}
