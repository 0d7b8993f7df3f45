// Selects samples of a recording and sums them below a node of the call trie. Those of a subtree are consecutive, so its sums are
// differences of prefix sums.

import type { GroupedSamples } from './grouped-samples.ts';
import type { Sums } from '../statistics/quantities.ts';
import { meanWeight, type Run } from '../statistics/run.ts';
import { BLOCKS, LEFT_OUT, type SelectedSamples } from '../statistics/selected-samples.ts';

/** Most prefix sums are stored only for every STEP-th sample, to save time and memory. */
const STEP = 128;

/** The selected samples that have inferred frames, in order of their chains. */
export interface InferredSamples {
  readonly chain: Int32Array;
  /** The number of inferred frames. */
  readonly frames: Int32Array;
  readonly weight: Float64Array;
}

export class SamplesByChain implements Run {
  readonly samples: number;
  readonly weight: number;
  readonly squares: number;
  readonly meanWeight: number;
  readonly elapsed: number;
  readonly blocks = new Float64Array(BLOCKS);
  /** Per chain: 1 if samples end in it. */
  readonly isEnd: Uint8Array;
  /** Per chain: the weight of the samples in the chains before it. The last entry is the weight of all. */
  readonly weightBefore: Float64Array;
  /** All samples, with the block of each (LEFT_OUT if it is not selected, NONE without a time). */
  private readonly grouped: GroupedSamples;
  private readonly blockOf: Int8Array;
  /** Per STEP samples: the squared weights of the samples before them, and BLOCKS weights per block. */
  private readonly squaresBefore: Float64Array;
  private readonly blocksBefore: Float64Array;

  /** The groups are the chains of the trie. */
  constructor(grouped: GroupedSamples, { block: blocks, elapsed }: SelectedSamples) {
    const { first, sample, weight: weights } = grouped;
    const steps = Math.floor(sample.length / STEP) + 1;
    this.grouped = grouped;
    this.blockOf = new Int8Array(sample.length);
    this.isEnd = new Uint8Array(first.length - 1);
    this.weightBefore = new Float64Array(first.length);
    this.squaresBefore = new Float64Array(steps);
    this.blocksBefore = new Float64Array(steps * BLOCKS);
    const { isEnd, blockOf, weightBefore, squaresBefore, blocksBefore, blocks: sums } = this;
    let samples = 0;
    let weight = 0;
    let squares = 0;
    for (let chain = 0; chain < isEnd.length; chain++) {
      for (let i = first[chain]; i < first[chain + 1]; i++) {
        const block = blocks[sample[i]];
        blockOf[i] = block;
        if (block !== LEFT_OUT) {
          const each = weights[i];
          isEnd[chain] = 1;
          samples++;
          weight += each;
          squares += each * each;
          if (block >= 0) sums[block] += each;
        }
        if ((i + 1) % STEP !== 0) continue;
        squaresBefore[(i + 1) / STEP] = squares;
        blocksBefore.set(sums, ((i + 1) / STEP) * BLOCKS);
      }
      weightBefore[chain + 1] = weight;
    }
    this.samples = samples;
    this.weight = weight;
    this.squares = squares;
    this.meanWeight = meanWeight(weight, samples);
    this.elapsed = elapsed;
  }

  /** The weight of the samples in chains from `from` up to, but not including, `end`. */
  weightIn(from: number, end: number): number {
    return this.weightBefore[end] - this.weightBefore[from];
  }

  /** `inferred` is `SampleTable.inferred` of the recording. */
  inferredSamples(inferred: Int32Array): InferredSamples {
    const { first, sample, weight: weights } = this.grouped;
    const chain: number[] = [];
    const frames: number[] = [];
    const weight: number[] = [];
    for (let each = 0; each + 1 < first.length; each++)
      for (let i = first[each]; i < first[each + 1]; i++) {
        if (this.blockOf[i] === LEFT_OUT || inferred[sample[i]] <= 0) continue;
        chain.push(each);
        frames.push(inferred[sample[i]]);
        weight.push(weights[i]);
      }
    return {
      chain: Int32Array.from(chain),
      frames: Int32Array.from(frames),
      weight: Float64Array.from(weight),
    };
  }

  /** Adds the samples in a range of chains to a row. */
  addTo(sums: Sums, row: number, fromChain: number, endChain: number): void {
    const { first } = this.grouped;
    const from = first[fromChain];
    const to = first[endChain];
    sums.weight[row] += this.weightIn(fromChain, endChain);
    if (to - from < 2 * STEP) this.addEach(sums, row, from, to);
    else this.addRange(sums, row, from, to);
  }

  /** Adds all but the weight. */
  private addEach({ squares, blocks }: Sums, row: number, from: number, to: number): void {
    const { weight } = this.grouped;
    for (let sample = from; sample < to; sample++) {
      const block = this.blockOf[sample];
      if (block === LEFT_OUT) continue;
      const each = weight[sample];
      squares[row] += each * each;
      if (block >= 0) blocks[row * BLOCKS + block] += each;
    }
  }

  private addRange(sums: Sums, row: number, from: number, to: number): void {
    const { squares, blocks } = sums;
    const step = Math.ceil(from / STEP);
    const lastStep = Math.floor(to / STEP);
    this.addEach(sums, row, from, step * STEP);
    squares[row] += this.squaresBefore[lastStep] - this.squaresBefore[step];
    for (let k = 0; k < BLOCKS; k++)
      blocks[row * BLOCKS + k] +=
        this.blocksBefore[lastStep * BLOCKS + k] - this.blocksBefore[step * BLOCKS + k];
    this.addEach(sums, row, lastStep * STEP, to);
  }
}
