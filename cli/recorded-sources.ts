// The source files of the hottest functions of a recording, to show its lines in. Only a recording with source lines has any.

import { statSync } from 'node:fs';
import { hottestFiles } from '../workers/hottest-files.ts';
import { openProfile, type OpenProfile } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import type { Companion } from './lookup.ts';
import { fileAt, type FoundSource, type SearchRoot } from './search-root.ts';

/** A recording can name any file: only these are source code. */
const SOURCE_NAME = /^\/.*\.pyw?$/;
/** In bytes. */
const MAX_SIZE = 4 << 20;
const MAX_TOTAL = 16 << 20;

/** None if the sources are already among the companions. Sources that were changed after the recording are left out: their lines are others. */
export async function sourcesOfHottest(
  recording: FoundSource,
  companions: readonly Companion[],
  root: SearchRoot,
): Promise<Companion[]> {
  const has = (kind: Companion['kind']) => companions.some((each) => each.kind === kind);
  if (!has('line table') || has('source')) return [];
  const outcome = await openProfile([recording, ...companions.map(({ source }) => source)], NO_LISTENER);
  if (!outcome.ok) return [];
  return recordedSources(outcome.value, modifiedAt(recording.path) ?? Infinity, root);
}

/** The sources of the hottest functions that were not given with an open recording. It was recorded at this time, in milliseconds. */
export function recordedSources(open: OpenProfile, recorded: number, root: SearchRoot): Companion[] {
  const found: Companion[] = [];
  let total = 0;
  for (const path of hottestFiles(open)) {
    if (open.sources?.fileOf(path)) continue;
    const source = SOURCE_NAME.test(path) ? fileAt(root.at(path), path) : undefined;
    const isUsable = source && source.size <= MAX_SIZE && (modifiedAt(root.at(path)) ?? Infinity) <= recorded;
    if (!isUsable || (total += source.size) > MAX_TOTAL) continue;
    found.push({ kind: 'source', source });
  }
  return found;
}

/** In milliseconds; undefined if the file is not there. */
export function modifiedAt(path: string | undefined): number | undefined {
  return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
