// The source files of the hottest functions of a recording, to show its lines in. Only a recording with source lines has any.

import { statSync } from 'node:fs';
import { hottestFiles } from '../workers/hottest-files.ts';
import { openProfile } from '../workers/pipeline.ts';
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
  const recorded = modifiedAt(recording.path) ?? Infinity;
  const found: Companion[] = [];
  let total = 0;
  for (const path of hottestFiles(outcome.value)) {
    const source = SOURCE_NAME.test(path) ? fileAt(root.at(path), path) : undefined;
    const isUsable = source && source.size <= MAX_SIZE && (modifiedAt(root.at(path)) ?? Infinity) <= recorded;
    if (!isUsable || (total += source.size) > MAX_TOTAL) continue;
    found.push({ kind: 'source', source });
  }
  return found;
}

function modifiedAt(path: string | undefined): number | undefined {
  return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
