// Makes the runs of a tree whose boxes begin and end in the order of time. What is a run is known only when it ends, so
// runs are made in that order, each right behind those that stand on it, and numbered depth first at last.

import { NONE } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';

export class EndingRuns {
  /** The runs that go on, each on the one before, the root's first. */
  private readonly open: Columns;
  private readonly ended: Columns;

  /** At most `most` runs, `rows` rows. */
  constructor(most: number, rows: number) {
    this.open = new Columns(rows);
    this.ended = new Columns(most);
  }

  /** A run begins with the sample `at`, of the boxes from `first` on at the depths from `depth` to `last`. */
  begin(first: number, depth: number, last: number, start: number, at: number): void {
    const { open } = this;
    const run = open.count++;
    open.first[run] = first;
    open.depth[run] = depth;
    open.last[run] = last;
    open.start[run] = start;
    open.samples[run] = at;
    open.size[run] = 1;
  }

  /** All boxes deeper than `depth` end before the sample `at`. */
  endAbove(depth: number, time: number, at: number): void {
    const { open, ended } = this;
    for (let run = open.count - 1; open.last[run] > depth; run = open.count - 1) {
      const isWhole = open.depth[run] > depth;
      const made = ended.add(open, run, time - open.start[run], at - open.samples[run]);
      if (isWhole) {
        open.count--;
        open.size[run - 1] += open.size[run];
      } else {
        // What goes on is a run of its own, and the upper part stands on it.
        ended.first[made] += depth + 1 - open.depth[run];
        ended.depth[made] = depth + 1;
        open.last[run] = depth;
        open.size[run]++;
      }
    }
  }

  /** Ends the root, `length` long and of so many samples, and numbers the runs. What nothing stands on is self weight. */
  finish(func: Int32Array, rows: number, length: number, samples: number): CallTree {
    const { ended } = this;
    const root = ended.add(this.open, 0, length, samples);
    const runs = ended.count;
    const tree = {
      length: func.length,
      func,
      runs,
      first: new Int32Array(runs + 1),
      parent: new Int32Array(runs),
      end: new Int32Array(runs),
      depth: new Int32Array(runs),
      total: new Float64Array(runs),
      self: new Float64Array(runs),
      samples: new Int32Array(runs),
      selfSamples: new Int32Array(runs),
      start: new Float64Array(runs),
      rows,
    };
    tree.first[runs] = func.length;
    tree.parent[0] = NONE;
    /** The number of each run. */
    const number = new Int32Array(runs);
    for (let run = root; run >= 0; run--) {
      const at = number[run];
      tree.first[at] = ended.first[run];
      tree.depth[at] = ended.depth[run];
      tree.start[at] = ended.start[run];
      tree.total[at] = ended.total[run];
      tree.samples[at] = ended.samples[run];
      let self = ended.total[run];
      let selfSamples = ended.samples[run];
      let behind = at + ended.size[run];
      tree.end[at] = behind;
      // Those that stand on it lie before it, the last one nearest.
      for (let child = run - 1; child > run - ended.size[run]; child -= ended.size[child]) {
        behind -= ended.size[child];
        number[child] = behind;
        tree.parent[behind] = at;
        self -= ended.total[child];
        selfSamples -= ended.samples[child];
      }
      tree.self[at] = self;
      tree.selfSamples[at] = selfSamples;
    }
    return tree;
  }
}

class Columns {
  count = 0;
  /** The first box, its depth, and the depth of the last. */
  readonly first: Int32Array;
  readonly depth: Int32Array;
  readonly last: Int32Array;
  readonly start: Float64Array;
  readonly total: Float64Array;
  /** Of a run that goes on the first of its samples, of one that has ended how many they are. */
  readonly samples: Int32Array;
  /** Runs of its subtree, itself included. */
  readonly size: Int32Array;

  constructor(most: number) {
    this.first = new Int32Array(most);
    this.depth = new Int32Array(most);
    this.last = new Int32Array(most);
    this.start = new Float64Array(most);
    this.total = new Float64Array(most);
    this.samples = new Int32Array(most);
    this.size = new Int32Array(most);
  }

  /** A run of other columns, with its length and its samples. */
  add(from: Columns, run: number, total: number, samples: number): number {
    const made = this.count++;
    this.first[made] = from.first[run];
    this.depth[made] = from.depth[run];
    this.last[made] = from.last[run];
    this.start[made] = from.start[run];
    this.total[made] = total;
    this.samples[made] = samples;
    this.size[made] = from.size[run];
    return made;
  }
}
