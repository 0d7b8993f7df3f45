// What is fast in Node: reading recordings of perf with the files that name their code, cold and warm.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { readPerfData } from '../src/formats/perf-data/read-perf-data.ts';
import type { WalkerFor } from '../src/formats/perf-data/record-reader.ts';
import type { CodeLibrary } from '../src/model/code.ts';
import { SampleWalker } from '../src/symbols/stack-walker.ts';
import { collect } from '../workers/collect.ts';
import { openProfile } from '../workers/pipeline.ts';
import { nobody } from '../workers/read-recording.ts';
import type { Source } from '../workers/sniff.ts';
import type { RecordedSet } from './chromium.ts';
import { printRows, type Row } from './report.ts';
import { Stopwatch, timedLibrary, timedWalker } from './timed.ts';

const ROUNDS = 4;

export async function benchPerfData(sets: readonly RecordedSet[]): Promise<void> {
  const rows: Row[] = [];
  const apart: Row[] = [];
  for (const set of sets) rows.push(await rowOf(set));
  for (const set of sets) apart.push(...(await stageRows(set)));
  printRows('Node, one thread, bytes in memory: perf.data read, unwound and named', rows);
  printRows(
    'Node, one thread: parts of it, with what names the code just opened (cold) and known (warm)',
    apart,
  );
}

async function rowOf({ what, files, target }: RecordedSet): Promise<Row> {
  const sources = files.map(sourceOf);
  const seconds: number[] = [];
  let samples = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const outcome = await openProfile(sources, nobody);
    seconds.push((performance.now() - start) / 1000);
    if (!outcome.ok) throw new Error(outcome.problem.text);
    ({ samples } = outcome.value.recording);
  }
  const [cold] = seconds;
  const warm = Math.min(...seconds);
  const speed = (time: number) => `${Math.round(samples / time / 1000)} k samples/s`;
  return {
    what,
    figure: `${speed(cold)} cold, ${speed(warm)} warm`,
    against: `cold ${cold.toFixed(2)} s, ${(cold / warm).toFixed(1)} × warm`,
    target: `≤ ${target} s`,
    isReached: warm <= target,
  };
}

interface Stages {
  readonly samples: number;
  readonly walked: number;
  /** Seconds. */
  readonly all: number;
  readonly unwinding: number;
  readonly lookup: number;
}

/** Unwinding and symbol lookup, each as if there was nothing else to do. */
async function stageRows({ what, files, target }: RecordedSet): Promise<Row[]> {
  const sources = files.map(sourceOf);
  const { library } = await collect(sources);
  if (!library) throw new Error(`no recording of perf: ${files[0]}`);
  const cold = await readInStages(sources, library);
  const warm: Stages[] = [];
  for (let round = 1; round < ROUNDS; round++) warm.push(await readInStages(sources, library));
  const row = (part: string, samples: number, secondsOf: (stages: Stages) => number): Row => {
    const quickest = warm.reduce((a, b) => (secondsOf(a) < secondsOf(b) ? a : b));
    const speed = (stages: Stages) => Math.round(samples / secondsOf(stages) / 1000);
    const share = (stages: Stages) => Math.round((100 * secondsOf(stages)) / stages.all);
    const wanted = Math.ceil(samples / target / 1000);
    return {
      what: `${what.split(':')[0]}, ${part}`,
      figure: `${speed(cold)} k samples/s cold, ${speed(quickest)} k warm`,
      against: `${share(cold)} and ${share(quickest)} % of reading all of it`,
      // What is one part of the time must be quicker than all of it has to be.
      target: `> ${wanted} k samples/s`,
      isReached: speed(cold) > wanted,
    };
  };
  const lookup = row('symbol lookup', cold.samples, (stages) => stages.lookup);
  return cold.walked > 0 ? [row('unwinding', cold.walked, (stages) => stages.unwinding), lookup] : [lookup];
}

async function readInStages(sources: readonly Source[], library: CodeLibrary): Promise<Stages> {
  const [opened] = (await collect([sources[0]])).recordings;
  const [walks, lookups] = [new Stopwatch(), new Stopwatch()];
  const walkerFor: WalkerFor = (unwinder) => timedWalker(new SampleWalker(unwinder), walks);
  const start = performance.now();
  const { stream, first } = opened;
  const timed = timedLibrary(library, lookups);
  const { samples } = await readPerfData(stream, first, timed, walkerFor, () => {}, {
    size: sources[0].size,
  });
  const all = (performance.now() - start) / 1000;
  return {
    samples: samples.length,
    walked: walks.times,
    all,
    unwinding: walks.seconds,
    lookup: lookups.seconds,
  };
}

function sourceOf(path: string): Source {
  const bytes = new Uint8Array(readFileSync(path));
  return {
    name: basename(path),
    size: bytes.length,
    stream: () => memoryStream(bytes),
    file: memoryFile(bytes),
  };
}
