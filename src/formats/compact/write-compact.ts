// Writes a profile in Pyrograph's own format (see layout.ts).

import { LEVELS } from '../../model/levels.ts';
import type { Profile } from '../../model/profile.ts';
import { Form, headOf, MAX_NOTE_LENGTH, MAX_NOTES, SHARE_UNIT, type About } from './layout.ts';
import { NumberWriter } from './number-writer.ts';
import { eachRow, summedRows, writeSamples } from './samples.ts';
import { writeStacks } from './stacks.ts';
import { writeTexts } from './texts.ts';
import { renumbered, usedBy, type Used } from './used.ts';

export interface Options extends About {
  /** Whether to sum the samples of each stack or to keep every sample with its time. */
  readonly form: Form;
}

/**
 * Functions must have their kinds. The profile must be at `level`. If `level` is undefined, it must be at `raw`, from which
 * readers derive all levels.
 */
export function writeCompact(profile: Profile, { form, level, minShare }: Options): Uint8Array<ArrayBuffer> {
  const to = new NumberWriter();
  to.raw(headOf(form));
  to.varint(level === undefined ? 0 : LEVELS.findIndex(({ name }) => name === level) + 1);
  to.varint(Math.round(minShare / SHARE_UNIT));
  const used = usedBy(profile);
  const notes = form === Form.each ? notesOf(profile) : [];
  const texts = writeTexts(
    to,
    textsOf(profile, used).concat(notes.flatMap(({ kind, text }) => [kind, text])),
  );
  writeTables(to, profile, used, texts);
  const { parent, func } = profile.stacks;
  const { rows } = used.stacks;
  writeStacks(to, {
    length: rows.length,
    parent: renumbered(
      rows.map((row) => parent[row]),
      used.stacks,
    ),
    func: renumbered(
      rows.map((row) => func[row]),
      used.funcs,
    ),
  });
  const samples = form === Form.each ? eachRow(profile.samples) : summedRows(profile);
  const { stack, thread, event } = samples;
  writeSamples(
    to,
    {
      ...samples,
      stack: renumbered(stack, used.stacks),
      thread: renumbered(thread, used.threads),
      event: renumbered(event, used.events),
    },
    used.events.rows.length,
  );
  if (form === Form.each) {
    to.varint(notes.length);
    for (const { kind, text, count, line } of notes)
      to.all([texts.get(kind) ?? 0, texts.get(text) ?? 0, count, line + 1]);
  }
  return to.take();
}

function notesOf({ notes }: Profile): Profile['notes'] {
  return notes.slice(0, MAX_NOTES).map((note) => ({ ...note, text: note.text.slice(0, MAX_NOTE_LENGTH) }));
}

function textsOf({ strings, modules, funcs, threads, events }: Profile, used: Used): string[] {
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
  used: Used,
  texts: ReadonlyMap<string, number>,
): void {
  const textOf = (text: string) => texts.get(text) ?? 0;
  to.list(used.modules.rows.map((row) => textOf(modules[row])));
  to.list(used.events.rows.map((row) => textOf(events[row])));
  to.list(used.threads.rows.map((row) => textOf(threads[row].comm)));
  for (const row of used.threads.rows) to.id(threads[row].pid);
  for (const row of used.threads.rows) to.id(threads[row].tid);
  const { rows } = used.funcs;
  to.list(rows.map((row) => textOf(strings[funcs.name[row]])));
  to.all(rows.map((row) => (funcs.module[row] < 0 ? 0 : used.modules.numbers[funcs.module[row]] + 1)));
  to.all(rows.map((row) => funcs.kind[row]));
  to.all(rows.map((row) => funcs.flags[row]));
}
