// What is fast in Node: reading text with the bytes in memory, each level, each tree. Run by scripts/bench.mjs.

import { closeSync, openSync, readSync } from 'node:fs';
import { buildTree } from '../src/calltree/build.ts';
import { perfScript } from '../src/formats/perf-script/format.ts';
import { sniffScript } from '../src/formats/perf-script/form.ts';
import { ScriptReader } from '../src/formats/perf-script/reader.ts';
import { BUDGET } from '../src/model/budget.ts';
import { LEVELS } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import { classify } from '../src/python/classify.ts';
import { atLevel } from '../src/python/levels.ts';
import { printRows, type Row } from './report.ts';

const PIECE = 4 << 20;
const SLACK = 64;
const MEASURED = 800 << 20;
const TARGET_MB = 800;

/** `path` is the text of a large recording. */
export function benchNode(path: string): void {
  const pieces = piecesOf(path, MEASURED);
  printRows('Node, one thread', [readingRow(pieces)]);
  printRows('Node, one thread: a level made from the recording, and its tree', levelRows(path));
}

interface Piece {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** The first `most` bytes of the file in pieces that end behind a sample. */
function piecesOf(path: string, most: number): Piece[] {
  const file = openSync(path, 'r');
  const pieces: Piece[] = [];
  for (let at = 0; at < most;) {
    const bytes = new Uint8Array(PIECE + SLACK);
    const count = readSync(file, bytes, 0, PIECE, at);
    if (count === 0) break;
    const form = sniffScript(bytes.subarray(0, count));
    const end = form && count === PIECE ? perfScript.lastCut(bytes, count, form) : count;
    pieces.push({ bytes, end });
    at += end;
  }
  closeSync(file);
  return pieces;
}

function readAll(pieces: readonly Piece[]): Profile {
  const form = sniffScript(pieces[0].bytes.subarray(0, pieces[0].end));
  if (!form) throw new Error('the recording is not perf script text');
  const reader = new ScriptReader(form, BUDGET);
  for (const { bytes, end } of pieces) reader.push(bytes, end, false);
  return reader.finish();
}

/** The best of three, against a pass that does nothing but add up the same bytes four at a time. */
function readingRow(pieces: readonly Piece[]): Row {
  const bytes = pieces.reduce((sum, { end }) => sum + end, 0);
  const seconds = best(() => readAll(pieces));
  const adding = best(() => pieces.reduce((sum, piece) => sum + addUp(piece), 0));
  const speed = bytes / seconds / 1e6;
  return {
    what: 'perf script text, bytes in memory',
    figure: `${speed.toFixed(0)} MB/s`,
    against: `${(seconds / adding).toFixed(1)} × the time of adding up the bytes`,
    target: `≥ ${TARGET_MB} MB/s`,
    isReached: speed >= TARGET_MB,
  };
}

function addUp({ bytes, end }: Piece): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at + 4 <= end; at += 4) sum = (sum + view.getInt32(at, true)) | 0;
  return sum;
}

function levelRows(path: string): Row[] {
  const profile = readAll(piecesOf(path, Infinity));
  const classifying = best(() => classify(profile), 1);
  const classified = classify(profile);
  const pythonC = atLevel(classified, 'python-c');
  return LEVELS.map(({ name, label }): Row => {
    const level = best(() => atLevel(classified, name, () => pythonC), 2);
    const shown = atLevel(classified, name, () => pythonC);
    const tree = best(() => buildTree(shown, 0), 2);
    const all = (level + tree) * 1000;
    return {
      what: `${label}, ${shown.stacks.length.toLocaleString('en')} stacks`,
      figure: `${(level * 1000).toFixed(0)} + ${(tree * 1000).toFixed(0)} ms`,
      against: `${((level + tree) / classifying).toFixed(1)} × classifying all of it`,
      target: '≤ 150 ms',
      isReached: all <= 150,
    };
  });
}

/** Seconds of the quickest of some runs. */
function best(run: () => unknown, times = 3): number {
  let quickest = Infinity;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    run();
    quickest = Math.min(quickest, performance.now() - start);
  }
  return quickest / 1000;
}
