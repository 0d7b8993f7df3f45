// Collects the evaluator frames of a recording, and infers their lines once all samples have been read.

import { indicesUpTo } from '../model/columns.ts';
import type { EvaluatorFrame, EvaluatorFrameSink } from '../model/code.ts';
import { newNote, type Note } from '../model/profile.ts';
import { formatList, quoted } from '../text/format.ts';
import { PACK_COMMAND } from '../text/shell-command.ts';
import { InterpreterFrames } from './interpreter-frames.ts';
import type { LineTable } from './line-table.ts';
import type { FoundFrames } from './lined-stacks.ts';

interface FoundLines {
  readonly lines: FoundFrames | undefined;
  readonly notes: readonly Note[];
}

/** Frames that are kept, which bounds memory. */
const MAX_FRAMES = 1 << 23;
const MAX_LISTED = 3;
const TOO_MANY = `Only the first ${MAX_FRAMES.toLocaleString('en')} calls of Python functions have source lines: record for a shorter time`;
const NO_FRAMES =
  'Source lines need copied stacks of a program that ran with -X perf or -X perf_jit: record it with perf record --call-graph dwarf';
const NO_MATCH = 'of this recording, so source lines are unknown; to make its own, run where it was recorded';

export class EvaluatorFrames implements EvaluatorFrameSink {
  /** By interpreter, because each keeps its state elsewhere. */
  private readonly frames = new Map<object, InterpreterFrames>();
  private readonly tables: readonly LineTable[];
  private count = 0;

  constructor(tables: readonly LineTable[]) {
    this.tables = tables;
  }

  add(frame: EvaluatorFrame): void {
    if (++this.count > MAX_FRAMES) return;
    let known = this.frames.get(frame.interpreter);
    if (!known) this.frames.set(frame.interpreter, (known = new InterpreterFrames(this.tables)));
    known.add(frame);
  }

  /** Uses the first table that each interpreter agrees with. */
  infer(): FoundLines {
    const { tables } = this;
    if (this.frames.size === 0)
      return { lines: undefined, notes: [newNote('no evaluator frames', NO_FRAMES)] };
    const used = new Set<LineTable>();
    const found: Found[] = [];
    for (const frames of this.frames.values()) {
      const inferred = frames.infer();
      if (!inferred) continue;
      used.add(inferred.table);
      found.push({ frames, lines: inferred.lines });
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
  const note = newNote('other line table', `${formatList(unused, MAX_LISTED)} ${are} ${NO_MATCH}`);
  return [{ ...note, command: PACK_COMMAND }];
}

interface Found {
  readonly frames: InterpreterFrames;
  /** By frame; 0 if unknown. */
  readonly lines: Int32Array;
}

/** The frames with a line. */
function joined(found: readonly Found[]): FoundFrames {
  const numbers = new Map<string, number>();
  const length = found.reduce((sum, { lines }) => sum + countKnown(lines), 0);
  const column = () => new Int32Array(length);
  const [sample, pythonFrame, name, line] = [column(), column(), column(), column()];
  let row = 0;
  for (const { frames, lines } of found) {
    /** By trampoline. */
    const names: number[] = [];
    for (let frame = 0; frame < lines.length; frame++) {
      if (lines[frame] === 0) continue;
      const trampoline = frames.trampoline.at(frame);
      sample[row] = frames.sample.at(frame);
      pythonFrame[row] = frames.pythonFrame.at(frame);
      name[row] = names[trampoline] ??= numberOf(frames.nameOf(trampoline), numbers);
      line[row++] = lines[frame];
    }
  }
  const joinedLines = { length, sample, pythonFrame, name, line, names: [...numbers.keys()] };
  // The frames of one interpreter are in order.
  return found.length === 1 ? joinedLines : sorted(joinedLines);
}

function countKnown(lines: Int32Array): number {
  let count = 0;
  for (let frame = 0; frame < lines.length; frame++) if (lines[frame] > 0) count++;
  return count;
}

function numberOf(name: string, numbers: Map<string, number>): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

function sorted({ length, names, ...columns }: FoundFrames): FoundFrames {
  const { sample, pythonFrame } = columns;
  const order = indicesUpTo(length).sort((a, b) => sample[a] - sample[b] || pythonFrame[a] - pythonFrame[b]);
  const inOrder = (column: Int32Array) => order.map((row) => column[row]);
  return {
    length,
    names,
    sample: inOrder(sample),
    pythonFrame: inOrder(pythonFrame),
    name: inOrder(columns.name),
    line: inOrder(columns.line),
  };
}
