// Paths from boxes to the root as a tree of their own, which begins with those boxes:
//
//   main > parse > scan 3     root 6 > scan 5 > parse 3 > main 3
//   main > read > scan 2                      > read 2 > main 2
//   main > read 1                    > read 1 > main 1
//
// Paths that are the same so far are a group. What all of a group have in common from there on is a run; then it is
// parted by the next function. Most groups soon are a single path, whose rest is one run.

import { NONE } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';
import { funcsIn, RunWriter } from './run-writer.ts';

/**
 * Of each path, side by side because they are wanted together and in no order: the box it goes on with (0 at its end),
 * the first box of that box's run, the run, the number of samples, and the weight.
 */
const FIELDS = 6;
const FIRST = 1;
const RUN = 2;
const SAMPLES = 3;
/** Counted in doubles. */
const DOUBLES = FIELDS / 2;
const WEIGHT = 2;

/** Of each run, side by side: its first box, the run it stands on, and that run's last box. */
const LINKS = 4;
const BELOW = 1;
const BOX_BELOW = 2;

/** Where paths begin, and what they weigh. */
export class Paths {
  length = 0;
  readonly fields: Int32Array;
  readonly doubles: Float64Array;
  private readonly tree: CallTree;

  constructor(tree: CallTree, most: number) {
    this.tree = tree;
    this.fields = new Int32Array(most * FIELDS);
    this.doubles = new Float64Array(this.fields.buffer);
  }

  /** `box` is a box of the run `run`. */
  add(box: number, run: number, weight: number, samples: number): void {
    const at = this.length * FIELDS;
    this.fields[at] = box;
    this.fields[at + FIRST] = this.tree.first[run];
    this.fields[at + RUN] = run;
    this.fields[at + SAMPLES] = samples;
    this.doubles[this.length * DOUBLES + WEIGHT] = weight;
    this.length++;
  }
}

/**
 * The tree of these paths, which are used up by it, cut to `rows` rows, and to one box where it comes to
 * weigh less than `light`: what would go on beyond is self weight of the last box. Children of the same weight come in the order of their first paths.
 */
export function treeOfPaths(tree: CallTree, paths: Paths, rows: number, light = 0): CallTree {
  return new Climb(tree, paths, rows, light).climb();
}

/** From this many children on sorting them is left to the platform. */
const MANY = 24;

class Climb {
  private readonly tree: CallTree;
  private readonly links: Int32Array;
  private readonly rows: number;
  private readonly light: number;
  private readonly out: RunWriter;
  private readonly length: number;
  /** The paths; each group is a stretch of them. */
  private readonly fields: Int32Array;
  private readonly weight: Float64Array;
  /** Where they are moved from. */
  private readonly moved: Int32Array;
  private readonly pending: Groups;
  /** The groups that one is parted into, and their order. */
  private readonly parts: Groups;
  private readonly order: Int32Array;
  /** Of each path of the group that is being parted its part; of each function its part, as part + 1. */
  private readonly partOf: Int32Array;
  private readonly partOfFunc: Int32Array;
  /** The functions that the first path of a group goes on with. */
  private readonly lead: Int32Array;
  /** Of each run the box of a path, and that box's run, from which on the path has the functions of the run. */
  private readonly sourceBox: Int32Array;
  private readonly sourceRun: Int32Array;

  constructor(tree: CallTree, paths: Paths, rows: number, light: number) {
    const { length } = paths;
    // Every run but the first ends where a path does or where paths part.
    const most = 2 * length + 1;
    this.tree = tree;
    this.links = linksOf(tree);
    this.rows = rows;
    this.light = light;
    this.length = length;
    this.fields = paths.fields;
    this.weight = paths.doubles;
    this.out = new RunWriter(most);
    this.moved = new Int32Array(paths.fields.length);
    this.pending = new Groups(length + 1);
    this.parts = new Groups(length + 1);
    this.order = new Int32Array(length + 1);
    this.partOf = new Int32Array(length);
    this.partOfFunc = new Int32Array(funcsIn(tree));
    this.lead = new Int32Array(tree.rows);
    this.sourceBox = new Int32Array(most);
    this.sourceRun = new Int32Array(most);
  }

  climb(): CallTree {
    const { pending, out } = this;
    pending.add(NONE);
    for (let path = 0; path < this.length; path++) this.weigh(pending, 0, path);
    while (pending.count > 0) this.writeRun(--pending.count);
    const func = new Int32Array(out.boxes);
    out.first[out.runs] = out.boxes;
    for (let run = 0; run < out.runs; run++) {
      // The root is of no path.
      const from = out.first[run] + (run === 0 ? 1 : 0);
      this.copy(this.sourceBox[run], this.sourceRun[run], func, from, out.first[run + 1]);
    }
    func[0] = NONE;
    return out.finish(func);
  }

  private weigh(groups: Groups, group: number, path: number): void {
    groups.size[group]++;
    groups.weight[group] += this.weight[path * DOUBLES + WEIGHT];
    groups.samples[group] += this.fields[path * FIELDS + SAMPLES];
  }

  /** The boxes that all paths of the group go on with; then what is left of it is parted. */
  private writeRun(group: number): void {
    const { out, pending, fields } = this;
    const from = pending.from[group];
    const to = from + pending.size[group];
    const total = pending.weight[group];
    const samples = pending.samples[group];
    const run = out.open(pending.parent[group], pending.start[group], total, samples);
    if (run === 0) out.boxes = 1;
    // The first box of what weighs little was parted from the others: it is there.
    const room = total < this.light ? Math.min(1, this.rows - out.depthHere()) : this.rows - out.depthHere();
    let length = 0;
    if (to > from) {
      this.sourceBox[run] = fields[from * FIELDS];
      this.sourceRun[run] = fields[from * FIELDS + RUN];
      length = this.common(from, to, room);
    }
    out.boxes += length;
    if (to - from > 1 && length < room) {
      for (let path = from; path < to; path++) this.advance(path, length);
      this.part(run, from, to);
    } else {
      out.self[run] = total;
      out.selfSamples[run] = samples;
    }
  }

  /** How many boxes these paths have in common from here on, at most `most`. */
  private common(from: number, to: number, most: number): number {
    const { func, first, depth } = this.tree;
    const { fields, lead, links } = this;
    const leadBox = fields[from * FIELDS];
    const leadRun = fields[from * FIELDS + RUN];
    // As many boxes as this one is deep: the root is none of them.
    let length = Math.min(most, depth[leadRun] + leadBox - first[leadRun]);
    if (to - from === 1) return length;
    this.copy(leadBox, leadRun, lead, 0, length);
    for (let path = from + 1; path < to && length > 0; path++) {
      let box = fields[path * FIELDS];
      let stop = fields[path * FIELDS + FIRST];
      let run = fields[path * FIELDS + RUN];
      // A path that ends comes to the root, whose function is none of theirs.
      for (let i = 0; i < length; i++) {
        if (func[box] !== lead[i]) length = i;
        else if (box > stop) box--;
        else {
          box = links[run * LINKS + BOX_BELOW];
          run = links[run * LINKS + BELOW];
          stop = links[run * LINKS];
        }
      }
    }
    return length;
  }

  /** The functions of a path from this box on, as many as there is room for. */
  private copy(box: number, run: number, to: Int32Array, from: number, end: number): void {
    const { func } = this.tree;
    const { links } = this;
    for (let at = from; at < end;) {
      const stop = Math.max(links[run * LINKS], box - (end - at) + 1);
      for (; box >= stop; box--) to[at++] = func[box];
      box = links[run * LINKS + BOX_BELOW];
      run = links[run * LINKS + BELOW];
    }
  }

  private advance(path: number, by: number): void {
    const { links } = this;
    const at = path * FIELDS;
    let box = this.fields[at];
    let stop = this.fields[at + FIRST];
    if (box - by >= stop) {
      this.fields[at] = box - by;
      return;
    }
    let run = this.fields[at + RUN];
    while (box - by < stop) {
      by -= box - stop + 1;
      box = links[run * LINKS + BOX_BELOW];
      run = links[run * LINKS + BELOW];
      stop = links[run * LINKS];
    }
    this.fields[at] = box - by;
    this.fields[at + FIRST] = stop;
    this.fields[at + RUN] = run;
  }

  /** Parts the group by the next function; what ends here is self weight of the run. */
  private part(run: number, from: number, to: number): void {
    const { partOf, partOfFunc, parts, out, fields } = this;
    const { func } = this.tree;
    parts.count = 0;
    for (let path = from; path < to; path++) {
      const next = func[fields[path * FIELDS]];
      if (next < 0) {
        partOf[path - from] = NONE;
        out.self[run] += this.weight[path * DOUBLES + WEIGHT];
        out.selfSamples[run] += fields[path * FIELDS + SAMPLES];
        continue;
      }
      if (partOfFunc[next] === 0) partOfFunc[next] = parts.add(next) + 1;
      partOf[path - from] = partOfFunc[next] - 1;
      this.weigh(parts, partOfFunc[next] - 1, path);
    }
    for (let part = 0; part < parts.count; part++) partOfFunc[parts.func[part]] = 0;
    this.sortParts();
    this.placeParts(run, from);
    this.movePaths(from, to);
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

  /** Says where the parts lie, and puts them on the pile so that the heaviest comes off it first. */
  private placeParts(run: number, from: number): void {
    const { parts, pending, order } = this;
    let at = from;
    let start = this.out.start[run];
    for (let i = 0; i < parts.count; i++) {
      const part = order[i];
      const group = pending.count + parts.count - 1 - i;
      parts.from[part] = at;
      pending.from[group] = at;
      pending.size[group] = parts.size[part];
      pending.weight[group] = parts.weight[part];
      pending.samples[group] = parts.samples[part];
      pending.parent[group] = run;
      pending.start[group] = start;
      at += parts.size[part];
      start += parts.weight[part];
    }
    pending.count += parts.count;
  }

  /** Moves the paths to their parts. Those that have ended are in none. */
  private movePaths(from: number, to: number): void {
    const { fields, moved, partOf, parts } = this;
    for (let i = from * FIELDS; i < to * FIELDS; i++) moved[i] = fields[i];
    for (let path = from; path < to; path++) {
      const part = partOf[path - from];
      if (part < 0) continue;
      const at = parts.from[part]++ * FIELDS;
      for (let i = 0; i < FIELDS; i++) fields[at + i] = moved[path * FIELDS + i];
    }
  }
}

function linksOf({ runs, first, parent }: CallTree): Int32Array {
  const links = new Int32Array(runs * LINKS);
  for (let run = 0; run < runs; run++) {
    links[run * LINKS] = first[run];
    links[run * LINKS + BELOW] = parent[run];
    links[run * LINKS + BOX_BELOW] = parent[run] < 0 ? NONE : first[parent[run] + 1] - 1;
  }
  return links;
}

/** Groups of paths. */
class Groups {
  count = 0;
  /** The function they go on with. */
  readonly func: Int32Array;
  /** Where its paths lie, and how many they are. */
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
