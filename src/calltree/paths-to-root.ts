// Paths from frames to the root as a tree of their own, which begins with those frames:
//
//   main > parse > scan 3     root 6 > scan 5 > parse 3 > main 3
//   main > read > scan 2                      > read 2 > main 2
//   main > read 1                    > read 1 > main 1
//
// Paths that have had the same functions so far are a group. What all of a group have in common from there on is a run;
// then it is parted by the next function. Most groups soon are a single path, whose rest is known.

import { NONE } from '../model/profile.ts';
import { coversPlace, UNCUT, type CallTree, type Cut } from '../model/tree.ts';
import { Groups } from './groups.ts';
import { sortHeaviest } from './heaviest.ts';
import { RunWriter } from './run-writer.ts';
import type { Steps } from './steps.ts';

/** Where paths begin, and what they weigh. */
export class Paths {
  length = 0;
  /** A frame that is shown, or the root. */
  readonly frame: Int32Array;
  readonly weight: Float64Array;
  readonly samples: Int32Array;

  constructor(most: number) {
    this.frame = new Int32Array(most);
    this.weight = new Float64Array(most);
    this.samples = new Int32Array(most);
  }

  add(frame: number, weight: number, samples: number): void {
    this.frame[this.length] = frame;
    this.weight[this.length] = weight;
    this.samples[this.length++] = samples;
  }
}

export interface TreeOfPaths {
  readonly tree: CallTree;
  /** Of each path the run in whose last box it ends, where it was not cut. */
  readonly endOf: Int32Array;
}

/** The tree of these paths. `funcs` is above every function. */
export function treeOfPaths(steps: Steps, funcs: number, paths: Paths, cut = UNCUT): TreeOfPaths {
  return new Climb(steps, funcs, paths, cut).climb();
}

class Climb {
  private readonly steps: Steps;
  private readonly paths: Paths;
  private readonly out: RunWriter;
  /**
   * The frame a path goes on with, 0 at its end, and which path it is. A group is a stretch of members, the next one last.
   */
  private readonly members: Int32Array;
  private readonly ids: Int32Array;
  /** The same of what a group goes on with, and the part of the group it is in. */
  private readonly next: Int32Array;
  private readonly nextIds: Int32Array;
  private nextCount = 0;
  private readonly partOf: Int32Array;
  /** Of each run the frame that its first box is. */
  private readonly source: Int32Array;
  private readonly cut: Cut;
  private readonly pending: Groups;
  /** The groups that one is parted into, and their order; what ends there is of none. */
  private readonly parts: Groups;
  private readonly order: Int32Array;
  /** The paths that end there. */
  private readonly ended: Int32Array;
  private endedCount = 0;
  private endedWeight = 0;
  private endedSamples = 0;
  private readonly endOf: Int32Array;
  /** Of each function its part, as part + 1. */
  private readonly partOfFunc: Int32Array;

  constructor(steps: Steps, funcs: number, paths: Paths, cut: Cut) {
    const most = paths.length;
    // Every run but the first ends where a path does or where paths part.
    const runs = 2 * most + 1;
    this.steps = steps;
    this.paths = paths;
    this.cut = cut;
    this.out = new RunWriter(runs);
    this.members = new Int32Array(most);
    this.ids = new Int32Array(most);
    this.next = new Int32Array(most);
    this.nextIds = new Int32Array(most);
    this.ended = new Int32Array(most);
    this.endOf = new Int32Array(most).fill(NONE);
    this.partOf = new Int32Array(most);
    this.source = new Int32Array(runs);
    this.pending = new Groups(most + 1);
    this.parts = new Groups(most + 1);
    this.order = new Int32Array(most + 1);
    this.partOfFunc = new Int32Array(funcs);
  }

  climb(): TreeOfPaths {
    const { pending, out, endOf } = this;
    const { length, frame, weight, samples } = this.paths;
    const all = pending.add(NONE, length > 0 ? frame[0] : 0);
    pending.size[all] = length;
    for (let path = 0; path < length; path++) {
      this.members[path] = frame[path];
      this.ids[path] = path;
      pending.weight[all] += weight[path];
      pending.samples[all] += samples[path];
    }
    while (pending.count > 0) this.writeRun(--pending.count);
    const func = new Int32Array(out.boxes);
    out.first[out.runs] = out.boxes;
    // The root is of no path.
    for (let run = 0; run < out.runs; run++)
      this.writeFuncs(this.source[run], func, out.first[run] + (run === 0 ? 1 : 0), out.first[run + 1]);
    func[0] = NONE;
    return { tree: out.finish(func), endOf };
  }

  /** The functions of the boxes from `from` on, of which the first is this frame. */
  private writeFuncs(first: number, func: Int32Array, from: number, to: number): void {
    const { steps } = this;
    for (let at = from, frame = first; at < to; frame = steps[2 * frame + 1]) func[at++] = steps[2 * frame];
  }

  /** Tells what the members from `from` to before `to` go on with. */
  private goOn(from: number, to: number): void {
    if (this.goOnTogether(from, to)) return;
    const { members, ids } = this;
    for (let at = from; at < to; at++) {
      if (members[at] === 0) this.ends(ids[at]);
      else this.goesOn(members[at], ids[at]);
    }
  }

  /** Mostly all of a group go on with the same function: then nothing is to be weighed. */
  private goOnTogether(from: number, to: number): boolean {
    const { members, steps, next } = this;
    const lead = steps[2 * members[from]];
    if (lead < 0) return false;
    for (let at = from; at < to; at++) {
      const frame = members[at];
      if (steps[2 * frame] !== lead) return false;
      next[at - from] = steps[2 * frame + 1];
    }
    this.parts.add(lead, members[from]);
    this.nextCount = to - from;
    return true;
  }

  /** The next of what a group goes on with. */
  private goesOn(frame: number, path: number): void {
    const { parts, next, nextCount, steps, paths } = this;
    const func = steps[2 * frame];
    if (this.partOfFunc[func] === 0) this.partOfFunc[func] = parts.add(func, frame) + 1;
    const part = this.partOfFunc[func] - 1;
    parts.size[part]++;
    parts.weight[part] += paths.weight[path];
    parts.samples[part] += paths.samples[path];
    next[nextCount] = steps[2 * frame + 1];
    this.nextIds[nextCount] = path;
    this.partOf[this.nextCount++] = part;
  }

  private ends(path: number): void {
    this.ended[this.endedCount++] = path;
    this.endedWeight += this.paths.weight[path];
    this.endedSamples += this.paths.samples[path];
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
    this.source[run] = pending.first[group];
    const left = this.cut.rows - out.depthHere();
    const room = this.isSeen(out.start[run], total) ? left : Math.min(1, left);
    // A part begins with the function it was parted for; all of the members may begin with any.
    const begun = run === 0 ? 0 : 1;
    if (size === 1) {
      out.boxes += this.lengthAlone(members[from], Math.min(begun, room), room);
      this.endOf[this.ids[from]] = run;
      return;
    }
    let length = begun;
    for (; length < room; length++) {
      this.part(from, from + size);
      if (parts.count !== 1 || this.endedCount > 0) break;
      size = this.nextCount;
      for (let i = 0; i < size; i++) members[from + i] = next[i];
    }
    out.boxes += length;
    if (length >= room) return;
    out.self[run] = this.endedWeight;
    out.selfSamples[run] = this.endedSamples;
    for (let i = 0; i < this.endedCount; i++) this.endOf[this.ended[i]] = run;
    this.sortParts();
    this.placeParts(run, from);
  }

  /** How many boxes a lone path has that goes on with `frame` after so many, `room` at most. */
  private lengthAlone(frame: number, begun: number, room: number): number {
    const { steps } = this;
    let length = begun;
    for (let at = frame; at > 0 && length < room; at = steps[2 * at + 1]) length++;
    return length;
  }

  /** Whether what lies there covers one of the places. */
  private isSeen(start: number, weight: number): boolean {
    const { places } = this.cut;
    return places === Infinity || coversPlace(start, weight, this.out.total[0], places);
  }

  /** Parts the group by the next function. */
  private part(from: number, to: number): void {
    const { parts } = this;
    parts.count = this.nextCount = 0;
    this.endedCount = 0;
    this.endedWeight = this.endedSamples = 0;
    this.goOn(from, to);
    for (let part = 0; part < parts.count; part++) this.partOfFunc[parts.func[part]] = 0;
  }

  /** The heaviest first. */
  private sortParts(): void {
    const { order } = this;
    const { count, weight, func } = this.parts;
    for (let i = 0; i < count; i++) order[i] = i;
    sortHeaviest(order, 0, count, weight, func);
  }

  /**
   * Puts the parts on the pile so that the heaviest comes off it first, and their members to where the group's lay. Parts
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
      pending.first[group] = parts.first[part];
      pending.parent[group] = run;
      pending.start[group] = parts.start[part];
      at += parts.size[part];
    }
    for (let i = 0; i < nextCount; i++) {
      if (parts.from[partOf[i]] < 0) continue;
      const to = parts.from[partOf[i]]++;
      members[to] = next[i];
      this.ids[to] = this.nextIds[i];
    }
  }
}
