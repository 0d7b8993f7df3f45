// Collects the evaluator frames of a recording, and infers their lines once all samples have been read.

import type { CallSite, EvaluatorCall, EvaluatorFrameSink } from '../model/code.ts';
import { newNote, type Note } from '../model/profile.ts';
import { formatList, quoted } from '../text/format.ts';
import { PACK_COMMAND } from '../text/shell-command.ts';
import { InterpreterFrames } from './interpreter-frames.ts';
import type { LineTable } from './line-table.ts';

interface FoundLines {
  /** By number; 0 if unknown. */
  readonly lines: Int32Array;
  readonly notes: readonly Note[];
}

/** Fewer than the lines that a frame may have, because a number is in place of the line. */
const MAX_NUMBERS = (1 << 23) - 1;
const MAX_LISTED = 3;
const TOO_MANY = `Only the first ${MAX_NUMBERS.toLocaleString('en')} calls of Python functions have source lines: record for a shorter time`;
const NO_FRAMES =
  'Source lines need copied stacks of a program that ran with -X perf or -X perf_jit: record it with perf record --call-graph dwarf';
const NO_MATCH = 'of this recording, so source lines are unknown; to make its own, run where it was recorded';

export class EvaluatorFrames implements EvaluatorFrameSink {
  /** By interpreter, because each keeps its state elsewhere. */
  private readonly frames = new Map<object, InterpreterFrames>();
  private readonly tables: readonly LineTable[];
  /** How many numbers are given out; they begin at 1. */
  private count = 0;
  private isFull = false;

  constructor(tables: readonly LineTable[]) {
    this.tables = tables;
  }

  siteOf(call: EvaluatorCall): CallSite | undefined {
    const { frames } = this;
    let known = frames.get(call.interpreter);
    if (!known)
      frames.set(call.interpreter, (known = new InterpreterFrames(this.tables, () => this.takeNumber())));
    return known.siteOf(call);
  }

  private takeNumber(): number {
    this.isFull = this.count === MAX_NUMBERS;
    return this.isFull ? 0 : ++this.count;
  }

  /** Uses the first table that each interpreter agrees with. */
  infer(): FoundLines {
    const { tables, frames, count } = this;
    const lines = new Int32Array(count + 1);
    if (frames.size === 0) return { lines, notes: [newNote('no evaluator frames', NO_FRAMES)] };
    const used = new Set<LineTable>();
    for (const each of frames.values()) {
      const inferred = each.infer();
      if (!inferred || inferred.table.problem !== undefined) continue;
      used.add(inferred.table);
      for (let i = 0; i < inferred.lines.length; i++) lines[each.numbers.at(i)] = inferred.lines[i];
    }
    const notes = unusedNotes(tables, used);
    if (this.isFull) notes.push(newNote('frames with lines', TOO_MANY));
    return { lines, notes };
  }
}

function unusedNotes(tables: readonly LineTable[], used: ReadonlySet<LineTable>): Note[] {
  const damaged = tables.flatMap(({ name, problem }) =>
    problem === undefined
      ? []
      : [newNote('damaged line table', `${quoted(name)} cannot be used: ${problem}`)],
  );
  const unused = tables
    .filter((table) => !used.has(table) && table.problem === undefined)
    .map(({ name }) => quoted(name));
  if (unused.length === 0) return damaged;
  const are = unused.length > 1 ? 'do not have the functions' : 'does not have the functions';
  const note = newNote('other line table', `${formatList(unused, MAX_LISTED)} ${are} ${NO_MATCH}`);
  return [...damaged, { ...note, command: PACK_COMMAND }];
}
