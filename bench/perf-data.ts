// Benchmarks reading, unwinding and symbolizing an in-memory perf.data file, in Node on one thread. The first round is
// cold: symbols are parsed when first needed.

import { readPerfData } from '../src/formats/perf-data/read-perf-data.ts';
import type { WalkerFor } from '../src/formats/perf-data/record-reader.ts';
import type { CodeLibrary } from '../src/model/code.ts';
import { DwarfStackWalker } from '../src/symbols/unwind/dwarf-stack-walker.ts';
import { collect } from '../workers/reading/collect.ts';
import { openProfile } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import type { Source } from '../workers/reading/sniff.ts';
import { sourceOf } from './file-source.ts';
import type { Inputs, PerfDataSet } from './inputs.ts';
import type { Report, Row } from './report.ts';
import { Stopwatch, timedLibrary, timedWalker } from './stopwatch.ts';

const ROUNDS = 4;

export async function benchPerfData({ perfData }: Inputs, report: Report): Promise<void> {
  const total: Row[] = [];
  const stages: Row[] = [];
  for (const set of perfData()) total.push(await totalRow(set));
  for (const set of perfData()) stages.push(...(await stageRows(set)));
  report.add('Node: reading perf.data', total);
  report.add('Node: stages of reading perf.data', stages);
}

async function totalRow({ name, files, target }: PerfDataSet): Promise<Row> {
  const sources = files.map(sourceOf);
  const seconds: number[] = [];
  let samples = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const outcome = await openProfile(sources, NO_LISTENER);
    seconds.push((performance.now() - start) / 1000);
    if (!outcome.ok) throw new Error(outcome.problem.text);
    ({ samples } = outcome.value.recording);
  }
  const [cold] = seconds;
  const warm = Math.min(...seconds);
  return {
    name,
    figures: [
      { label: 'warm', value: warm, unit: 's' },
      { label: 'cold', value: cold, unit: 's' },
      { label: 'warm', value: samples / warm / 1000, unit: 'k samples/s' },
      { label: 'cold', value: samples / cold / 1000, unit: 'k samples/s' },
    ],
    maxValue: target,
  };
}

interface Stages {
  readonly samples: number;
  /** Number of unwound stacks. */
  readonly unwound: number;
  /** Total time in seconds. */
  readonly all: number;
  /** In seconds. */
  readonly unwinding: number;
  /** In seconds. */
  readonly lookup: number;
}

/** Measures the throughput of unwinding and of symbol lookup, each as if it ran alone. */
async function stageRows({ name, files, target }: PerfDataSet): Promise<Row[]> {
  const sources = files.map(sourceOf);
  const { library } = await collect(sources);
  if (!library) throw new Error(`${files[0]} is not a perf.data recording.`);
  const cold = await readInStages(sources, library);
  const warm: Stages[] = [];
  for (let round = 1; round < ROUNDS; round++) warm.push(await readInStages(sources, library));
  const row = (stage: string, samples: number, secondsOf: (stages: Stages) => number): Row => {
    const best = warm.reduce((a, b) => (secondsOf(a) < secondsOf(b) ? a : b));
    const speed = (stages: Stages) => samples / secondsOf(stages) / 1000;
    const share = (stages: Stages) => (100 * secondsOf(stages)) / stages.all;
    return {
      name: `${name}, ${stage}`,
      figures: [
        { label: 'cold', value: speed(cold), unit: 'k samples/s' },
        { label: 'warm', value: speed(best), unit: 'k samples/s' },
        { label: 'cold', value: share(cold), unit: '% of the total' },
        { label: 'warm', value: share(best), unit: '% of the total' },
      ],
      // A stage must be faster than the target for all stages together.
      minValue: Math.ceil(samples / target / 1000),
    };
  };
  const lookup = row('symbol lookup', cold.samples, (stages) => stages.lookup);
  return cold.unwound > 0 ? [row('unwinding', cold.unwound, (stages) => stages.unwinding), lookup] : [lookup];
}

async function readInStages(sources: readonly Source[], library: CodeLibrary): Promise<Stages> {
  const [{ stream, first }] = (await collect([sources[0]])).recordings;
  const [walks, lookups] = [new Stopwatch(), new Stopwatch()];
  const walkerFor: WalkerFor = (unwinder) => timedWalker(new DwarfStackWalker(unwinder), walks);
  const start = performance.now();
  const timed = timedLibrary(library, lookups);
  const { samples } = await readPerfData(stream, first, timed, walkerFor, () => {}, {
    size: sources[0].size,
  });
  return {
    samples: samples.length,
    unwound: walks.calls,
    all: (performance.now() - start) / 1000,
    unwinding: walks.seconds,
    lookup: lookups.seconds,
  };
}
