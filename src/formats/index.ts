// Detects formats, and opens the readers of text.

import type { TableBudget } from '../model/budget.ts';
import type { FoldedForm } from './folded-line.ts';
import { decodeLatin1, firstCharacter, type InMemoryId, type TextFormat, type TextReader } from './format.ts';
import { sniffScript, type ScriptForm } from './perf-script/form.ts';
import { ScriptReader } from './perf-script/reader.ts';

/** The properties of the whole text that each format needs to read a chunk. */
interface Forms {
  'perf-script': ScriptForm;
  folded: FoldedForm;
}

type FormatId = keyof Forms;

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;

const TEXT_FORMATS: { readonly [Id in FormatId]: TextFormat<Forms[Id]> } = {
  'perf-script': {
    name: 'perf script',
    lastRecordEnd: (bytes, end, form) =>
      afterLastEmptyLine(bytes, end) || (form.hasOneLineSamples ? beforeLastSample(bytes, end) : 0),
    open: (form, budget) => new ScriptReader(form, budget),
  },
  folded: {
    name: 'folded stacks',
    lastRecordEnd: (bytes, end) => bytes.lastIndexOf(NEWLINE, end - 1) + 1,
    open: async (form, budget) => new (await import('./folded-reader.ts')).FoldedReader(form, budget),
  },
};

/** The detected format of a text file. Plain data, posted with each chunk to the worker that reads it. */
export type TextKind<Id extends FormatId = FormatId> = {
  [I in Id]: { readonly id: I; readonly form: Forms[I] };
}[Id];

/** Detects the format from the beginning of a text file; undefined if unknown. */
export async function sniffText(head: Uint8Array): Promise<TextKind | undefined> {
  const script = sniffScript(head);
  if (script) return { id: 'perf-script', form: script };
  const { sniffFolded } = await import('./folded-sniff.ts');
  const form = sniffFolded(head);
  return form && { id: 'folded', form };
}

/** The other formats in memory have a control character no greater than this among their first bytes; text has none. */
const MAX_CONTROL = 8;

/** Detects a format that is parsed in memory. Avoids loading its code for text such as perf script output. */
export async function sniffInMemoryFormat(head: Uint8Array): Promise<InMemoryId | undefined> {
  const start = head.subarray(0, 64);
  if (!start.some((byte) => byte <= MAX_CONTROL) && firstCharacter(head) !== '{') return undefined;
  const { IN_MEMORY_FORMATS } = await import('./in-memory-formats.ts');
  return IN_MEMORY_FORMATS.find((format) => format.sniff(head))?.id;
}

/** Matches a Markdown quote or code fence, or a tab before the first header. Frames begin with a tab, too. */
const MARKUP = /^\s*[>`~]|^\s*\t(?! *[0-9a-f]+ )/;

/** True if this may be perf script output in a form that must be rewritten first (perf-script/rewriter.ts). */
export function mayNeedRewriting(text: TextKind | undefined, head: Uint8Array): boolean {
  if (!text || (text.id === 'perf-script' && !text.form.isCertain)) return true;
  return MARKUP.test(decodeLatin1(head.subarray(0, 256)));
}

export function formatName(text: TextKind): string {
  return TEXT_FORMATS[text.id].name;
}

/** False if a chunk cannot be read without those before it. */
export function isReadInChunks(text: TextKind): boolean {
  return text.id !== 'perf-script' || !text.form.hasTimeDeltas;
}

/** See TextFormat.lastRecordEnd. */
export function lastRecordEnd<Id extends FormatId>(
  text: TextKind<Id>,
  bytes: Uint8Array,
  end: number,
): number {
  return TEXT_FORMATS[text.id].lastRecordEnd(bytes, end, text.form);
}

/** Opens a reader for a chunk of the text; asynchronous if its code must be loaded first. */
export function openReader<Id extends FormatId>(
  text: TextKind<Id>,
  budget: TableBudget,
): TextReader | Promise<TextReader> {
  return TEXT_FORMATS[text.id].open(text.form, budget);
}

function afterLastEmptyLine(bytes: Uint8Array, end: number): number {
  for (let at = end - 1; at > 0; at--) {
    if (bytes[at] !== NEWLINE) continue;
    const before = bytes[at - 1] === RETURN ? at - 2 : at - 1;
    if (before >= 0 && bytes[before] === NEWLINE) return at + 1;
  }
  return 0;
}

/** One-line samples have no empty line after them, so any line that is not a frame starts a sample. */
function beforeLastSample(bytes: Uint8Array, end: number): number {
  for (let at = end - 2; at > 0; at--) {
    if (bytes[at] === NEWLINE && bytes[at + 1] !== TAB) return at + 1;
  }
  return 0;
}
