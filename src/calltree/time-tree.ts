// The tree of one lane in the order of time. A box goes on from one sample to the next as long as the next has it too
// and no time lies between them:
//
//   time    0         10        20        30        40
//   sample  main;a;x  main;a    main;b              main;a
//   row 1   main---------------------------         main------
//   row 2   a-----------------  b----------         a---------
//   row 3   x--------
//
// Boxes are numbered as they begin, which is depth first.
//
// A first picture needs only what is found at some places: boxes that cover none of them are left out, all others are as
// they are in the whole tree.

import { NONE } from '../model/profile.ts';
import type { InRuns, StackRuns } from '../model/stack-runs.ts';
import { placeIn, type CallTree } from '../model/tree.ts';
import { EndingRuns } from './ending-runs.ts';
import type { Shown } from './times.ts';

/** The samples of a lane that are found at a place. */
interface Seen {
  readonly count: number;
  readonly at: Int32Array;
  /** Of each how many frames it has in common with the one before and all between; none when time lies between any. */
  readonly common: Int32Array;
  /** Of the tree of these samples, and the rows of that of all. */
  readonly boxes: number;
  readonly rows: number;
}

export class TimeTrees {
  private readonly profile: InRuns;
  private readonly shown: Shown;
  private readonly places: number;
  /** Of each run how many frames its stack has. */
  private readonly depth: Int32Array;
  /** Of each run its number depth first, and that behind all that stands on it. */
  private readonly number: Int32Array;
  private readonly behind: Int32Array;
  /** Of each sample the number of its stack, as ~number when time lies before it or it is the first of its lane. */
  private readonly numbers: Int32Array;
  /** Where the boxes of a sample begin: those deeper than `above` with the sample `begun`, the deepest first. */
  private readonly above: Int32Array;
  private readonly begun: Int32Array;

  /** The trees are of what is found at `places` places; of all there is when that is Infinity. */
  constructor(profile: InRuns, shown: Shown, places: number) {
    this.profile = profile;
    this.shown = shown;
    this.places = places;
    this.depth = depthsOf(profile.runs);
    ({ number: this.number, behind: this.behind } = depthFirstNumbers(profile.runs));
    this.numbers = new Int32Array(shown.sample.length);
    let deepest = 0;
    for (let run = 0; run < profile.runs.length; run++) deepest = Math.max(deepest, this.depth[run]);
    this.above = new Int32Array(deepest);
    this.begun = new Int32Array(deepest);
  }

  /** The tree of the samples of a lane. */
  tree(lane: number): CallTree {
    const first = this.shown.first[lane];
    const end = this.shown.first[lane + 1];
    const seen = this.seenOf(first, end);
    const func = new Int32Array(seen.boxes);
    // A sample makes one run, and parts another in two.
    const runs = new EndingRuns(Math.min(2 * (end - first) + 1, seen.boxes), seen.rows);
    func[0] = NONE;
    runs.begin(0, 0, 0, 0, first);
    let next = 1;
    let before = first - 1;
    for (let i = 0; i < seen.count; i++) {
      const at = seen.at[i];
      const common = seen.common[i];
      if (i > 0) this.end(runs, before, at, common);
      this.begin(runs, before, at, common, next);
      const added = this.depth[this.stackOf(at)] - common;
      this.copyFuncs(this.stackOf(at), func, next, next + added);
      next += added;
      before = at;
    }
    if (seen.count > 0) this.end(runs, before, end, 0);
    return runs.finish(func, seen.rows, this.shown.to - this.shown.from, end - first);
  }

  /** The samples from `first` to before `end` that are found at a place. */
  private seenOf(first: number, end: number): Seen {
    const { places, depth, number, numbers } = this;
    const { from, to, start, end: ends, sample } = this.shown;
    const { stack: stacks } = this.profile.samples;
    const most = Math.min(end - first, places);
    const at = new Int32Array(most);
    const common = new Int32Array(most);
    let count = 0;
    let boxes = 1;
    let rows = 1;
    // Of all stacks since the last sample that is seen those that are lowest and highest depth first.
    let lowest = 0;
    let highest = 0;
    // Whether time lies between any of them, or there is none before.
    let isApart = true;
    let place = 0;
    let next = places === Infinity ? NaN : 0;
    for (let each = first; each < end; each++) {
      const stack = stacks[sample[each]];
      const isNeighbour = each > first && start[each] <= ends[each - 1];
      numbers[each] = isNeighbour ? number[stack] : ~number[stack];
      rows = Math.max(rows, depth[stack] + 1);
      if (!isNeighbour) isApart = true;
      if (number[stack] < number[lowest]) lowest = stack;
      if (number[stack] > number[highest]) highest = stack;
      while (next < start[each] - from && place < places) next = placeIn(to - from, ++place, places);
      if (next >= ends[each] - from || place === places) continue;
      at[count] = each;
      // What lies between two runs depth first stands on all that both stand on.
      common[count] = isApart ? 0 : this.commonDepth(lowest, highest);
      boxes += depth[stack] - common[count++];
      lowest = highest = stack;
      isApart = false;
    }
    return { count, at, common, boxes, rows };
  }

  private stackOf(at: number): number {
    return this.profile.samples.stack[this.shown.sample[at]];
  }

  /** How many frames the stacks of two runs have in common, from the root. */
  private commonDepth(one: number, other: number): number {
    const { parent } = this.profile.runs;
    // Parents come before children.
    while (one !== other) {
      if (one > other) one = parent[one];
      else other = parent[other];
    }
    return this.depth[one];
  }

  /** Ends the boxes of the sample `one` that are not all the way to `other`: down to the depth `common` all of them. */
  private end(runs: EndingRuns, one: number, other: number, common: number): void {
    const { numbers, depth } = this;
    const { end, from } = this.shown;
    let run = this.stackOf(one);
    let deepest = depth[run];
    for (let at = one + 1; deepest > common; at++) {
      if (at < other) run = this.under(run, numbers[at]);
      const goesOn = at < other ? this.depthOf(run) : common;
      if (goesOn === deepest) continue;
      deepest = goesOn;
      runs.endAbove(deepest, end[at - 1] - from, at);
    }
  }

  /** Begins the boxes of the sample `other` deeper than `common`, which come behind `one`, with the box `first`. */
  private begin(runs: EndingRuns, one: number, other: number, common: number, first: number): void {
    const { above, begun, numbers } = this;
    const { start, from } = this.shown;
    let run = this.stackOf(other);
    const last = this.depthOf(run);
    let count = 0;
    let deepest = last;
    for (let at = other; deepest > common; at--) {
      const before = at - 1;
      if (before > one)
        run = numbers[at] < 0 ? NONE : this.under(run, Math.max(numbers[before], ~numbers[before]));
      const wasThere = before > one ? this.depthOf(run) : common;
      if (wasThere === deepest) continue;
      above[count] = deepest = wasThere;
      begun[count++] = at;
    }
    while (count-- > 0) {
      const to = count > 0 ? above[count - 1] : last;
      const box = first + above[count] - common;
      runs.begin(box, above[count] + 1, to, start[begun[count]] - from, begun[count]);
    }
  }

  /** Run 0 may hold frames that all stacks begin with: what is seen of none is NONE. */
  private depthOf(run: number): number {
    return run < 0 ? 0 : this.depth[run];
  }

  /** The run, or the highest below it, that the stack with this number stands on too; NONE for one behind a gap. */
  private under(run: number, wanted: number): number {
    if (wanted < 0) return NONE;
    const { number, behind } = this;
    const { parent } = this.profile.runs;
    let under = run;
    while (wanted < number[under] || wanted >= behind[under]) under = parent[under];
    return under;
  }

  /** The functions of the last frames of a stack. */
  private copyFuncs(stack: number, func: Int32Array, first: number, end: number): void {
    const { from, to, parent, func: source } = this.profile.runs;
    for (let box = end, run = stack; box > first; run = parent[run]) {
      const lowest = Math.max(from[run], to[run] - (box - first));
      for (let at = to[run] - 1; at >= lowest; at--) func[--box] = source[at];
    }
  }
}

function depthsOf({ length, parent, from, to }: StackRuns): Int32Array {
  const depth = new Int32Array(length);
  // The root is no frame.
  depth[0] = to[0] - from[0] - 1;
  for (let run = 1; run < length; run++) depth[run] = depth[parent[run]] + to[run] - from[run];
  return depth;
}

/** Numbers depth first: all that stands on a run has numbers side by side, from its own up to the one behind. */
function depthFirstNumbers({ length, parent }: StackRuns): { number: Int32Array; behind: Int32Array } {
  /** Of each run how many stand on it, itself included; then the number behind those. */
  const behind = new Int32Array(length).fill(1);
  for (let run = length - 1; run > 0; run--) behind[parent[run]] += behind[run];
  const number = new Int32Array(length);
  /** Of each run the number of the next one on it. */
  const next = new Int32Array(length).fill(1);
  for (let run = 1; run < length; run++) {
    number[run] = next[parent[run]];
    next[run] = number[run] + 1;
    behind[run] += number[run];
    next[parent[run]] = behind[run];
  }
  return { number, behind };
}
