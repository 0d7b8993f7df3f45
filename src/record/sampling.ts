// Chooses how many bytes of each stack perf copies, and how often, so that the recording stays within a budget.

import type { CopiedStacks } from '../model/recorded.ts';
import { MAX_STACK_SIZE } from './record-command.ts';

export interface Sampling {
  /** Samples per second of CPU time. */
  readonly frequency: number;
  /** Bytes of stack to copy per sample. */
  readonly stackSize: number;
}

/** What a short recording of a running program measured. */
export interface MeasuredStacks {
  /** Bytes of stack that the samples needed, in ascending order; empty if unknown. */
  readonly needed: Float64Array;
  /** Average number of CPUs that the program kept busy. */
  readonly busy: number;
  /** Bytes copied per byte written. */
  readonly compression: number;
}

export interface SamplingNeeds {
  /** Set if the user chose it. */
  readonly frequency: number | undefined;
  /** Set if the user chose it. */
  readonly stackSize: number | undefined;
  /** True if perf compresses what it writes. */
  readonly compresses: boolean;
  /** Undefined for a program that has not started. */
  readonly measured: MeasuredStacks | undefined;
}

/** Maximum number of bytes that a recording may take per second. */
export const MAX_BYTES_PER_SECOND = 20e6;
/**
 * Maximum number of bytes to copy per second of CPU time. Compression makes the file small, but readers unpack all of it, at about
 * 400 MB per second.
 */
const MAX_COPIED = 33e6;
/**
 * Bytes copied per byte written, if it was not measured. perf 6.12 and 7.2 compressed full copies of Flask, Django, pandas, sympy,
 * pylint, asyncio, deep recursion and process pools to between a 14th and a 79th.
 */
const USUAL_COMPRESSION = 10;
/** Sizes of stack copies in bytes. */
export const STACK_SIZES = [8192, 16384, 24576, 32768, 49152, MAX_STACK_SIZE];
const FREQUENCIES = [999, 499, 299, 199, 99, 49];
/** Bytes of a sample besides its stack: registers and the kernel's frames. */
const SAMPLE_SIZE = 300;
/** This share of the measured stacks must fit, with room for stacks that are deeper by this factor. */
const FITTING = 0.99;
const MARGIN = 1.25;
/** Fewer samples do not tell how deep stacks get, and most of the file is not stacks. */
const MIN_SAMPLES = 50;

/** Undefined if too few stacks were copied: the file has `bytes`. */
export function measuredStacks(
  { size, needed }: Pick<CopiedStacks, 'size' | 'needed'>,
  busy: number,
  bytes: number,
): MeasuredStacks | undefined {
  const copies = size.filter((each) => each > 0).length;
  if (copies < MIN_SAMPLES) return undefined;
  const known = needed.filter((each, sample) => size[sample] > 0 && !Number.isNaN(each));
  return { needed: known.sort(), busy, compression: (copies * MAX_STACK_SIZE) / bytes };
}

/**
 * Copies as much as the kernel allows, because a stack that is cut loses its callers. Only a perf that cannot compress copies less,
 * if shallow stacks were measured. The frequency follows from the size. What the user chose is kept.
 */
export function chooseSampling(needs: SamplingNeeds): Sampling {
  const { frequency, stackSize, compresses, measured } = needs;
  const fits = (sampling: Sampling) => bytesPerSecond(sampling, needs) <= MAX_BYTES_PER_SECOND;
  if (frequency !== undefined) {
    if (stackSize !== undefined) return { frequency, stackSize };
    const fitting = STACK_SIZES.findLast((size) => fits({ frequency, stackSize: size }));
    return { frequency, stackSize: fitting ?? STACK_SIZES[0] };
  }
  const size = stackSize ?? (compresses ? MAX_STACK_SIZE : sizeFor(measured));
  const fitting = FREQUENCIES.find(
    (each) => each * size <= MAX_COPIED && fits({ frequency: each, stackSize: size }),
  );
  return { frequency: fitting ?? FREQUENCIES[FREQUENCIES.length - 1], stackSize: size };
}

/** An estimate of the bytes that the recording takes per second. */
export function bytesPerSecond(
  { frequency, stackSize }: Sampling,
  { compresses, measured }: Pick<SamplingNeeds, 'compresses' | 'measured'>,
): number {
  const compression = compresses ? (measured?.compression ?? USUAL_COMPRESSION) : 1;
  return (frequency * (stackSize + SAMPLE_SIZE) * Math.max(1, measured?.busy ?? 1)) / compression;
}

function sizeFor(measured: MeasuredStacks | undefined): number {
  const needed = measured?.needed ?? new Float64Array();
  if (needed.length < MIN_SAMPLES) return MAX_STACK_SIZE;
  const most = needed[Math.ceil(FITTING * needed.length) - 1] * MARGIN;
  return STACK_SIZES.find((size) => size >= most) ?? MAX_STACK_SIZE;
}
