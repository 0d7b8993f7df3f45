// Groups of paths that have had the same functions so far.

import { NONE } from '../model/profile.ts';

/** Each is a stretch of a list of paths. */
export class Groups {
  count = 0;
  /** The function they go on with, and a frame that is shown as it. */
  readonly func: Int32Array;
  readonly first: Int32Array;
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
    this.first = new Int32Array(most);
    this.from = new Int32Array(most);
    this.size = new Int32Array(most);
    this.weight = new Float64Array(most);
    this.samples = new Int32Array(most);
    this.parent = new Int32Array(most);
    this.start = new Float64Array(most);
  }

  /** An empty group; it stands on nothing. */
  add(func: number, first: number): number {
    const group = this.count++;
    this.func[group] = func;
    this.first[group] = first;
    this.from[group] = 0;
    this.size[group] = 0;
    this.weight[group] = 0;
    this.samples[group] = 0;
    this.parent[group] = NONE;
    return group;
  }
}
