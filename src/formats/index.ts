// The formats Pyrograph reads, in the order in which they are tried.

import type { TableBudget } from '../model/budget.ts';
import type { FoldedForm } from './folded-line.ts';
import { folded } from './folded.ts';
import { sniffScript, type ScriptForm } from './perf-script/form.ts';
import { perfScript } from './perf-script/format.ts';
import type { TextFormat, TextReader } from './text-format.ts';

/** What each format has to know of a text before it can read a chunk of it. */
interface Forms {
  'perf-script': ScriptForm;
  folded: FoldedForm;
}

type FormatId = keyof Forms;

const TEXT_FORMATS: { readonly [Id in FormatId]: TextFormat<Forms[Id]> } = {
  'perf-script': perfScript,
  folded,
};

/** A text whose format is known. Plain data: it goes with each chunk to the worker that reads it. */
export type Text<Id extends FormatId = FormatId> = {
  [I in Id]: { readonly id: I; readonly form: Forms[I] };
}[Id];

/** What the text that begins like this is; undefined when it is of no known format. */
export async function sniffText(head: Uint8Array): Promise<Text | undefined> {
  const script = sniffScript(head);
  if (script) return { id: 'perf-script', form: script };
  const { sniffFolded } = await import('./folded-sniff.ts');
  const form = sniffFolded(head);
  return form && { id: 'folded', form };
}

/** A quote or a fence of Markdown, or a tab before the first header. */
const MARKED = /^\s*[>`~\t]/;

/** May this be perf script in a form that has to be rewritten (perf-script/rewriter.ts)? */
export function mayNeedRewriting(text: Text | undefined, head: Uint8Array): boolean {
  if (!text || (text.id === 'perf-script' && !text.form.isSure)) return true;
  return MARKED.test(String.fromCharCode(...head.subarray(0, 256)));
}

export function formatName(text: Text): string {
  return TEXT_FORMATS[text.id].name;
}

/** See TextFormat.lastCut. */
export function lastCut<Id extends FormatId>(text: Text<Id>, bytes: Uint8Array, end: number): number {
  return TEXT_FORMATS[text.id].lastCut(bytes, end, text.form);
}

/** Begins to read a chunk of the text; a promise where the reader is loaded first. */
export function openReader<Id extends FormatId>(
  text: Text<Id>,
  budget: TableBudget,
): TextReader | Promise<TextReader> {
  return TEXT_FORMATS[text.id].open(text.form, budget);
}
