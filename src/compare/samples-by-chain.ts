// The samples of a recording, sorted by chain of the call trie. Those of a subtree are consecutive, so its sums are differences of
// prefix sums.

import type { Sums } from './quantities.ts';
import { BLOCKS, type Run } from './run.ts';

/** Prefix sums per block are stored only for every STEP-th sample, to save memory. */
const STEP = 32;

export class SamplesByChain {
  /** Per chain: the index of its first sample. The last entry is the number of samples. */
  private readonly first: Int32Array;
  /** Per sample, sorted by chain. */
  private readonly weight: Float64Array;
  private readonly block: Int8Array;
  /** Per sample: the sum over the samples before it. The last entry is the sum over all. */
  private readonly weightBefore: Float64Array;
  private readonly squaresBefore: Float64Array;
  /** BLOCKS entries per STEP samples: the sums over the samples before them. */
  private readonly blocksBefore: Float64Array;

  /** `chainOf` has the chain in which each sample ends. */
  constructor({ weightOf, blockOf, samples }: Run, chainOf: Int32Array, chains: number) {
    const first = new Int32Array(chains + 2);
    for (const chain of chainOf) first[chain + 2]++;
    for (let chain = 1; chain <= chains + 1; chain++) first[chain] += first[chain - 1];
    this.weight = new Float64Array(samples);
    this.block = new Int8Array(samples);
    for (let sample = 0; sample < samples; sample++) {
      const at = first[chainOf[sample] + 1]++;
      this.weight[at] = weightOf[sample];
      this.block[at] = blockOf[sample];
    }
    // The loop above moved each entry by one chain.
    this.first = first.subarray(0, chains + 1);
    this.weightBefore = new Float64Array(samples + 1);
    this.squaresBefore = new Float64Array(samples + 1);
    this.blocksBefore = new Float64Array((Math.floor(samples / STEP) + 1) * BLOCKS);
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
  addTo({ weight, squares, blocks }: Sums, row: number, fromChain: number, endChain: number): void {
    const from = this.first[fromChain];
    const to = this.first[endChain];
    if (from === to) return;
    weight[row] += this.weightBefore[to] - this.weightBefore[from];
    squares[row] += this.squaresBefore[to] - this.squaresBefore[from];
    const step = Math.ceil(from / STEP);
    const lastStep = Math.floor(to / STEP);
    if (lastStep - step < 2) return this.addBlocks(blocks, row, from, to);
    this.addBlocks(blocks, row, from, step * STEP);
    for (let k = 0; k < BLOCKS; k++)
      blocks[row * BLOCKS + k] +=
        this.blocksBefore[lastStep * BLOCKS + k] - this.blocksBefore[step * BLOCKS + k];
    this.addBlocks(blocks, row, lastStep * STEP, to);
  }

  private addBlocks(blocks: Float64Array, row: number, from: number, to: number): void {
    for (let sample = from; sample < to; sample++)
      if (this.block[sample] >= 0) blocks[row * BLOCKS + this.block[sample]] += this.weight[sample];
  }

  private addUp(): void {
    const { weight, block, weightBefore, squaresBefore, blocksBefore } = this;
    const blocks = new Float64Array(BLOCKS);
    for (let sample = 0; sample < weight.length; sample++) {
      if (sample % STEP === 0) blocksBefore.set(blocks, (sample / STEP) * BLOCKS);
      weightBefore[sample + 1] = weightBefore[sample] + weight[sample];
      squaresBefore[sample + 1] = squaresBefore[sample] + weight[sample] ** 2;
      if (block[sample] >= 0) blocks[block[sample]] += weight[sample];
    }
    if (weight.length % STEP === 0) blocksBefore.set(blocks, (weight.length / STEP) * BLOCKS);
  }
}
