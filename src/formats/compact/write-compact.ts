// Writes a profile in Pyrograph's own format (see layout.ts).

import { LEVELS } from '../../model/levels.ts';
import { type Profile, NONE } from '../../model/profile.ts';
import { Form, headerOf, MAX_NOTE_LENGTH, MAX_NOTES, SHARE_UNIT, Version, type Reduction } from './layout.ts';
import { writeLines, individualRows, summedRows, writeSamples, writeStacks, writeStrings } from './tables.ts';
import { NumberWriter } from './number-writer.ts';

interface CompactOptions extends Reduction {
  readonly form: Form;
}

/**
 * Writes a classified profile, which must be at `level`, or at `raw` if `level` is undefined, so that readers can derive all
 * levels.
 */
export function writeCompact(
  profile: Profile,
  { form, level, minShare }: CompactOptions,
): Uint8Array<ArrayBuffer> {
  const to = new NumberWriter();
  const { parent, func, line } = profile.stacks;
  to.raw(headerOf(form, line ? Version.lined : Version.plain));
  to.varint(level === undefined ? 0 : LEVELS.findIndex(({ name }) => name === level) + 1);
  to.varint(Math.round(minShare / SHARE_UNIT));
  const used = findUsedRows(profile);
  const notes = form === Form.individual ? notesOf(profile) : [];
  const stringRows = writeStrings(
    to,
    stringsOf(profile, used).concat(notes.flatMap(({ kind, text }) => [kind, text])),
  );
  writeTables(to, profile, used, stringRows);
  const { rows } = used.stacks;
  writeStacks(to, {
    length: rows.length,
    parent: renumber(
      rows.map((row) => parent[row]),
      used.stacks,
    ),
    func: renumber(
      rows.map((row) => func[row]),
      used.funcs,
    ),
  });
  if (line)
    writeLines(
      to,
      rows.map((row) => func[row]),
      rows.map((row) => line[row]),
    );
  const samples = form === Form.individual ? individualRows(profile.samples) : summedRows(profile);
  const { stack, thread, event } = samples;
  writeSamples(
    to,
    {
      ...samples,
      stack: renumber(stack, used.stacks),
      thread: renumber(thread, used.threads),
      event: renumber(event, used.events),
    },
    used.events.rows.length,
  );
  if (form === Form.individual) {
    to.varint(notes.length);
    for (const { kind, text, count, line } of notes)
      to.varints([stringRows.get(kind) ?? 0, stringRows.get(text) ?? 0, count, line + 1]);
  }
  return to.take();
}

/** A file may claim that it lost more samples than a number can count. */
function notesOf({ notes }: Profile): Profile['notes'] {
  return notes.slice(0, MAX_NOTES).map(({ kind, text, count, line }) => ({
    kind,
    text: text.slice(0, MAX_NOTE_LENGTH),
    count: Math.min(count, Number.MAX_SAFE_INTEGER),
    line: Math.min(line, Number.MAX_SAFE_INTEGER - 1),
  }));
}

function stringsOf({ strings, modules, funcs, threads, events }: Profile, used: UsedTables): string[] {
  return [
    ...Array.from(used.funcs.rows, (func) => strings[funcs.name[func]]),
    ...Array.from(used.modules.rows, (module) => modules[module]),
    ...Array.from(used.threads.rows, (thread) => threads[thread].comm),
    ...Array.from(used.events.rows, (event) => events[event]),
  ];
}

function writeTables(
  to: NumberWriter,
  { strings, modules, funcs, threads, events }: Profile,
  used: UsedTables,
  stringRows: ReadonlyMap<string, number>,
): void {
  const rowOf = (text: string) => stringRows.get(text) ?? 0;
  to.list(used.modules.rows.map((row) => rowOf(modules[row])));
  to.list(used.events.rows.map((row) => rowOf(events[row])));
  to.list(used.threads.rows.map((row) => rowOf(threads[row].comm)));
  for (const row of used.threads.rows) to.id(threads[row].pid);
  for (const row of used.threads.rows) to.id(threads[row].tid);
  const { rows } = used.funcs;
  to.list(rows.map((row) => rowOf(strings[funcs.name[row]])));
  to.varints(rows.map((row) => (funcs.module[row] < 0 ? 0 : used.modules.newNumbers[funcs.module[row]] + 1)));
  to.varints(rows.map((row) => funcs.kind[row]));
  to.varints(rows.map((row) => funcs.flags[row]));
}

interface UsedRows {
  /** The old number of each used row. */
  readonly rows: Int32Array;
  /** The new number of each row; NONE for unused rows. */
  readonly newNumbers: Int32Array;
}

type UsedTables = Readonly<Record<'stacks' | 'funcs' | 'modules' | 'threads' | 'events', UsedRows>>;

function findUsedRows({ samples, stacks, funcs, modules, threads, events }: Profile): UsedTables {
  const stack = new Uint8Array(stacks.length);
  const func = new Uint8Array(funcs.length);
  const module = new Uint8Array(modules.length);
  for (const row of samples.stack) if (row >= 0) stack[row] = 1;
  for (let row = stacks.length - 1; row >= 0; row--) {
    if (stack[row] === 0) continue;
    if (stacks.parent[row] >= 0) stack[stacks.parent[row]] = 1;
    func[stacks.func[row]] = 1;
  }
  // A level may show a function's canonical function instead.
  for (let row = 0; row < funcs.length; row++) if (func[row] === 1) func[funcs.canonical[row]] = 1;
  for (let row = 0; row < funcs.length; row++)
    if (func[row] === 1 && funcs.module[row] >= 0) module[funcs.module[row]] = 1;
  return {
    stacks: usedRowsOf(stack),
    funcs: usedRowsOf(func),
    modules: usedRowsOf(module),
    threads: usedRowsOf(markRows(samples.thread, threads.length)),
    events: usedRowsOf(markRows(samples.event, events.length)),
  };
}

function renumber(column: Int32Array, { newNumbers }: UsedRows): Int32Array {
  return column.map((row) => (row < 0 ? NONE : newNumbers[row]));
}

function markRows(rows: Int32Array | Uint8Array, length: number): Uint8Array {
  const marks = new Uint8Array(length);
  for (const row of rows) marks[row] = 1;
  return marks;
}

function usedRowsOf(marks: Uint8Array): UsedRows {
  const newNumbers = new Int32Array(marks.length).fill(NONE);
  let used = 0;
  for (let row = 0; row < marks.length; row++) if (marks[row] === 1) newNumbers[row] = used++;
  const rows = new Int32Array(used);
  for (let row = 0; row < marks.length; row++) if (marks[row] === 1) rows[newNumbers[row]] = row;
  return { rows, newNumbers };
}
