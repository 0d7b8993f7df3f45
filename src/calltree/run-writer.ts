// Writes the runs of a call tree in the order in which they are numbered: depth first. The functions of the boxes
// are filled in at the end, when it is known how many there are.

import type { CallTree } from '../model/tree.ts';
import { longer } from './siblings.ts';

export class RunWriter {
  /** Runs and boxes so far. */
  runs = 0;
  boxes = 0;
  first: Int32Array;
  start: Float64Array;
  total: Float64Array;
  /** Of each run the weight that ends in its last box, and the samples: 0 until they are set. */
  self: Float64Array;
  selfSamples: Int32Array;
  private parent: Int32Array;
  private depth: Int32Array;
  private samples: Int32Array;

  /** There will be about `most` runs. Room that is never used costs address space, but no memory. */
  constructor(most: number) {
    this.first = new Int32Array(most + 1);
    this.parent = new Int32Array(most);
    this.depth = new Int32Array(most);
    this.start = new Float64Array(most);
    this.total = new Float64Array(most);
    this.self = new Float64Array(most);
    this.samples = new Int32Array(most);
    this.selfSamples = new Int32Array(most);
  }

  /** The next run, which stands on the run `parent`. Its boxes are those counted from now on. */
  open(parent: number, start: number, total: number, samples: number): number {
    const run = this.runs++;
    if (run === this.parent.length) this.grow(2 * run);
    this.first[run] = this.boxes;
    this.parent[run] = parent;
    // The parent is complete: another run has begun behind its last box.
    this.depth[run] = parent < 0 ? 0 : this.depth[parent] + this.first[parent + 1] - this.first[parent];
    this.start[run] = start;
    this.total[run] = total;
    this.samples[run] = samples;
    return run;
  }

  private grow(most: number): void {
    this.first = longer(this.first, new Int32Array(most + 1));
    this.parent = longer(this.parent, new Int32Array(most));
    this.depth = longer(this.depth, new Int32Array(most));
    this.start = longer(this.start, new Float64Array(most));
    this.total = longer(this.total, new Float64Array(most));
    this.self = longer(this.self, new Float64Array(most));
    this.samples = longer(this.samples, new Int32Array(most));
    this.selfSamples = longer(this.selfSamples, new Int32Array(most));
  }

  /** The depth of the box that is counted next. */
  depthHere(): number {
    const run = this.runs - 1;
    return this.depth[run] + this.boxes - this.first[run];
  }

  /** `func` begins with the functions of as many boxes as were counted. Nothing is copied: what was too much room stays. */
  finish(func: Int32Array): CallTree {
    const { runs, boxes } = this;
    this.first[runs] = boxes;
    const first = this.first.subarray(0, runs + 1);
    const parent = this.parent.subarray(0, runs);
    const depth = this.depth.subarray(0, runs);
    let rows = 0;
    for (let run = 0; run < runs; run++) rows = Math.max(rows, depth[run] + first[run + 1] - first[run]);
    return {
      length: boxes,
      func: func.subarray(0, boxes),
      runs,
      first,
      parent,
      end: endsOf(parent),
      depth,
      total: this.total.subarray(0, runs),
      self: this.self.subarray(0, runs),
      samples: this.samples.subarray(0, runs),
      selfSamples: this.selfSamples.subarray(0, runs),
      start: this.start.subarray(0, runs),
      rows,
    };
  }
}

/** Of each run the run behind its subtree; children come after their parent, so from the back each is known in time. */
export function endsOf(parent: Int32Array): Int32Array {
  const end = new Int32Array(parent.length);
  for (let run = parent.length - 1; run >= 0; run--) {
    end[run] = Math.max(end[run], run + 1);
    if (run > 0) end[parent[run]] = Math.max(end[parent[run]], end[run]);
  }
  return end;
}
