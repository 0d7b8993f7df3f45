// Sorts files opened together into recordings, symbol files (companions) and others. Members of archives are treated
// as if they had been opened directly.

import type { CachedFile, RandomAccess } from '../../src/bytes/random-access.ts';
import type { Quota } from '../../src/bytes/quota.ts';
import { BUDGET, type Budget } from '../../src/model/budget.ts';
import { reasonOf } from '../../src/text/format.ts';
import type { LineTable } from '../../src/python-lines/line-table.ts';
import { PYTHON_SOURCE } from '../../src/model/paths.ts';
import type { CompanionKind } from '../../src/symbols/companion-kind.ts';
import type { Library } from '../../src/symbols/library.ts';
import type { ArchiveContent } from './archive.ts';
import { MAX_SOURCE_BYTES, type SourceFile } from '../source-files.ts';
import { sniff, type DetectedRecording, type SkippedFile, type DetectedFile, type Source } from './sniff.ts';

const CONCURRENT_FILES = 8;
/** Maximum number of skipped files that are listed; the rest are only counted. */
const MAX_LISTED = 1000;

export interface Collected {
  readonly recordings: DetectedRecording[];
  /** Index of the source of each recording, or of its archive. */
  readonly indexOf: Map<DetectedRecording, number>;
  /** Undefined if neither a perf.data file nor a symbol file needs it. */
  library: Library | undefined;
  /** The source lines of Python functions, one table per interpreter. */
  readonly lineTables: LineTable[];
  /** The source files of Python functions. */
  readonly sourceFiles: SourceFile[];
  /** Names of the symbol files. */
  readonly companions: string[];
  /** Other files; `unlistedCount` more are not listed. */
  readonly skipped: SkippedFile[];
  unlistedCount: number;
  readonly budget: Budget;
  /** Limits the memory for all symbol files. */
  readonly quota: Quota;
}

/**
 * Skips unreadable files with a reason. If there is no recording, throws the error of the first one instead, with the
 * file's name.
 */
export async function collect(sources: readonly Source[], budget: Budget = BUDGET): Promise<Collected> {
  const limit = { bytes: budget.companionBytes, members: budget.members };
  const quota = { ...limit, limit };
  const rest = { skipped: [], unlistedCount: 0, budget, quota };
  const collected: Collected = {
    recordings: [],
    indexOf: new Map(),
    library: undefined,
    lineTables: [],
    sourceFiles: [],
    companions: [],
    ...rest,
  };
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  for (let from = 0; from < sources.length; from += CONCURRENT_FILES) {
    // In browsers, reading several files concurrently is faster. Each file is processed while the next ones load.
    const group = sources.slice(from, from + CONCURRENT_FILES).map((source, i) => ({
      name: source.name,
      index: from + i,
      read: deferRejection(withFileName(source, readFile(source, quota))),
    }));
    for (const { name, index, read } of group) {
      const { length: before } = collected.recordings;
      try {
        await add(collected, name, await read);
      } catch (error) {
        failures.push({ name, error });
      }
      for (const added of collected.recordings.slice(before)) collected.indexOf.set(added, index);
    }
  }
  if (failures.length > 0 && collected.recordings.length === 0) throw failures[0].error;
  for (const { name, error } of failures) {
    const reason = `${reasonOf(error)}.`;
    addSkipped(collected, { name, isRecording: false, reason, note: reason });
  }
  if (collected.recordings.some(({ format }) => format === 'perf.data')) await libraryOf(collected);
  return collected;
}

/** Keeps a rejection from being reported as unhandled before the promise is awaited. */
function deferRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** A detected file with the content that is needed from it. */
type ParsedFile =
  | Exclude<DetectedFile, { kind: 'companion' | 'archive' }>
  | { readonly kind: 'companion'; readonly companion: CompanionKind; readonly content: RandomAccess }
  | { readonly kind: 'archive'; readonly members: ArchiveContent | undefined };

async function readFile(source: Source, quota: Quota, mayUnpack = true): Promise<ParsedFile> {
  // Thousands may come with a recording: they are read only when they are shown.
  if (source.file && PYTHON_SOURCE.test(source.name))
    return { kind: 'companion', companion: 'source', content: source.file };
  const sniffed = await sniff(source);
  // Preloads the code while other files are read.
  if (sniffed.kind === 'recording' && sniffed.opened.format === 'perf.data')
    void deferRejection(loadPerfData());
  if (sniffed.kind === 'companion') return { ...sniffed, content: await sniffed.content(quota) };
  if (sniffed.kind !== 'archive') return sniffed;
  const { kind, stream, head } = sniffed;
  if (!mayUnpack) return { kind, members: undefined };
  const { readArchive } = await import('./archive.ts');
  return { kind, members: await readArchive(stream, head, quota, MAX_LISTED) };
}

const loadPerfData = () => import('./perf-data.ts');

async function libraryOf(collected: Collected): Promise<Library> {
  if (collected.library) return collected.library;
  const { newLibrary } = await loadPerfData();
  return (collected.library = newLibrary(collected.budget));
}

async function add(collected: Collected, name: string, read: ParsedFile): Promise<void> {
  if (read.kind === 'recording') collected.recordings.push(read.opened);
  else if (read.kind === 'other') addSkipped(collected, { ...read, name });
  else if (read.kind === 'companion') await addCompanion(collected, read.companion, name, read.content);
  else if (read.members) await addMembers(collected, name, read.members);
  else skip(collected, name, 'is an archive inside an archive: unpack it first');
}

/** `cached` is set for members of archives; there may be thousands, and most can be added without reading them. */
async function addCompanion(
  collected: Collected,
  kind: CompanionKind,
  name: string,
  content: RandomAccess,
  cached?: CachedFile,
): Promise<void> {
  try {
    if (kind === 'source') return addSource(collected, name, content);
    if (kind === 'line table') return await addLineTable(collected, name, content);
    const library = await libraryOf(collected);
    if (!cached || !library.addInMemory(name, cached)) await library.add(kind, name, content);
    collected.companions.push(name);
    // Parses kernel symbols while other files load: nearly every recording that comes with them uses them.
    if (kind === 'kallsyms') setTimeout(() => library.kernel?.addressOf('_text'));
  } catch (error) {
    skip(collected, name, `cannot be used: ${reasonOf(error)}`);
  }
}

async function addLineTable(collected: Collected, name: string, content: RandomAccess): Promise<void> {
  if (content.size > collected.budget.companionBytes) throw new Error('it is too large for a line table');
  const { readLineTable } = await import('../../src/python-lines/line-table.ts');
  const bytes = content.inMemory ?? (await content.read(0, content.size));
  collected.lineTables.push(readLineTable(name, bytes));
  collected.companions.push(name);
}

function addSource(collected: Collected, name: string, content: RandomAccess): void {
  if (content.size > MAX_SOURCE_BYTES) throw new Error('it is too large for a source file');
  collected.sourceFiles.push({ name, content });
}

async function addMembers(collected: Collected, archive: string, members: ArchiveContent): Promise<void> {
  for (const reason of members.problems) skip(collected, archive, reason);
  for (const other of members.skipped) addSkipped(collected, other);
  collected.unlistedCount += members.unlistedCount;
  for (const { source, isElf } of members.files) {
    const { name, file } = source;
    if (isElf) await addCompanion(collected, 'elf', name, file, file);
    else await add(collected, name, await withFileName(source, readFile(source, collected.quota, false)));
  }
}

function skip(collected: Collected, name: string, reason: string): void {
  const sentence = `“${name}” ${reason.replace(/\.$/, '')}.`;
  addSkipped(collected, { name, isRecording: false, reason: sentence, note: sentence });
}

function addSkipped(collected: Collected, other: SkippedFile): void {
  if (collected.skipped.length < MAX_LISTED) collected.skipped.push(other);
  else collected.unlistedCount++;
}

export async function withFileName<T>({ name }: Source, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw new Error(`“${name}” could not be read (${reasonOf(error)})`, { cause: error });
  }
}
