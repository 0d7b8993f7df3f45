// Makes a call tree of stacks in runs and of what ends in them: heaviest child first, unbranched chains as one run
// (model/tree.ts draws one). It is written in its own order, depth first, in one pass: of each box of the tree it is known
// which frames of the stacks it is, mostly one. What stands on those are the boxes on it, by function.
//
//     main ─┬─ a ── c          with a not shown     main ── c        this c is both, and what stands on either stands on it
//           └─ c
//
// Frames that are not shown are passed over: what ends in one ends in the box below. A picture needs a small part of a
// large tree: cut to the places that it looks at, a tree has nothing else, and what it has lies where it lies in the whole.

import { NONE } from '../model/profile.ts';
import { asItself, type Shown, type StackRuns } from '../model/stack-runs.ts';
import { coversPlace, type Boxes, type CallTree } from '../model/tree.ts';
import { sortHeaviest } from './heaviest.ts';
import { RunWriter } from './run-writer.ts';
import { FIRST_ROOM, longer, Siblings } from './siblings.ts';
import { weigh, type Weights } from './weights.ts';

export interface GrownTree {
  readonly tree: CallTree;
  /** Of each run of the stacks the run of the tree in whose last box it ends; NONE for what is left out. */
  readonly runOf: Int32Array;
}

/** Boxes that cover none of so many places, evenly over the whole, are left out. */
export function treeOf(shown: Shown, places = Infinity): GrownTree {
  return new Growth(shown, places).grow(shown.begins);
}

/** Kept from one tree to the next, as the columns of weights are. */
let reached = { at: new Int32Array(0), mate: new Int32Array(0) };

function reachedOf(length: number): typeof reached {
  if (reached.at.length < length) reached = { at: new Int32Array(length), mate: new Int32Array(length) };
  reached.mate.fill(0, 0, length);
  return reached;
}

class Growth {
  private readonly stacks: StackRuns;
  private readonly weights: Weights;
  private readonly as: Int32Array;
  private readonly group: Int32Array;
  private readonly places: number;
  /** 1 for each function whose frames are shown as they are, whatever they stand on. */
  private readonly isPlain: Uint8Array;
  private readonly out: RunWriter;
  private readonly func: Int32Array;
  private readonly runOf: Int32Array;
  /** Of each run the frame that was reached. Frames that are one box are of different runs. */
  private readonly at: Int32Array;
  /** Of each run another one whose frame is the same box, as run + 1; 0 for none. */
  private readonly mate: Int32Array;
  /** The runs whose frames stand on the box that was written last. */
  private found = new Int32Array(FIRST_ROOM);
  private count = 0;
  /** Runs of which it is not yet known what they show. */
  private open = new Int32Array(FIRST_ROOM);
  /** The children of one box; of each function which of them it is, as child + 1. */
  private readonly children = new Siblings();
  private readonly childOf: Int32Array;
  private order = new Int32Array(FIRST_ROOM);
  /** What is still to be written, the next one last. */
  private readonly pending = new Siblings();
  private waiting = 0;
  /** The run that is being written, and what ends in its last box. */
  private run = 0;
  private self = 0;
  private selfSamples = 0;

  // Room that is never used costs address space, but no memory.
  constructor(shown: Shown, places: number) {
    const { runs: stacks, showing } = shown;
    const { as, group } = showing ?? asItself(stacks.funcs);
    this.stacks = stacks;
    this.weights = weigh(shown);
    const { live } = this.weights;
    this.as = as;
    this.group = group;
    this.places = places;
    this.isPlain = new Uint8Array(as.length);
    for (let func = 0; func < as.length; func++)
      this.isPlain[func] = as[func] === func && group[func] < 0 ? 1 : 0;
    this.out = new RunWriter(live);
    this.func = new Int32Array(this.weights.frames);
    this.runOf = new Int32Array(stacks.length).fill(NONE);
    const { at, mate } = reachedOf(stacks.length);
    this.at = at;
    this.mate = mate;
    this.childOf = new Int32Array(as.length);
  }

  grow(begins: Boxes | undefined): GrownTree {
    const { out, pending } = this;
    let [total, samples] = [this.weights.total[0], this.weights.samples[0]];
    if (begins) [total, samples] = this.begin(begins);
    else if (samples > 0) this.advance(0, 1);
    out.open(NONE, 0, total, samples);
    this.func[out.boxes++] = NONE;
    for (this.follow(this.part()); this.waiting > 0;) {
      const next = --this.waiting;
      this.run = out.open(
        pending.below[next],
        pending.start[next],
        pending.total[next],
        pending.samples[next],
      );
      this.follow(pending.head[next]);
    }
    const tree = out.finish(this.func);
    return { tree, runOf: this.runOf };
  }

  /** Puts the frames on the root, and sums them up. */
  private begin({ length, run, box }: Boxes): [total: number, samples: number] {
    let total = 0;
    let samples = 0;
    for (let i = 0; i < length; i++) {
      this.at[run[i]] = box[i];
      this.find(run[i]);
      total += this.weights.total[run[i]];
      samples += this.weights.samples[run[i]];
    }
    return [total, samples];
  }

  /** Writes the boxes of a run, from the frames that are its next one on. */
  private follow(head: number): void {
    for (let next = head; next >= 0;) next = this.mate[next] === 0 ? this.alone(next) : this.together(next);
  }

  /** Writes boxes that are one frame each as long as nothing branches. Gives what the run goes on with; NONE for nothing. */
  private alone(head: number): number {
    const { from } = this.stacks;
    const { child, next } = this.weights;
    for (let run = head; ;) {
      this.copy(run);
      this.end(run);
      const first = child[run];
      if (first < 0 || next[first] >= 0 || this.selfSamples > 0) {
        if (this.standAlone(first)) return NONE;
        for (let each = first; each >= 0; each = next[each]) this.advance(each, from[each]);
        return this.part();
      }
      this.at[first] = from[first];
      run = first;
    }
  }

  /**
   * Has the runs that stand on the one being written wait, from `first` on, when each is a box of its own and they are in
   * order: so are most.
   */
  private standAlone(first: number): boolean {
    const { isPlain, at, pending, places } = this;
    const { from, func } = this.stacks;
    const { next, total, samples } = this.weights;
    let count = 0;
    let end = this.out.start[this.run];
    let before = first;
    for (let run = first; run >= 0; before = run, run = next[run]) {
      const shown = func[from[run]];
      const isInOrder =
        total[run] < total[before] || (total[run] === total[before] && shown >= func[from[before]]);
      if (isPlain[shown] === 0 || !isInOrder) return false;
      if (places === Infinity || this.isSeen(end, total[run])) count++;
      end += total[run];
    }
    let begin = this.out.start[this.run];
    this.waiting += count;
    pending.reserve(this.waiting);
    for (let run = first, place = this.waiting - 1; run >= 0; begin += total[run], run = next[run]) {
      if (places !== Infinity && !this.isSeen(begin, total[run])) continue;
      at[run] = from[run];
      pending.head[place] = run;
      pending.total[place] = total[run];
      pending.samples[place] = samples[run];
      pending.below[place] = this.run;
      pending.start[place--] = begin;
    }
    this.close();
    return true;
  }

  /** Writes what is shown of the frames of a run from where it was reached. */
  private copy(run: number): void {
    const { func: out, as, isPlain } = this;
    const { func, to } = this.stacks;
    const end = to[run];
    let { boxes } = this.out;
    for (let at = this.at[run]; at < end; at++) {
      const frame = func[at];
      if (isPlain[frame] === 1) out[boxes++] = frame;
      else if (!this.goes(run, at)) out[boxes++] = as[frame];
    }
    this.out.boxes = boxes;
  }

  /** Writes boxes that are several frames each as long as all of these go on in their runs, and what comes then. */
  private together(head: number): number {
    const { at, mate } = this;
    const { func } = this.stacks;
    do this.func[this.out.boxes++] = this.as[func[at[head]]];
    while (this.goOn(head));
    for (let run = head; run >= 0;) {
      const next = mate[run] - 1;
      mate[run] = 0;
      this.advance(run, at[run] + 1);
      run = next;
    }
    return this.part();
  }

  /** Takes the frames of a box each to the next of its run, when those are one box again. */
  private goOn(head: number): boolean {
    const { at, mate, isPlain } = this;
    const { func, to } = this.stacks;
    if (at[head] + 1 === to[head]) return false;
    const frame = func[at[head] + 1];
    if (isPlain[frame] === 0) return false;
    for (let run = mate[head] - 1; run >= 0; run = mate[run] - 1)
      if (at[run] + 1 === to[run] || func[at[run] + 1] !== frame) return false;
    for (let run = head; run >= 0; run = mate[run] - 1) at[run]++;
    return true;
  }

  /** Whether a frame of a run is not shown. */
  private goes(run: number, at: number): boolean {
    const { from, to, parent, func } = this.stacks;
    const frame = func[at];
    if (this.as[frame] < 0) return true;
    const group = this.group[frame];
    if (group < 0) return false;
    const below = func[at > from[run] ? at - 1 : to[parent[run]] - 1];
    return below >= 0 && this.group[below] === group;
  }

  /** Finds the next frame that is shown from this one on: it, or those that stand on what is not. */
  private advance(first: number, from: number): void {
    const { at, isPlain, stacks, weights } = this;
    at[first] = from;
    this.open[0] = first;
    for (let left = 1; left > 0;) {
      const run = this.open[--left];
      const end = stacks.to[run];
      let next = at[run];
      while (next < end && isPlain[stacks.func[next]] === 0 && this.goes(run, next)) next++;
      at[run] = next;
      if (next < end) this.find(run);
      else {
        this.end(run);
        for (let each = weights.child[run]; each >= 0; each = weights.next[each]) {
          at[each] = stacks.from[each];
          if (left === this.open.length) this.open = longer(this.open, new Int32Array(2 * left));
          this.open[left++] = each;
        }
      }
    }
  }

  /** A frame of the run stands on the box that was written last. */
  private find(run: number): void {
    if (this.count === this.found.length) this.found = longer(this.found, new Int32Array(2 * this.count));
    this.found[this.count++] = run;
  }

  /** What ends in the run ends in the box that was written last. */
  private end(run: number): void {
    this.runOf[run] = this.run;
    this.self += this.weights.self[run];
    this.selfSamples += this.weights.selfSamples[run];
  }

  /** Gives what the run goes on with: all that was found, when it is one box. Else the run ends, and they stand on it. */
  private part(): number {
    const { found, count } = this;
    if (count === 1 && this.selfSamples === 0) {
      this.count = 0;
      return found[0];
    }
    const boxes = this.gather();
    this.count = 0;
    if (boxes === 1 && this.selfSamples === 0) return this.children.head[0];
    this.close();
    this.wait(boxes);
    return NONE;
  }

  /** The run being written ends. */
  private close(): void {
    this.out.self[this.run] = this.self;
    this.out.selfSamples[this.run] = this.selfSamples;
    this.self = 0;
    this.selfSamples = 0;
  }

  /** Makes children of what was found, and says how many: those that are shown as the same are one. */
  private gather(): number {
    const { as, at, mate, found, count, childOf, children } = this;
    const { total, samples } = this.weights;
    const { func } = this.stacks;
    children.reserve(count);
    let boxes = 0;
    for (let i = 0; i < count; i++) {
      const run = found[i];
      const shown = as[func[at[run]]];
      const child = childOf[shown] - 1;
      if (child < 0) {
        children.head[boxes] = run;
        children.total[boxes] = total[run];
        children.samples[boxes] = samples[run];
        children.func[boxes++] = shown;
        childOf[shown] = boxes;
      } else {
        mate[run] = children.head[child] + 1;
        children.head[child] = run;
        children.total[child] += total[run];
        children.samples[child] += samples[run];
      }
    }
    for (let child = 0; child < boxes; child++) childOf[children.func[child]] = 0;
    return boxes;
  }

  /** Has the children wait to be written, the heaviest first. */
  private wait(boxes: number): void {
    if (this.order.length < boxes) this.order = new Int32Array(2 * boxes);
    const { order, children, pending, run } = this;
    for (let child = 0; child < boxes; child++) order[child] = child;
    sortHeaviest(order, 0, boxes, children.total, children.func);
    let start = this.out.start[run];
    for (let i = 0; i < boxes; start += children.total[order[i++]]) children.start[order[i]] = start;
    pending.reserve(this.waiting + boxes);
    // From the last one on, so that the first is written next.
    for (let i = boxes - 1; i >= 0; i--) {
      const child = order[i];
      if (!this.isSeen(children.start[child], children.total[child])) continue;
      const at = this.waiting++;
      pending.head[at] = children.head[child];
      pending.total[at] = children.total[child];
      pending.samples[at] = children.samples[child];
      pending.start[at] = children.start[child];
      pending.below[at] = run;
    }
  }

  /** Whether what lies there covers one of the places. */
  private isSeen(start: number, weight: number): boolean {
    const { places, out } = this;
    return places === Infinity || coversPlace(start, weight, out.total[0], places);
  }
}
