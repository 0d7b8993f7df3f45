// `pyrograph index`: writes the index that turns a folder of recordings into a gallery. Unchanged recordings are not
// read again, and edited titles are kept.

import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  GALLERY_INDEX,
  isInFolder,
  readGallery,
  type GalleryEntry,
  type GalleryFile,
  type GalleryIndex,
} from '../src/sharing/gallery.ts';
import { baseName } from '../src/model/paths.ts';
import { reasonOf } from '../src/text/format.ts';
import { collect } from '../workers/reading/collect.ts';
import { openProfile } from '../workers/pipeline.ts';
import { NO_LISTENER } from '../workers/reading/read-recording.ts';
import { defineCommand } from './command.ts';
import { writeOutput } from './output.ts';
import { diskSource } from './source.ts';
import { print, printMessage } from './print.ts';

const INDEX_HELP = `Writes the index of a folder of recordings. If the folder is named profiles and is next to the built page, the start
screen lists its recordings.

Usage: pyrograph index [OPTION]… DIR

Writes DIR/index.json with an entry for each recording in DIR and its subfolders. A perf.data uses the symbol files in
its folder. An existing index is updated: unchanged files are not read again, and edited titles are kept.

Options:
  --help            show this help

Exit code: 0, or 2 with an error message if no index was written.
`;

const INDEX = baseName(GALLERY_INDEX);
/** Maximum depth of nested folders. */
const MAX_DEPTH = 20;
/** The only reason for which isInFolder rejects the name of an existing file. */
const INVALID_NAME = 'the page rejects names with backslashes, line breaks and other control characters';

export const indexFolder = defineCommand('index', INDEX_HELP, {}, async ({ positionals }) => {
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0)
    throw new Error('Specify one folder. Usage: pyrograph index DIR');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${folder} is not a readable folder.`);
  const path = join(folder, INDEX);
  const previousEntries = new Map(readIndex(path).map((entry) => [entry.file, entry]));
  const recordings: GalleryEntry[] = [];
  for (const found of foldersIn(folder)) recordings.push(...(await entriesOf(found, previousEntries)));
  recordings.sort((a, b) => Date.parse(b.recorded ?? '') - Date.parse(a.recorded ?? ''));
  const index = JSON.stringify({ recordings } satisfies GalleryIndex, null, 1);
  await writeOutput(path, [new TextEncoder().encode(`${index}\n`)], false);
  const { length } = recordings;
  print(`${path}: ${length === 1 ? '1 recording' : `${length} recordings`}.`);
});

/** Entries of the existing index, if it can be read. */
function readIndex(path: string): readonly GalleryEntry[] {
  return existsSync(path) ? readGallery(readFileSync(path, 'utf8')).entries : [];
}

interface FoundFile extends GalleryFile {
  /** Path on disk. */
  readonly path: string;
  /** Modification time in ISO 8601, shown as the recording date: recordings contain no date. */
  readonly modified: string;
}

/** The files in the folder and in each subfolder, without following links. Reports and skips unreadable ones. */
function foldersIn(root: string, folder = root): FoundFile[][] {
  const found: FoundFile[] = [];
  const subfolders: FoundFile[][] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const file = relative(root, path).replaceAll(sep, '/');
    try {
      const isFolder = lstatSync(path).isDirectory();
      if (!isInFolder(file)) printMessage(`${path} was skipped, since ${INVALID_NAME}: rename it.`);
      else if (!isFolder) found.push(...indexableFile(path, file));
      else if (file.split('/').length <= MAX_DEPTH) subfolders.push(...foldersIn(root, path));
    } catch (error) {
      printMessage(`${path} cannot be read and was skipped: ${reasonOf(error)}.`);
    }
  }
  return [found, ...subfolders];
}

/** Sorted, without hidden files. A file whose name is not UTF-8 cannot be requested by URL. */
function namesIn(folder: string): string[] {
  const names: string[] = [];
  for (const bytes of readdirSync(folder, { encoding: 'buffer' })) {
    const name = bytes.toString();
    if (name.startsWith('.')) continue;
    if (isUtf8(bytes)) names.push(name);
    else printMessage(`${join(folder, name)} was skipped, since its name is not UTF-8: rename it.`);
  }
  return names.sort();
}

/** The file at `path`; empty for folders, empty files, broken links and the index file. */
function indexableFile(path: string, file: string): FoundFile[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.size === 0 || file === INDEX) return [];
  return [{ path, file, size: facts.size, modified: facts.mtime.toISOString() }];
}

/** The recordings among the files of one folder, each with its symbol files. */
async function entriesOf(
  found: readonly FoundFile[],
  previousEntries: ReadonlyMap<string, GalleryEntry>,
): Promise<GalleryEntry[]> {
  const roles = new Map<FoundFile, Role>();
  for (const each of found) roles.set(each, (await readOrReport(roleOf(each))) ?? 'other');
  const recordings = found.filter((each) => /^(?:perf\.data|complete)$/.test(roles.get(each) ?? ''));
  const symbolFiles = found
    .filter((each) => roles.get(each) === 'companion')
    .map(({ file, size }): GalleryFile => ({ file, size }));
  const entries: GalleryEntry[] = [];
  for (const each of recordings) {
    const previous = previousEntries.get(each.file);
    const facts = isUnchanged(each, previous) ? previous : await readOrReport(factsIn(each));
    if (!facts) continue;
    const title = previous?.title ?? titleOf(each.file, recordings.length === 1);
    const { samples, duration } = facts;
    entries.push({
      file: each.file,
      size: each.size,
      title,
      recorded: each.modified,
      ...(samples !== undefined && { samples }),
      ...(duration !== undefined && { duration }),
      ...(roles.get(each) === 'perf.data' && symbolFiles.length > 0 && { with: symbolFiles }),
    });
  }
  return entries;
}

/** Reports a file that cannot be read, so that the others are still indexed. */
async function readOrReport<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    printMessage(`${reasonOf(error)}.`);
    return undefined;
  }
}

/** `complete` is a recording that needs no symbol files, `companion` a symbol file. */
type Role = 'perf.data' | 'complete' | 'companion' | 'other';

async function roleOf({ path, file, size }: FoundFile): Promise<Role> {
  const { recordings, companions, skipped } = await collect([diskSource(path, file, size)]);
  // A recording inside an archive has a different name than the archive.
  if (recordings.length === 1 && recordings[0].format === 'perf.data' && recordings[0].source.name === file)
    return 'perf.data';
  if (recordings.length > 0) return 'complete';
  for (const { isRecording, reason } of skipped) if (isRecording) printMessage(reason);
  return companions.length > 0 ? 'companion' : 'other';
}

/**
 * Reads the facts for an entry, without symbols. If the recording cannot be opened, reports why and returns undefined.
 */
async function factsIn({ path, file, size }: FoundFile) {
  const outcome = await openProfile([diskSource(path, file, size)], NO_LISTENER);
  if (!outcome.ok) {
    printMessage(outcome.problem.text);
    return undefined;
  }
  const { samples, duration } = outcome.value.recording;
  return { samples, duration: Number.isNaN(duration) ? undefined : duration / 1e9 };
}

function isUnchanged({ size, modified }: FoundFile, previous: GalleryEntry | undefined): boolean {
  return previous?.samples !== undefined && previous.size === size && previous.recorded === modified;
}

/** Names a folder's only recording after the folder, because recordings in different folders often have the same name. */
function titleOf(file: string, isOnlyRecording: boolean): string {
  const slash = file.lastIndexOf('/');
  return isOnlyRecording && slash > 0 ? file.slice(0, slash) : file;
}
