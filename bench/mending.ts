// Measures mending: how often it is right, on whole stacks that are cut and compared with what they were, and what a large recording
// takes in Node.

import { WHOLE_STACKS } from '../src/model/code.ts';
import { mendRecording } from '../workers/mending.ts';
import { cutToFrames, samplesOf, scoreOf, wholeStacks, type Score } from './cut-stacks.ts';
import { openFiles } from './file-source.ts';
import type { Inputs } from './inputs.ts';
import { BIG } from './recordings.ts';
import type { Figure, Report, Row } from './report.ts';

/** Numbers of frames, and of KiB of each copy, to which whole stacks are cut. */
const FRAMES = [40, 60, 80, 100, 127];
const KIBIBYTES = [8, 16, 24, 32];
/** Of the stacks that are re-attached. */
const MAX_WRONG = 1;
const MAX_SECONDS = 2.5;
const ROUNDS = 4;

export async function benchMending({ deepWhole, deepCopies, big }: Inputs, report: Report): Promise<void> {
  for (const { name, path } of deepWhole()) report.add(`Node: mending ${name}`, await frameRows(path));
  for (const { name, path } of deepCopies()) report.add(`Node: mending ${name}`, await byteRows(path));
  report.add(`Node: mending ${BIG}`, [await costRow(big())]);
}

async function frameRows(path: string): Promise<Row[]> {
  const profile = unclassified(await openFiles([path]));
  const whole = wholeStacks(profile);
  return FRAMES.map((frames) =>
    scoreRow(`${frames} frames`, scoreOf(cutToFrames(profile, whole, frames), whole)),
  );
}

async function byteRows(path: string): Promise<Row[]> {
  const whole = wholeStacks(unclassified(await openFiles([path])));
  const rows: Row[] = [];
  for (const kibibytes of KIBIBYTES) {
    const cut = unclassified(await openFiles([path], { ...WHOLE_STACKS, maxBytes: kibibytes * 1024 }));
    rows.push(scoreRow(`${kibibytes} KiB`, scoreOf(samplesOf(cut, whole), whole)));
  }
  return rows;
}

function unclassified(open: Awaited<ReturnType<typeof openFiles>>) {
  if (!open.unclassified) throw new Error('The recording is mended already.');
  return open.unclassified;
}

function scoreRow(size: string, { cut, attempted, right }: Score): Row {
  const wrong = attempted - right;
  const count = (label: string, value: number): Figure => ({ label, value, unit: 'samples' });
  return {
    name: `whole stacks cut to ${size}`,
    figures: [
      { label: 'wrong', value: attempted === 0 ? 0 : (100 * wrong) / attempted, unit: '%' },
      count('cut', cut),
      count('attempted', attempted),
      count('right', right),
      count('wrong', wrong),
      { label: 'attempted', value: cut === 0 ? 0 : (100 * attempted) / cut, unit: '%' },
    ],
    maxValue: MAX_WRONG,
  };
}

async function costRow(files: readonly string[]): Promise<Row> {
  const open = await openFiles(files);
  const rounds = Array.from({ length: ROUNDS }, () => costOf(open));
  const best = (key: keyof Cost) => Math.min(...rounds.map((round) => round[key]));
  return {
    name: 'all rounds, and classifying the new stacks',
    figures: [
      { label: 'best', value: best('seconds'), unit: 's' },
      { label: 'first', value: rounds[0].seconds, unit: 's' },
      { label: 'longest slice', value: best('longestSlice'), unit: 'ms' },
      { label: 'in', value: best('slices'), unit: 'slices' },
      { label: 'memory that the result takes', value: rounds[0].megabytes, unit: 'MB' },
    ],
    maxValue: MAX_SECONDS,
  };
}

interface Cost {
  readonly seconds: number;
  readonly longestSlice: number;
  readonly slices: number;
  /** Size of all buffers and of the heap, minus that before. Some of it may be garbage. */
  readonly megabytes: number;
}

function costOf(open: Awaited<ReturnType<typeof openFiles>>): Cost {
  const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = memory();
  let [slices, longestSlice, seconds] = [0, 0, 0];
  for (const work = mendRecording(open); ; slices++) {
    const sliceStart = performance.now();
    const isDone = work.next().done;
    const time = performance.now() - sliceStart;
    seconds += time / 1000;
    longestSlice = Math.max(longestSlice, time);
    if (isDone) break;
  }
  return { seconds, longestSlice, slices, megabytes: (memory() - before) / 1e6 };
}
