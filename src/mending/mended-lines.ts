// Gives re-attached stacks the lines of their samples. Mending shares stacks with samples that may be at other lines, and the missing
// part of a stack has no lines, because other samples say nothing about them:
//
//   recorded                        py::run line 7 → py::work line 3
//   re-attached          py::main → py::run line 7 → py::work line 3

import { inSlices, type TimeSliced } from '../async/time-slices.ts';
import { FrameIds, PairTable } from '../model/numbering.ts';
import { NONE, type Profile } from '../model/profile.ts';
import type { Mending } from './mend.ts';

const SAMPLES_PER_SLICE = 1 << 10;

/** `profile` is the one that was mended. Unchanged if it has no lines. */
export function* withMendedLines(mending: Mending, profile: Profile): TimeSliced<Mending> {
  const { line } = profile.stacks;
  if (!line) return mending;
  const lined = new MendedStacks(mending, profile, line);
  yield* inSlices(mending.stack.length, (from, to) => lined.add(from, to), SAMPLES_PER_SLICE);
  return lined.finish();
}

class MendedStacks {
  private readonly mending: Mending;
  private readonly profile: Profile;
  /** Per recorded stack. */
  private readonly line: Int32Array;
  private readonly frames = new FrameIds();
  private readonly table = new PairTable();
  private readonly stack: Int32Array;
  private readonly firstRecorded: Int32Array;

  constructor(mending: Mending, profile: Profile, line: Int32Array) {
    this.mending = mending;
    this.profile = profile;
    this.line = line;
    this.stack = new Int32Array(mending.stack.length).fill(NONE);
    this.firstRecorded = this.stack.slice();
  }

  add(from: number, to: number): void {
    for (let sample = from; sample < to; sample++)
      if (this.mending.stack[sample] >= 0) this.addSample(sample);
  }

  private addSample(sample: number): void {
    const { mending, line, frames, table } = this;
    const { stacks, samples } = this.profile;
    /** Leaf first. */
    const path: number[] = [];
    let recorded = samples.stack[sample];
    let missing: number = NONE;
    for (let row = mending.stack[sample]; row >= 0; row = this.parentOf(row)) {
      path.push(frames.of(this.funcOf(row), recorded < 0 ? 0 : line[recorded]));
      if (row === mending.firstRecorded[sample]) [missing, recorded] = [path.length, NONE];
      else if (recorded >= 0) recorded = stacks.parent[recorded];
    }
    let row: number = NONE;
    for (let at = path.length; at > 0; at--) {
      row = table.intern(row, path[at - 1]);
      if (at === missing) this.firstRecorded[sample] = row + stacks.length;
    }
    this.stack[sample] = row + stacks.length;
  }

  finish(): Mending {
    const { mending, stack, firstRecorded } = this;
    const { length } = this.profile.stacks;
    const { first, second } = this.table.take();
    const parent = first.map((row) => (row < 0 ? NONE : row + length));
    return { ...mending, added: { parent, ...this.frames.columns(second) }, stack, firstRecorded };
  }

  private parentOf(row: number): number {
    const { parent, length } = this.profile.stacks;
    return row < length ? parent[row] : this.mending.added.parent[row - length];
  }

  private funcOf(row: number): number {
    const { func, length } = this.profile.stacks;
    return row < length ? func[row] : this.mending.added.func[row - length];
  }
}
