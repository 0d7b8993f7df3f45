// Measures, in Node on one thread, the speed of parsing text in memory, and of deriving each level and building its tree.

import { closeSync, openSync, readSync } from 'node:fs';
import { buildTree } from '../src/calltree/build/build.ts';
import { lastRecordEnd } from '../src/formats/index.ts';
import { sniffScript } from '../src/formats/perf-script/form.ts';
import { ScriptReader } from '../src/formats/perf-script/reader.ts';
import { BUDGET } from '../src/model/budget.ts';
import { LEVELS } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import { classify } from '../src/python/classify.ts';
import { atLevel } from '../src/python/levels.ts';
import type { Inputs } from './inputs.ts';
import type { Report, Row } from './report.ts';

const CHUNK_BYTES = 4 << 20;
/** The parser may read this far past the end of a chunk. */
const SLACK = 64;
const PARSED_BYTES = 800 << 20;
const MIN_MEGABYTES_PER_SECOND = 800;
const MAX_LEVEL_MS = 150;

export function benchText({ largeText }: Inputs, report: Report): void {
  const path = largeText();
  report.add('Node: parsing text', [parsingRow(chunksOf(path, PARSED_BYTES))]);
  report.add('Node: deriving a level and building its tree', levelRows(path));
}

interface Chunk {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** About the first `maxBytes` bytes of the file, in chunks that end between samples. */
function chunksOf(path: string, maxBytes: number): Chunk[] {
  const file = openSync(path, 'r');
  const chunks: Chunk[] = [];
  for (let at = 0; at < maxBytes;) {
    const bytes = new Uint8Array(CHUNK_BYTES + SLACK);
    const count = readSync(file, bytes, 0, CHUNK_BYTES, at);
    if (count === 0) break;
    const form = sniffScript(bytes.subarray(0, count));
    const end =
      form && count === CHUNK_BYTES ? lastRecordEnd({ id: 'perf-script', form }, bytes, count) : count;
    chunks.push({ bytes, end });
    at += end;
  }
  closeSync(file);
  return chunks;
}

function parse(chunks: readonly Chunk[]): Profile {
  const form = sniffScript(chunks[0].bytes.subarray(0, chunks[0].end));
  if (!form) throw new Error('The large text recording is not perf script output.');
  const reader = new ScriptReader(form, BUDGET);
  for (const { bytes, end } of chunks) reader.push(bytes, end, false);
  return reader.finish();
}

/**
 * Reports parsing speed, and parsing time as a multiple of the time to sum the same bytes as 32-bit integers, a lower bound on
 * this machine.
 */
function parsingRow(chunks: readonly Chunk[]): Row {
  const bytes = chunks.reduce((total, { end }) => total + end, 0);
  const parsing = bestSeconds(() => parse(chunks));
  const summing = bestSeconds(() => chunks.reduce((total, chunk) => total + sumOf(chunk), 0));
  return {
    name: 'perf script',
    figures: [
      { label: 'speed', value: bytes / parsing / 1e6, unit: 'MB/s' },
      { label: 'relative to summing the bytes', value: parsing / summing, unit: '×' },
    ],
    minValue: MIN_MEGABYTES_PER_SECOND,
  };
}

function sumOf({ bytes, end }: Chunk): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at + 4 <= end; at += 4) sum = (sum + view.getInt32(at, true)) | 0;
  return sum;
}

function levelRows(path: string): Row[] {
  const profile = parse(chunksOf(path, Infinity));
  const classifying = bestSeconds(() => classify(profile), 1);
  const classified = classify(profile);
  const pythonC = atLevel(classified, 'python-c');
  return LEVELS.map(({ name, label }): Row => {
    const derive = () => atLevel(classified, name, () => pythonC);
    const deriving = bestSeconds(derive, 2);
    const derived = derive();
    const building = bestSeconds(() => buildTree(derived, 0), 2);
    return {
      name: label,
      figures: [
        { label: 'both', value: (deriving + building) * 1000, unit: 'ms' },
        { label: 'level', value: deriving * 1000, unit: 'ms' },
        { label: 'tree', value: building * 1000, unit: 'ms' },
        { label: 'relative to classifying', value: (deriving + building) / classifying, unit: '×' },
        { label: 'of', value: derived.stacks.length, unit: 'stacks' },
      ],
      maxValue: MAX_LEVEL_MS,
    };
  });
}

/** The duration of the fastest of several runs, in seconds. */
function bestSeconds(run: () => unknown, times = 3): number {
  let best = Infinity;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best / 1000;
}
