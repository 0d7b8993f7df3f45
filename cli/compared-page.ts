// Writes the recordings of a comparison as one page that opens it: `pyrograph compare --to html`.

import type { Filter } from '../src/model/filter.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import type { Rename } from '../src/compare/match/function-sides.ts';
import { writeAddress } from '../src/sharing/address.ts';
import type { LinkedPart } from '../src/sharing/link-values.ts';
import type { BasisOptions } from '../src/compare/compare.ts';
import { oneFile } from '../workers/export/one-file.ts';
import type { RecordingPart } from '../workers/compare/compared-recording.ts';
import type { OpenProfile } from '../workers/pipeline.ts';
import type { SideName } from './compare-arguments.ts';
import { checkOutput, writeOutput } from './output.ts';

interface PageFile {
  readonly output: string;
  /** Embeds the source files that the archives of the recordings have. */
  readonly hasSources: boolean;
}

/** Undefined if no page is to be written. Throws before anything is compared if it cannot be written. */
export function pageFileOf(
  to: string | undefined,
  output: string | undefined,
  hasSources: boolean,
): PageFile | undefined {
  if (hasSources && to !== 'html') throw new Error('--sources applies only to --to html.');
  if (to === undefined && output === undefined) return undefined;
  if (to !== undefined && to !== 'html') throw new Error(`Invalid --to ${to}: compare writes html.`);
  if (to === undefined || output === undefined)
    throw new Error('Writing a page needs both --to html and -o OUT.');
  if (output === '-') throw new Error('The page needs a file: set one with -o.');
  checkOutput(output, false);
  return { output, hasSources };
}

export interface PagePart extends Pick<RecordingPart, 'range' | 'threads'> {
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

export async function writePage({ output, hasSources }: PageFile, view: PageView): Promise<void> {
  const page = await oneFile(view.recordings, addressOf(view), { hasSources });
  await writeOutput(output, page.stream(), false);
}

function addressOf({ recordings, pageParts, renames, ...view }: PageView): string {
  const { options, level, event, filters, isMended } = view;
  const linkedPart = ({ recording, range, threads }: PagePart): LinkedPart => {
    const { start, threadList } = recordings[recording].recording;
    return {
      recording,
      range: range && { from: range.from - start, to: range.to - start },
      threads: threads?.map((row) => ({ pid: `${threadList[row].pid}`, tid: `${threadList[row].tid}` })),
    };
  };
  return writeAddress({
    mend: isMended ? undefined : '0',
    event,
    level: level === DEFAULT_LEVEL ? undefined : level,
    filters,
    comparison: { ...options, a: pageParts.a.map(linkedPart), b: pageParts.b.map(linkedPart), renames },
  });
}
