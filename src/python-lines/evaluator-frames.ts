// Collects the evaluator frames of a recording, and infers their lines once all samples have been read.

import { Int32Column } from '../model/columns.ts';
import {
  EVALUATOR_REGISTERS,
  type EvaluatorFrame,
  type EvaluatorFrameSink,
} from '../model/evaluator-frames.ts';
import { newNote, type Note } from '../model/profile.ts';
import type { PythonLines } from '../model/python-lines.ts';
import { formatList } from '../text/format.ts';
import { quoted } from '../text/quoted.ts';
import { FrameTable } from './frame-table.ts';
import { inferLines, placesThatTell } from './infer-lines.ts';
import type { LineTable } from './line-table.ts';

interface FoundLines {
  readonly lines: PythonLines | undefined;
  readonly notes: readonly Note[];
}

/** After so many frames of an interpreter, only the places that tell lines are kept: all take 1 KiB per frame. */
const LEARNING_FRAMES = 1 << 16;
/** Frames that are kept, which bounds memory. */
const MAX_FRAMES = 1 << 20;
/** Of interrupted evaluators, any register may tell the line. */
const REGISTERS = Array.from({ length: EVALUATOR_REGISTERS }, (_, register) => register);
const MAX_LISTED = 3;
const TOO_MANY = `Only the first ${MAX_FRAMES.toLocaleString('en')} calls of Python functions have source lines: record for a shorter time`;
const NO_FRAMES =
  'Source lines need copied stacks of a program that ran with -X perf or -X perf_jit: record it with perf record --call-graph dwarf';
const NO_MATCH =
  'of this recording, so source lines are unknown: make the line table again with the recorded interpreter';

export class EvaluatorFrames implements EvaluatorFrameSink {
  /** By interpreter, because each keeps its state elsewhere. */
  private readonly frames = new Map<object, FrameTable>();
  private readonly tables: readonly LineTable[];
  private count = 0;

  constructor(tables: readonly LineTable[]) {
    this.tables = tables;
  }

  add(frame: EvaluatorFrame, values: Float64Array): void {
    if (++this.count > MAX_FRAMES) return;
    let known = this.frames.get(frame.interpreter);
    if (!known) this.frames.set(frame.interpreter, (known = new FrameTable()));
    known.add(frame, values);
    if (known.length === LEARNING_FRAMES) this.dropUnneeded(known);
  }

  private dropUnneeded(frames: FrameTable): void {
    const places = new Set(REGISTERS);
    for (const table of this.tables) for (const place of placesThatTell(frames, table)) places.add(place);
    frames.keepOnly(places);
  }

  /** Uses the first table that each interpreter agrees with. */
  infer(): FoundLines {
    const { tables } = this;
    if (this.frames.size === 0)
      return { lines: undefined, notes: [newNote('no evaluator frames', NO_FRAMES)] };
    const used = new Set<LineTable>();
    const found: Found[] = [];
    for (const frames of this.frames.values())
      for (const table of tables) {
        const { check, lines } = inferLines(frames, table);
        if (!check.isRight) continue;
        used.add(table);
        found.push({ frames, lines });
        break;
      }
    const notes = unusedNotes(tables, used);
    if (this.count > MAX_FRAMES) notes.push(newNote('frames with lines', TOO_MANY));
    return { lines: found.length === 0 ? undefined : joined(found), notes };
  }
}

function unusedNotes(tables: readonly LineTable[], used: ReadonlySet<LineTable>): Note[] {
  const unused = tables.filter((table) => !used.has(table)).map(({ name }) => quoted(name));
  if (unused.length === 0) return [];
  const are = unused.length > 1 ? 'do not have the functions' : 'does not have the functions';
  return [newNote('other line table', `${formatList(unused, MAX_LISTED)} ${are} ${NO_MATCH}`)];
}

interface Found {
  readonly frames: FrameTable;
  /** By frame; 0 if unknown. */
  readonly lines: Int32Array;
}

/** The frames with a line. */
function joined(found: readonly Found[]): PythonLines {
  const rows = found.flatMap(({ frames, lines }) =>
    Array.from(lines.keys())
      .filter((frame) => lines[frame] > 0)
      .map((frame) => ({ frames, frame, line: lines[frame] })),
  );
  // The frames of one interpreter are in order.
  if (found.length > 1)
    rows.sort(
      (a, b) =>
        a.frames.sample.at(a.frame) - b.frames.sample.at(b.frame) ||
        a.frames.pythonFrame.at(a.frame) - b.frames.pythonFrame.at(b.frame),
    );
  const numbers = new Map<string, number>();
  const columns = [new Int32Column(), new Int32Column(), new Int32Column(), new Int32Column()];
  for (const { frames, frame, line } of rows) {
    const { name } = frames.trampolines[frames.trampoline.at(frame)];
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    const values = [frames.sample.at(frame), frames.pythonFrame.at(frame), numbers.get(name) ?? 0, line];
    for (const [i, value] of values.entries()) columns[i].push(value);
  }
  const [sample, pythonFrame, name, line] = columns.map((column) => column.take());
  return { length: rows.length, sample, pythonFrame, name, line, names: [...numbers.keys()] };
}
