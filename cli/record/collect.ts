// Packs the symbol files of a new recording into an archive next to it, because /tmp gets emptied and programs get updated.

import { existsSync, rmSync } from 'node:fs';
import { writeTar } from '../../src/bytes/tar-writer.ts';
import { baseName } from '../../src/text/base-name.ts';
import { isForeign, lookUp } from '../lookup.ts';
import { writeOutput } from '../output.ts';
import { membersOf } from '../pack-members.ts';
import { perfDataIn, requiredFilesOf, type RequiredFiles } from '../required-files.ts';
import { SearchRoot } from '../search-root.ts';
import { sourcesOf } from '../source.ts';
import { symbolsPathOf } from '../symbols-archive.ts';

/**
 * Writes the archive, then deletes the perf maps and jitdumps of recorded processes that have ended. Returns the path of the
 * archive; undefined if there are no symbol files.
 */
export async function collectSymbols(recording: string): Promise<string | undefined> {
  const [source] = sourcesOf([recording]);
  const opened = await perfDataIn(source);
  if (!opened) return undefined;
  const required = await requiredFilesOf(opened);
  // The recording was made on this machine just now, so local files are the recorded ones.
  const { companions } = await lookUp(required, new SearchRoot(undefined, true));
  if (companions.length === 0) return undefined;
  const archive = symbolsPathOf(recording);
  await writeOutput(archive, writeTar(await membersOf(companions, false)), true);
  for (const path of temporaryFiles(required)) if (!isForeign(path)) rmSync(path, { force: true });
  return archive;
}

function temporaryFiles({ processes, dumps }: RequiredFiles): string[] {
  const ended = processes.filter((pid) => !existsSync(`/proc/${pid}`));
  const names = new Set(ended.flatMap((pid) => [`perf-${pid}.map`, `jit-${pid}.dump`]));
  const maps = ended.map((pid) => `/tmp/perf-${pid}.map`);
  return [...maps, ...dumps.map(({ path }) => path).filter((path) => names.has(baseName(path)))];
}
