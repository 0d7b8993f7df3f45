// What is fast in Node: reading recordings of perf with the files that name their code, cold and warm.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { openProfile } from '../workers/pipeline.ts';
import { nobody } from '../workers/read-recording.ts';
import type { Source } from '../workers/sniff.ts';
import type { RecordedSet } from './chromium.ts';
import { printRows, type Row } from './report.ts';

const ROUNDS = 4;

export async function benchPerfData(sets: readonly RecordedSet[]): Promise<void> {
  const rows: Row[] = [];
  for (const set of sets) rows.push(await rowOf(set));
  printRows('Node, one thread, bytes in memory: perf.data read, unwound and named', rows);
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

function sourceOf(path: string): Source {
  const bytes = new Uint8Array(readFileSync(path));
  return {
    name: basename(path),
    size: bytes.length,
    stream: () => memoryStream(bytes),
    file: memoryFile(bytes),
  };
}
