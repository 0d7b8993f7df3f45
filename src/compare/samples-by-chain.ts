// Selects samples of a recording and sums them below a node of the call trie. Those of a subtree are consecutive, so its sums are
// differences of prefix sums.

import type { GroupedSamples } from './grouped-samples.ts';
import type { Sums } from './quantities.ts';
import { meanWeight, type Run } from './run.ts';
import { BLOCKS, LEFT_OUT, type SelectedSamples } from './selected-samples.ts';

/** Most prefix sums are stored only for every STEP-th sample, to save time and memory. */
const STEP = 32;

export class SamplesByChain implements Run {
  readonly samples: number;
  readonly weight: number;
  readonly squares: number;
  readonly meanWeight: number;
  readonly elapsed: number;
  readonly blocks = new Float64Array(BLOCKS);
  /** Per chain: the index of its first sample. The last entry is the number of samples. */
  private readonly first: Int32Array;
  /** Per sample: its weight, and its block (NONE without a time). */
  private readonly weightOf: Float64Array;
  private readonly blockOf: Int8Array;
  /** Per sample: the weight of the samples before it. The last entry is the weight of all. */
  private readonly weightBefore: Float64Array;
  /** Per STEP samples: the squared weights of the samples before them, and BLOCKS weights per block. */
  private readonly squaresBefore: Float64Array;
  private readonly blocksBefore: Float64Array;

  /** The groups are the chains of the trie. */
  constructor(
    { first, sample, weight: weights }: GroupedSamples,
    { block: blocks, elapsed }: SelectedSamples,
  ) {
    const steps = Math.floor(sample.length / STEP) + 1;
    this.first = new Int32Array(first.length);
    this.weightOf = new Float64Array(sample.length);
    this.blockOf = new Int8Array(sample.length);
    this.weightBefore = new Float64Array(sample.length + 1);
    this.squaresBefore = new Float64Array(steps);
    this.blocksBefore = new Float64Array(steps * BLOCKS);
    const { weightOf, blockOf, weightBefore, squaresBefore, blocksBefore, blocks: sums } = this;
    let length = 0;
    let weight = 0;
    let squares = 0;
    for (let chain = 0; chain + 1 < first.length; chain++) {
      for (let i = first[chain]; i < first[chain + 1]; i++) {
        const block = blocks[sample[i]];
        if (block === LEFT_OUT) continue;
        const each = weights[i];
        weightOf[length] = each;
        blockOf[length++] = block;
        weight += each;
        squares += each * each;
        if (block >= 0) sums[block] += each;
        weightBefore[length] = weight;
        if (length % STEP !== 0) continue;
        squaresBefore[length / STEP] = squares;
        blocksBefore.set(sums, (length / STEP) * BLOCKS);
      }
      this.first[chain + 1] = length;
    }
    this.samples = length;
    this.weight = weight;
    this.squares = squares;
    this.meanWeight = meanWeight(weight, length);
    this.elapsed = elapsed;
  }

  hasSamples(from: number, end: number): boolean {
    return this.first[end] > this.first[from];
  }

  /** The weight of the samples in chains from `from` up to, but not including, `end`. */
  weightIn(from: number, end: number): number {
    return this.weightBefore[this.first[end]] - this.weightBefore[this.first[from]];
  }

  /** Adds the samples in a range of chains to a row. */
  addTo(sums: Sums, row: number, fromChain: number, endChain: number): void {
    const from = this.first[fromChain];
    const to = this.first[endChain];
    if (to - from < 2 * STEP) this.addEach(sums, row, from, to);
    else this.addRange(sums, row, from, to);
  }

  private addEach({ weight, squares, blocks }: Sums, row: number, from: number, to: number): void {
    for (let sample = from; sample < to; sample++) {
      const each = this.weightOf[sample];
      weight[row] += each;
      squares[row] += each * each;
      if (this.blockOf[sample] >= 0) blocks[row * BLOCKS + this.blockOf[sample]] += each;
    }
  }

  private addRange(sums: Sums, row: number, from: number, to: number): void {
    const { weight, squares, blocks } = sums;
    const step = Math.ceil(from / STEP);
    const lastStep = Math.floor(to / STEP);
    this.addEach(sums, row, from, step * STEP);
    weight[row] += this.weightBefore[lastStep * STEP] - this.weightBefore[step * STEP];
    squares[row] += this.squaresBefore[lastStep] - this.squaresBefore[step];
    for (let k = 0; k < BLOCKS; k++)
      blocks[row * BLOCKS + k] +=
        this.blocksBefore[lastStep * BLOCKS + k] - this.blocksBefore[step * BLOCKS + k];
    this.addEach(sums, row, lastStep * STEP, to);
  }
}
