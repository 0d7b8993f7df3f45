// Sums the selected samples of a recording below a node of the call trie. Those of a subtree are consecutive, so its sums are
// differences of prefix sums.

import type { Sums } from './quantities.ts';
import { BLOCKS, type Run } from './run.ts';

/** Most prefix sums are stored only for every STEP-th sample, to save time and memory. */
const STEP = 32;

export class SamplesByChain {
  /** Per chain: the index of its first sample. The last entry is the number of samples. */
  readonly first: Int32Array;
  private readonly weight: Float64Array;
  private readonly block: Int8Array;
  /** Per sample: the weight of the samples before it. The last entry is the weight of all. */
  private readonly weightBefore: Float64Array;
  /** Per STEP samples: the squared weights of the samples before them, and BLOCKS weights per block. */
  private readonly squaresBefore: Float64Array;
  private readonly blocksBefore: Float64Array;

  /** The groups of the run are the chains of the trie. */
  constructor({ first, weightOf, blockOf, samples }: Run) {
    this.first = first;
    this.weight = weightOf;
    this.block = blockOf;
    this.weightBefore = new Float64Array(samples + 1);
    const steps = Math.floor(samples / STEP) + 1;
    this.squaresBefore = new Float64Array(steps);
    this.blocksBefore = new Float64Array(steps * BLOCKS);
    this.addUp();
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
      const each = this.weight[sample];
      weight[row] += each;
      squares[row] += each * each;
      if (this.block[sample] >= 0) blocks[row * BLOCKS + this.block[sample]] += each;
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

  private addUp(): void {
    const { weight, block, weightBefore, squaresBefore, blocksBefore } = this;
    const blocks = new Float64Array(BLOCKS);
    let squares = 0;
    for (let sample = 0; sample <= weight.length; sample++) {
      if (sample % STEP === 0) {
        blocksBefore.set(blocks, (sample / STEP) * BLOCKS);
        squaresBefore[sample / STEP] = squares;
      }
      if (sample === weight.length) return;
      const each = weight[sample];
      weightBefore[sample + 1] = weightBefore[sample] + each;
      squares += each * each;
      if (block[sample] >= 0) blocks[block[sample]] += each;
    }
  }
}
