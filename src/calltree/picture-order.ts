// Samples and their stacks in the order of a picture: boxes of the same weight stand in the order of their stacks, so whoever
// builds the tree of it again gets the same picture.

import { Int32Column } from '../model/columns.ts';
import { NONE, type Profile } from '../model/profile.ts';

/** `place` is where in the picture each sample ends: one that ends farther on has a higher place, one that is left out NONE. */
export function inPictureOrder(profile: Profile, place: Int32Array): Profile {
  const { samples, stacks } = profile;
  const order = Int32Array.from(place.keys())
    .filter((sample) => place[sample] >= 0)
    .sort((a, b) => place[a] - place[b] || a - b);
  const numbers = new Int32Array(stacks.length).fill(NONE);
  const kept = new Int32Column();
  const path: number[] = [];
  for (const sample of order) {
    for (let row = samples.stack[sample]; row >= 0 && numbers[row] < 0; row = stacks.parent[row])
      path.push(row);
    for (let row = path.pop(); row !== undefined; row = path.pop()) {
      numbers[row] = kept.length;
      kept.push(row);
    }
  }
  const rows = kept.take();
  const numberOf = (row: number) => (row < 0 ? NONE : numbers[row]);
  return {
    ...profile,
    stacks: {
      length: rows.length,
      parent: rows.map((row) => numberOf(stacks.parent[row])),
      frame: rows.map((row) => stacks.frame[row]),
    },
    samples: {
      length: order.length,
      stack: order.map((sample) => numberOf(samples.stack[sample])),
      thread: order.map((sample) => samples.thread[sample]),
      event: Uint8Array.from(order, (sample) => samples.event[sample]),
      time: Float64Array.from(order, (sample) => samples.time[sample]),
      weight: Float64Array.from(order, (sample) => samples.weight[sample]),
    },
  };
}
