// Looks up the symbol files of a recording, and makes its line tables. Loaded on demand: text needs neither.

import type { DetectedRecording } from '../workers/reading/sniff.ts';
import { lineTablesOf } from './line-tables.ts';
import { lookUp } from './lookup.ts';
import { printMessage } from './print.ts';
import { requiredFilesOf } from './required-files.ts';
import type { FoundSource, SearchRoot } from './search-root.ts';

/** `lines` also makes line tables, and `sources` keeps the source files of the functions in them. */
export async function lookUpCompanions(
  opened: DetectedRecording,
  root: SearchRoot,
  wanted: { readonly lines: boolean | undefined; readonly sources: boolean | undefined },
): Promise<FoundSource[]> {
  const required = await requiredFilesOf(opened);
  const found = await lookUp(required, root);
  for (const reason of found.reasons) printMessage(`${reason}.`);
  const { path } = opened.source;
  const lines = wanted.lines ? await lineTablesOf(path, required, found.companions, root) : [];
  const used = lines.filter(({ kind }) => kind !== 'source' || wanted.sources);
  return [...found.companions, ...used].map((each) => each.source);
}
