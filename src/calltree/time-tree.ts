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

import { NONE } from '../model/profile.ts';
import type { InRuns, StackRuns } from '../model/stack-runs.ts';
import type { CallTree } from '../model/tree.ts';
import { EndingRuns } from './ending-runs.ts';
import type { SamplesByLane, Spans } from './spans.ts';

export class TimeTrees {
  private readonly profile: InRuns;
  private readonly lanes: SamplesByLane;
  private readonly spans: Spans;
  private readonly from: number;
  private readonly length: number;
  /** Of each run how many frames its stack has. */
  private readonly depth: Int32Array;
  /** Of each sample of the lane how many frames it has in common with the one before. */
  private readonly common: Int32Array;

  /** The trees begin at `from` and are `length` long, both in the time of the spans. */
  constructor(profile: InRuns, lanes: SamplesByLane, spans: Spans, from: number, length: number) {
    this.profile = profile;
    this.lanes = lanes;
    this.spans = spans;
    this.from = from;
    this.length = length;
    this.depth = depthsOf(profile.runs);
    this.common = new Int32Array(lanes.sample.length);
  }

  /** The tree of the first `count` samples of a lane. */
  tree(lane: number, count: number): CallTree {
    const { common, depth } = this;
    const { sample } = this.lanes;
    const { stack } = this.profile.samples;
    const first = this.lanes.first[lane];
    let boxes = 1;
    let rows = 1;
    for (let at = first; at < first + count; at++) {
      const isNeighbour = at > first && this.spans.start[at] <= this.spans.end[at - 1];
      common[at] = isNeighbour ? this.commonDepth(stack[sample[at - 1]], stack[sample[at]]) : 0;
      const frames = depth[stack[sample[at]]];
      boxes += frames - common[at];
      rows = Math.max(rows, frames + 1);
    }
    return this.write(first, count, boxes, rows);
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

  private write(first: number, count: number, boxes: number, rows: number): CallTree {
    const { common, depth, from } = this;
    const { runs: stacks, samples } = this.profile;
    const { start, end } = this.spans;
    const func = new Int32Array(boxes);
    // A sample makes one run, and parts another in two.
    const runs = new EndingRuns(2 * count + 1, rows);
    func[0] = NONE;
    runs.begin(0, 0, 0, 0);
    let next = 1;
    let covered = 0;
    for (let at = first; at < first + count; at++) {
      const stack = samples.stack[this.lanes.sample[at]];
      if (at > first) runs.endAbove(common[at], end[at - 1] - from);
      const added = depth[stack] - common[at];
      if (added > 0) runs.begin(next, common[at] + 1, depth[stack], start[at] - from);
      next += added;
      for (let box = next, of = stack; box > next - added; of = stacks.parent[of]) {
        const lowest = Math.max(stacks.from[of], stacks.to[of] - (box - (next - added)));
        for (let at = stacks.to[of] - 1; at >= lowest; at--) func[--box] = stacks.func[at];
      }
      runs.sample(end[at] - start[at]);
      covered += end[at] - start[at];
    }
    runs.endAbove(0, end[first + count - 1] - from);
    return runs.finish(func, rows, this.length, this.length - covered);
  }
}

function depthsOf({ length, parent, from, to }: StackRuns): Int32Array {
  const depth = new Int32Array(length);
  // The root is no frame.
  depth[0] = to[0] - from[0] - 1;
  for (let run = 1; run < length; run++) depth[run] = depth[parent[run]] + to[run] - from[run];
  return depth;
}
