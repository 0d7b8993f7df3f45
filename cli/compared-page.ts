// Writes the recordings of a comparison as one page that opens it: `pyrograph compare --to html`.

import type { Filter } from '../src/model/filter.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import type { Rename } from '../src/compare/function-sides.ts';
import { escapeText } from '../src/sharing/escape-text.ts';
import { filterFields } from '../src/sharing/selection-text.ts';
import type { BasisOptions } from '../src/compare/compare.ts';
import { oneFile } from '../workers/export/one-file.ts';
import type { ComparedPart } from '../workers/compare/compared-recording.ts';
import type { OpenProfile } from '../workers/pipeline.ts';
import type { SideName } from './compare-arguments.ts';
import { checkOutput, writeOutput } from './output.ts';

interface PageFile {
  readonly output: string;
}

/** Undefined if no page is to be written. Throws before anything is compared if it cannot be written. */
export function pageFileOf(to: string | undefined, output: string | undefined): PageFile | undefined {
  if (to === undefined && output === undefined) return undefined;
  if (to !== undefined && to !== 'html') throw new Error(`Invalid --to ${to}: compare writes html.`);
  if (to === undefined || output === undefined)
    throw new Error('Writing a page needs both --to html and -o OUT.');
  if (output === '-') throw new Error('The page needs a file: set one with -o.');
  checkOutput(output, false);
  return { output };
}

/** A part of one of the recordings of the page. */
export interface PagePart extends Pick<ComparedPart, 'range' | 'threads'> {
  /** Index into the recordings. */
  readonly recording: number;
}

/** What the page shows. */
export interface PageView {
  readonly recordings: readonly OpenProfile[];
  readonly pageParts: Readonly<Record<SideName, readonly PagePart[]>>;
  readonly renames: readonly Rename[];
  readonly filters: readonly Filter[];
  readonly options: BasisOptions;
  readonly level: Level;
  readonly event: string;
  /** True if callers are inferred, as on the page by default. */
  readonly isMended: boolean;
}

export async function writePage({ output }: PageFile, view: PageView): Promise<void> {
  const page = await oneFile(view.recordings, addressOf(view));
  await writeOutput(output, page.stream(), false);
}

/** The URL parameters of the comparison, in the format of state/address.ts. */
function addressOf({
  recordings,
  pageParts,
  renames,
  filters,
  options,
  level,
  event,
  isMended,
}: PageView): string {
  const { basis, work } = options;
  const sideOf = (side: SideName) => pageParts[side].map((part) => partText(part, recordings)).join(',');
  const names = (fields: readonly string[]) => fields.map(escapeText).join(SEPARATOR);
  return [
    'v=2',
    ...(level === DEFAULT_LEVEL ? [] : [`level=${level}`]),
    ...(isMended ? [] : ['mend=0']),
    `event=${escapeText(event)}`,
    ...filters.map((filter) => `filter=${names(filterFields(filter))}`),
    `a=${sideOf('a')}`,
    `b=${sideOf('b')}`,
    ...(basis === undefined ? [] : [`basis=${basis}`]),
    ...(work === undefined ? [] : [`work=${work.join('-')}`]),
    ...renames.map((rename) => `rename=${names(rename)}`),
  ].join('&');
}

const SEPARATOR = '~';

/** `ID~from-to~thread…`. */
function partText({ recording, range, threads = [] }: PagePart, recordings: readonly OpenProfile[]): string {
  const { start, threadList } = recordings[recording].recording;
  const seconds = (time: number) => (Math.round(time - start) / 1e9).toFixed(9).replace(/\.?0+$/, '');
  const fields = [
    String(recording),
    ...(range || threads.length > 0 ? [range ? `${seconds(range.from)}-${seconds(range.to)}` : ''] : []),
    ...threads.map((row) => `${threadList[row].pid}/${threadList[row].tid}`),
  ];
  return fields.join(SEPARATOR);
}
