// Detects text formats and opens their readers.

import type { TableBudget } from '../model/budget.ts';
import type { FoldedForm } from './folded-line.ts';
import { folded } from './folded.ts';
import { decodeLatin1 } from './head.ts';
import { sniffScript, type ScriptForm } from './perf-script/form.ts';
import { perfScript } from './perf-script/format.ts';
import type { TextFormat, TextReader } from './text-format.ts';

/** The properties of the whole text that each format needs to read a chunk. */
interface Forms {
  'perf-script': ScriptForm;
  folded: FoldedForm;
}

type FormatId = keyof Forms;

const TEXT_FORMATS: { readonly [Id in FormatId]: TextFormat<Forms[Id]> } = {
  'perf-script': perfScript,
  folded,
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
