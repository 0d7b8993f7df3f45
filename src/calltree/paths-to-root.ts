// Paths from boxes to the root as a tree of their own, which begins with those boxes:
//
//   main > parse > scan 3     root 6 > scan 5 > parse 3 > main 3
//   main > read > scan 2                      > read 2 > main 2
//   main > read 1                    > read 1 > main 1

import { NONE } from '../model/profile.ts';
import type { CallTree } from '../model/tree.ts';
import { Merge, UNCUT, type Cut } from './merge.ts';

/** Where paths begin, and what they weigh. */
export class Paths {
  length = 0;
  readonly box: Int32Array;
  readonly weight: Float64Array;
  readonly samples: Int32Array;

  constructor(most: number) {
    this.box = new Int32Array(most);
    this.weight = new Float64Array(most);
    this.samples = new Int32Array(most);
  }

  add(box: number, weight: number, samples: number): void {
    this.box[this.length] = box;
    this.weight[this.length] = weight;
    this.samples[this.length++] = samples;
  }
}

/** The tree of these paths. Children of the same weight come in the order of their first paths. */
export function treeOfPaths(tree: CallTree, paths: Paths, cut = UNCUT): CallTree {
  return new Climb(tree, paths, cut).climb();
}

/** Members are paths. */
class Climb extends Merge {
  private readonly paths: Paths;
  /** Of each box its function and the box it stands on, side by side because they are wanted together and in no order. */
  private readonly steps: Int32Array;

  constructor(tree: CallTree, paths: Paths, cut: Cut) {
    // Every run but the first ends where a path does or where paths part.
    super(tree, paths.length, 2 * paths.length + 1, cut);
    this.paths = paths;
    this.steps = stepsOf(tree);
  }

  climb(): CallTree {
    const { length, box, weight, samples } = this.paths;
    let total = 0;
    let count = 0;
    for (let path = 0; path < length; path++) {
      this.members[path] = box[path];
      this.weights[path] = weight[path];
      this.counts[path] = samples[path];
      total += weight[path];
      count += samples[path];
    }
    return this.merged(length, total, count);
  }

  protected goOn(from: number, to: number, step: number): void {
    if (this.goOnTogether(from, to, step)) return;
    const { members, weights, counts, steps } = this;
    for (let at = from; at < to; at++) {
      const box = step === 0 ? members[at] : steps[2 * members[at] + 1];
      if (box === 0) this.ends(weights[at], counts[at]);
      else this.goesOn(box, steps[2 * box], weights[at], counts[at]);
    }
  }

  /** Mostly all of a group go on with the same function: then nothing is to be weighed. */
  private goOnTogether(from: number, to: number, step: number): boolean {
    const { members, steps, next } = this;
    const lead = steps[2 * (step === 0 ? members[from] : steps[2 * members[from] + 1])];
    if (lead < 0) return false;
    for (let at = from; at < to; at++) {
      const box = step === 0 ? members[at] : steps[2 * members[at] + 1];
      if (steps[2 * box] !== lead) return false;
      next[at - from] = box;
    }
    this.goesOnAsOne(lead, to - from);
    return true;
  }

  protected writeAlone(_run: number, member: number, room: number): void {
    const { steps, out } = this;
    let length = 0;
    for (let box = this.members[member]; box > 0 && length < room; box = steps[2 * box + 1]) length++;
    out.boxes += length;
  }

  protected copyFuncs(box: number, to: Int32Array, from: number, end: number): void {
    const { steps } = this;
    for (let at = from, source = box; at < end; source = steps[2 * source + 1]) to[at++] = steps[2 * source];
  }
}

function stepsOf({ length, runs, first, parent, func }: CallTree): Int32Array {
  const steps = new Int32Array(2 * length);
  for (let run = 0; run < runs; run++) {
    let below = run === 0 ? NONE : first[parent[run] + 1] - 1;
    for (let box = first[run]; box < first[run + 1]; box++) {
      steps[2 * box] = func[box];
      steps[2 * box + 1] = below;
      below = box;
    }
  }
  return steps;
}
