// Measures mending: how often it is right, on whole stacks that are cut and compared with what they were, and what a large recording
// takes in Node.

import { PairTable } from '../src/model/pairs.ts';
import { NONE, samplesAt, type Profile } from '../src/model/profile.ts';
import { runNow } from '../src/async/time-slices.ts';
import { functionFacts } from '../src/mending/function-facts.ts';
import { mend } from '../src/mending/mend.ts';
import { mendedProfile } from '../src/mending/mended-profile.ts';
import { rootFunctions } from '../src/mending/root-functions.ts';
import { NodeFlags, StackTrie } from '../src/mending/stack-trie.ts';
import { mendRecording } from '../workers/mending.ts';
import { openFiles } from './file-source.ts';
import type { Inputs } from './inputs.ts';
import type { Figure, Report, Row } from './report.ts';

/** Numbers of frames to which whole stacks are cut. */
const CUTS = [40, 60, 80, 100, 127];
/** Of the stacks that are re-attached. */
const MAX_WRONG = 1;
const MAX_SECONDS = 2.5;
const ROUNDS = 4;

export async function benchMending({ deepWhole, perfData }: Inputs, report: Report): Promise<void> {
  for (const { name, path } of deepWhole()) {
    const profile = (await openFiles([path])).unclassified;
    if (profile)
      report.add(
        `Node: mending ${name}`,
        CUTS.map((frames) => scoreRow(profile, frames)),
      );
  }
  const [{ name, files }] = perfData();
  report.add(`Node: mending ${name}`, [await costRow(files)]);
}

function scoreRow(profile: Profile, frames: number): Row {
  const { cut, attempted, right } = scoreOf(profile, frames);
  const wrong = attempted - right;
  const count = (label: string, value: number): Figure => ({ label, value, unit: 'samples' });
  return {
    name: `whole stacks cut to ${frames} frames`,
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

/** Cuts whole stacks to their leafmost frames, mends them with the help of only the shorter whole stacks, and compares. */
function scoreOf(profile: Profile, frames: number) {
  const whole = wholeStacks(profile);
  const cutStacks = new PairTable();
  const rows = [...whole.keys()];
  const ends = rows.map((row) =>
    (whole.get(row) ?? []).slice(-frames).reduce((parent, func) => cutStacks.intern(parent, func), NONE),
  );
  const { first, second } = cutStacks.take();
  const cutProfile = {
    ...profile,
    stacks: { length: first.length, parent: first, func: second },
    samples: { ...samplesAt(profile.samples, Int32Array.from(rows)), stack: Int32Array.from(ends) },
  };
  const mending = runNow(mend(cutProfile));
  const { stacks } = mendedProfile(cutProfile, mending);
  const score = { cut: 0, attempted: 0, right: 0 };
  rows.forEach((row, i) => {
    const truth = whole.get(row) ?? [];
    if (truth.length <= frames) return;
    score.cut++;
    if (mending.stack[i] < 0) return;
    score.attempted++;
    if (framesOf(stacks, mending.stack[i]).join() === truth.join()) score.right++;
  });
  return score;
}

/** The functions of the whole stacks, by sample. */
function wholeStacks(profile: Profile): Map<number, number[]> {
  const facts = functionFacts(profile);
  const trie = new StackTrie(
    profile,
    facts,
    runNow(rootFunctions(profile, facts, new Int32Array(profile.stacks.length))),
  );
  trie.add(0, trie.length);
  const whole = new Map<number, number[]>();
  profile.samples.stack.forEach((stack, sample) => {
    const node = stack < 0 ? NONE : trie.nodeAt(stack);
    if (node < 0 || !(trie.flags[node] & NodeFlags.whole)) return;
    const funcs: number[] = [];
    for (let at = node; at >= 0; at = trie.parentOf(at)) funcs.push(trie.func[at]);
    whole.set(sample, funcs.reverse());
  });
  return whole;
}

function framesOf({ parent, func }: Profile['stacks'], stack: number): number[] {
  const funcs: number[] = [];
  for (let at = stack; at >= 0; at = parent[at]) funcs.push(func[at]);
  return funcs.reverse();
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
      { label: 'memory on top', value: rounds[0].megabytes, unit: 'MB' },
    ],
    maxValue: MAX_SECONDS,
  };
}

interface Cost {
  readonly seconds: number;
  readonly longestSlice: number;
  readonly slices: number;
  /** Largest size of all buffers and of the heap, minus that before. Some of it may have been garbage. */
  readonly megabytes: number;
}

function costOf(open: Awaited<ReturnType<typeof openFiles>>): Cost {
  const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = memory();
  let [slices, longestSlice, peak] = [0, 0, before];
  const start = performance.now();
  for (const work = mendRecording(open); ; slices++) {
    const sliceStart = performance.now();
    const isDone = work.next().done;
    longestSlice = Math.max(longestSlice, performance.now() - sliceStart);
    peak = Math.max(peak, memory());
    if (isDone) break;
  }
  return {
    seconds: (performance.now() - start) / 1000,
    longestSlice,
    slices,
    megabytes: (peak - before) / 1e6,
  };
}
