// The recordings whose opening is measured in the page and in the terminal, and the limits of both.

import type { Inputs } from './inputs.ts';

export const BIG = 'perf.data of 341 MB';

export interface MeasuredRecording {
  readonly name: string;
  /** Paths, the recording first. */
  readonly files: (inputs: Inputs) => readonly string[];
  /** To the first complete flame graph, in seconds or in times that it takes to read the file. */
  readonly page: { readonly maxSeconds: number } | { readonly maxReadings: number };
  /** Of the page, in megabytes. */
  readonly maxMemory?: number;
  /** Of `pyrograph fold`, in seconds. */
  readonly maxFold?: number;
}

export const RECORDINGS: readonly MeasuredRecording[] = [
  {
    name: '100 MB of text',
    files: ({ textBeginning }) => [textBeginning(100)],
    page: { maxSeconds: 0.45 },
  },
  {
    name: '400 MB of text',
    files: ({ textBeginning }) => [textBeginning(400)],
    page: { maxSeconds: 0.95 },
    maxFold: 0.5,
  },
  {
    name: '3.7 GB of text',
    files: ({ largeText }) => [largeText()],
    page: { maxReadings: 1.15 },
    maxMemory: 600,
    maxFold: 4.6,
  },
  { name: BIG, files: ({ big }) => big(), page: { maxSeconds: 1.7 }, maxFold: 1.9 },
  {
    name: 'perf.jit.data of 70 MB, copied stacks',
    files: ({ jitBig }) => jitBig(),
    page: { maxSeconds: 0.55 },
    maxFold: 0.6,
  },
];
