// Packs the symbol files of a new recording into an archive next to it, because /tmp gets emptied and programs get updated.

import { existsSync, rmSync } from 'node:fs';
import { memoryFile } from '../../src/bytes/random-access.ts';
import { writeTar, type TarMember } from '../../src/bytes/tar-writer.ts';
import { REQUEST_FILE } from '../../src/model/recorded.ts';
import { writeRequest, type RecordRequest } from '../../src/record/record-request.ts';
import { baseName } from '../../src/model/paths.ts';
import { lineTablesOf } from '../line-tables.ts';
import { lookUp } from '../lookup.ts';
import { isForeign } from '../perf-map-lookup.ts';
import { writeOutput } from '../output.ts';
import { archiveMember, membersOf } from '../pack.ts';
import { requiredFilesOf, type RequiredFiles } from '../required-files.ts';
import { SearchRoot } from '../search-root.ts';
import { perfDataIn, sourcesOf } from '../source.ts';
import { symbolsPathOf } from '../symbols-archive.ts';

/**
 * Writes the archive, then deletes the perf maps and jitdumps of recorded processes that have ended. Returns the path of the
 * archive; undefined if the recording cannot be read.
 */
export async function collectSymbols(recording: string, request: RecordRequest): Promise<string | undefined> {
  const [source] = sourcesOf([recording]);
  const opened = await perfDataIn(source);
  if (!opened) return undefined;
  const required = await requiredFilesOf(opened);
  // The recording was made on this machine just now, so local files are the recorded ones.
  const root = new SearchRoot(undefined, true);
  const { companions } = await lookUp(required, root);
  const lines = await lineTablesOf(recording, required, companions, root);
  const archive = symbolsPathOf(recording);
  const members = [...(await membersOf([...companions, ...lines], false)), requestMember(request)];
  await writeOutput(archive, writeTar(members), true);
  for (const path of temporaryFiles(required)) if (!isForeign(path)) rmSync(path, { force: true });
  return archive;
}

function requestMember(request: RecordRequest): TarMember {
  return archiveMember(REQUEST_FILE, memoryFile(new TextEncoder().encode(writeRequest(request))));
}

function temporaryFiles({ processes, dumps }: RequiredFiles): string[] {
  const ended = processes.filter((pid) => !existsSync(`/proc/${pid}`));
  const names = new Set(ended.flatMap((pid) => [`perf-${pid}.map`, `jit-${pid}.dump`]));
  const maps = ended.map((pid) => `/tmp/perf-${pid}.map`);
  return [...maps, ...dumps.map(({ path }) => path).filter((path) => names.has(baseName(path)))];
}
