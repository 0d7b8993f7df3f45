// Paths from frames to the root as a tree of their own, which begins with those frames:
//
//   main > parse > scan 3     root 6 > scan 5 > parse 3 > main 3
//   main > read > scan 2                      > read 2 > main 2
//   main > read 1                    > read 1 > main 1
//
// Paths that have had the same functions so far are a group. What all of a group have in common from there on is a run;
// then it is parted by the next function. Most groups soon are a single path, whose rest is known.

import type { Stints } from '../model/stints.ts';
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

/** So many frames are a stint. */
const STINT = 100_000;

/** The tree of these paths. `funcs` is above every function. */
export function treeOfPaths(steps: Steps, funcs: number, paths: Paths, cut = UNCUT): Stints<TreeOfPaths> {
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
  /** Of each member of one group the function it goes on with, the frame behind that, which path it is, and its part. */
  private readonly nextFunc: Int32Array;
  private readonly next: Int32Array;
  private readonly nextIds: Int32Array;
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
  /** How many frames were read. */
  private frames = 0;
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
    this.nextFunc = new Int32Array(most);
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

  *climb(): Stints<TreeOfPaths> {
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
    for (let done = 0; pending.count > 0;) {
      this.writeRun(--pending.count);
      if (this.frames < done + STINT) continue;
      done = this.frames;
      yield;
    }
    const func = yield* this.funcsOfBoxes();
    return { tree: out.finish(func), endOf };
  }

  private *funcsOfBoxes(): Stints<Int32Array> {
    const { out, source } = this;
    const func = new Int32Array(out.boxes);
    out.first[out.runs] = out.boxes;
    for (let run = 0, done = 0; run < out.runs; run++) {
      // The root is of no path.
      const from = run === 0 ? 1 : out.first[run];
      this.writeFuncs(source[run], func, from, out.first[run + 1]);
      if (from < done + STINT) continue;
      done = from;
      yield;
    }
    func[0] = NONE;
    return func;
  }

  /** The functions of the boxes from `from` on, of which the first is this frame. */
  private writeFuncs(first: number, func: Int32Array, from: number, to: number): void {
    const { steps } = this;
    for (let at = from, frame = first; at < to; frame = steps[2 * frame + 1]) func[at++] = steps[2 * frame];
  }

  /**
   * Reads what the members from `from` to before `to` go on with, and says whether that is the same function. All are read
   * before anything is made of them: their frames lie far from each other, and so they are fetched side by side.
   */
  private read(from: number, to: number): boolean {
    const { members, steps, nextFunc, next } = this;
    this.frames += to - from;
    const lead = steps[2 * members[from]];
    let differences = lead < 0 ? 1 : 0;
    for (let at = from; at < to; at++) {
      const frame = members[at];
      const func = steps[2 * frame];
      differences |= func ^ lead;
      nextFunc[at - from] = func;
      next[at - from] = steps[2 * frame + 1];
    }
    return differences === 0;
  }

  private ends(path: number): void {
    this.ended[this.endedCount++] = path;
    this.endedWeight += this.paths.weight[path];
    this.endedSamples += this.paths.samples[path];
  }

  /** The boxes that all of a group go on with; then what is left of it is parted. */
  private writeRun(group: number): void {
    const { out, pending, members, next } = this;
    const from = pending.from[group];
    const size = pending.size[group];
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
      if (!this.read(from, from + size)) break;
      for (let i = 0; i < size; i++) members[from + i] = next[i];
    }
    out.boxes += length;
    if (length >= room) return;
    this.part(from, size);
    out.self[run] = this.endedWeight;
    out.selfSamples[run] = this.endedSamples;
    for (let i = 0; i < this.endedCount; i++) this.endOf[this.ended[i]] = run;
    this.sortParts();
    this.placeParts(run, from, size);
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

  /** Parts the group of so many members from `from` on by the functions that were read. */
  private part(from: number, size: number): void {
    const { parts, paths, members, ids, nextFunc, nextIds, partOf, partOfFunc } = this;
    parts.count = 0;
    this.endedCount = 0;
    this.endedWeight = this.endedSamples = 0;
    for (let i = 0; i < size; i++) {
      const func = nextFunc[i];
      const path = ids[from + i];
      nextIds[i] = path;
      if (func < 0) {
        partOf[i] = NONE;
        this.ends(path);
        continue;
      }
      if (partOfFunc[func] === 0) partOfFunc[func] = parts.add(func, members[from + i]) + 1;
      const part = partOfFunc[func] - 1;
      parts.size[part]++;
      parts.weight[part] += paths.weight[path];
      parts.samples[part] += paths.samples[path];
      partOf[i] = part;
    }
    for (let part = 0; part < parts.count; part++) partOfFunc[parts.func[part]] = 0;
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
  private placeParts(run: number, from: number, size: number): void {
    const { parts, pending, order, members, next, partOf } = this;
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
    for (let i = 0; i < size; i++) {
      const part = partOf[i];
      if (part < 0 || parts.from[part] < 0) continue;
      const to = parts.from[part]++;
      members[to] = next[i];
      this.ids[to] = this.nextIds[i];
    }
  }
}
