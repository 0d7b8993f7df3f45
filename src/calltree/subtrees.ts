// What stands on some boxes of a tree, laid one on the other:
//
//   main > f 3 > g 2 > x 1     root 5 > f 5 > g 3 > x 1
//   run > f 2 > g 1                         > h 1
//             > h 1

import type { CallTree } from '../model/tree.ts';
import { Merge, UNCUT } from './merge.ts';

/** Boxes and their runs. */
export interface Boxes {
  readonly length: number;
  readonly box: Int32Array;
  readonly run: Int32Array;
}

/** The tree that begins with these boxes, none of which stands on another. */
export function treeOfSubtrees(tree: CallTree, boxes: Boxes): CallTree {
  let runs = 0;
  for (let i = 0; i < boxes.length; i++) runs += tree.end[boxes.run[i]] - boxes.run[i];
  return new Descent(tree, runs).descend(boxes);
}

/** Members are of runs: a run's last box goes on with the runs on it. */
class Descent extends Merge {
  constructor(tree: CallTree, runs: number) {
    // A run is parted where another leaves it.
    super(tree, runs, 2 * runs + 1, UNCUT);
  }

  descend({ length, box, run }: Boxes): CallTree {
    let total = 0;
    let count = 0;
    for (let i = 0; i < length; i++) {
      this.members[2 * i] = box[i];
      this.members[2 * i + 1] = run[i];
      total += this.tree.total[run[i]];
      count += this.tree.samples[run[i]];
    }
    return this.merged(length, total, count);
  }

  protected goOn(from: number, to: number, step: number): void {
    const { members } = this;
    const { func, first, end, total, samples, self, selfSamples } = this.tree;
    for (let at = 2 * from; at < 2 * to; at += 2) {
      const box = members[at] + step;
      const run = members[at + 1];
      if (box < first[run + 1]) {
        this.goesOn(box, run, func[box], total[run], samples[run]);
        continue;
      }
      if (self[run] > 0 || selfSamples[run] > 0) this.ends(self[run], selfSamples[run]);
      for (let child = run + 1; child < end[run]; child = end[child])
        this.goesOn(first[child], child, func[first[child]], total[child], samples[child]);
    }
  }

  /** All that stands on the member, as it is. */
  protected writeAlone(made: number, member: number): void {
    const { out, sourceBox } = this;
    const { first, parent, end, start, total, samples, self, selfSamples } = this.tree;
    const run = this.members[2 * member + 1];
    out.boxes += first[run + 1] - sourceBox[made];
    out.self[made] = self[run];
    out.selfSamples[made] = selfSamples[run];
    const right = out.start[made] - start[run];
    for (let each = run + 1; each < end[run]; each++) {
      const copy = out.open(made + parent[each] - run, right + start[each], total[each], samples[each]);
      sourceBox[copy] = first[each];
      out.boxes += first[each + 1] - first[each];
      out.self[copy] = self[each];
      out.selfSamples[copy] = selfSamples[each];
    }
  }

  protected copyFuncs(box: number, to: Int32Array, from: number, end: number): void {
    const { func } = this.tree;
    for (let at = from, source = box; at < end;) to[at++] = func[source++];
  }
}
