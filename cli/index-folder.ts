// `pyrograph index`: a folder of recordings in, its index out, which makes a gallery of it: the page lists what the index
// names. Recordings that have not changed since are not read again, and titles that a person gave are kept.

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
} from '../src/model/gallery.ts';
import { baseName } from '../src/model/labels.ts';
import { reasonOf } from '../src/model/reason.ts';
import { collect } from '../workers/collect.ts';
import { openProfile } from '../workers/pipeline.ts';
import { nobody } from '../workers/read-recording.ts';
import { optionsOf, print, say } from './options.ts';
import { writeOutput } from './output.ts';
import { diskSource } from './source.ts';
import { UsageError } from './usage-error.ts';

const INDEX_HELP = `Lists the recordings in a folder, for a gallery: what lies in the folder profiles beside the built page, with this
index in it, is offered on its start screen.

Usage: pyrograph index [OPTION]… DIR

Writes DIR/index.json. Every file in DIR and its folders that can be opened is an entry; with a perf.data go the files
that name its code and lie in the same folder. An index that is there is brought up to date: what has not changed is
not read again, and titles that were changed by hand are kept.

Options:
  --help            print this

Exit: 0, or 2 with one sentence when there is no index.
`;

const INDEX = baseName(GALLERY_INDEX);
/** Folders in folders. */
const DEEPEST = 20;
/** As isInFolder has it, of what really lies in a folder. */
const UNFIT = 'the page takes no name with a backslash, a line break or another control character';

export async function indexFolder(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf('index', args, {});
  if (values.help) {
    process.stdout.write(INDEX_HELP);
    return 0;
  }
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0)
    throw new UsageError('Which folder? Usage: pyrograph index DIR');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} is no folder that can be read.`);
  const path = join(folder, INDEX);
  const before = new Map(knownIn(path).map((entry) => [entry.file, entry]));
  const recordings: GalleryEntry[] = [];
  for (const found of foldersIn(folder)) recordings.push(...(await entriesOf(found, before)));
  recordings.sort((a, b) => Date.parse(b.recorded ?? '') - Date.parse(a.recorded ?? ''));
  const index: GalleryIndex = { recordings };
  await writeOutput(path, [new TextEncoder().encode(`${JSON.stringify(index, null, 1)}\n`)], false);
  const { length } = recordings;
  print(`${path}: ${length === 1 ? '1 recording' : `${length} recordings`}.`);
  return 0;
}

/** What an earlier index says; nothing where there is none that can be read. */
function knownIn(path: string): readonly GalleryEntry[] {
  return existsSync(path) ? readGallery(readFileSync(path, 'utf8')).entries : [];
}

interface Found extends GalleryFile {
  /** On the disk. */
  readonly path: string;
  /** When it was last, ISO 8601: perf writes no other date. */
  readonly changed: string;
}

/** The files of the folder itself and of each in it, not by way of links. What cannot be looked at is said, and left out. */
function foldersIn(root: string, folder = root): Found[][] {
  const found: Found[] = [];
  const inside: Found[][] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const file = relative(root, path).replaceAll(sep, '/');
    try {
      const isFolder = lstatSync(path).isDirectory();
      if (!isInFolder(file)) say(`${path} is left out, since ${UNFIT}: rename it.`);
      else if (!isFolder) found.push(...fileAt(path, file));
      else if (file.split('/').length <= DEEPEST) inside.push(...foldersIn(root, path));
    } catch (error) {
      say(`${path} cannot be read, and is left out: ${reasonOf(error)}.`);
    }
  }
  return [found, ...inside];
}

/** In their order, without hidden ones. A file whose name is no text cannot be asked for by it. */
function namesIn(folder: string): string[] {
  const names: string[] = [];
  for (const bytes of readdirSync(folder, { encoding: 'buffer' })) {
    const name = bytes.toString();
    if (name.startsWith('.')) continue;
    if (isUtf8(bytes)) names.push(name);
    else say(`${join(folder, name)} is left out, since its name is not UTF-8: rename it.`);
  }
  return names.sort();
}

/** None for what is no file, or is empty. */
function fileAt(path: string, file: string): Found[] {
  // A link that leads nowhere is no file.
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.size === 0 || file === INDEX) return [];
  return [{ path, file, size: facts.size, changed: facts.mtime.toISOString() }];
}

/** The recordings among the files of one folder, each with what belongs to it. */
async function entriesOf(
  found: readonly Found[],
  before: ReadonlyMap<string, GalleryEntry>,
): Promise<GalleryEntry[]> {
  const roles = new Map<Found, Role>();
  for (const each of found) roles.set(each, (await readable(roleOf(each))) ?? 'other');
  const recordings = found.filter((each) => /^(?:perf\.data|complete)$/.test(roles.get(each) ?? ''));
  const beside = found
    .filter((each) => roles.get(each) === 'companion')
    .map(({ file, size }): GalleryFile => ({ file, size }));
  const entries: GalleryEntry[] = [];
  for (const each of recordings) {
    const known = before.get(each.file);
    const facts = isUnchanged(each, known) ? known : await readable(factsIn(each));
    if (!facts) continue;
    const title = known?.title ?? titleOf(each.file, recordings.length === 1);
    const { samples, duration } = facts;
    entries.push({
      file: each.file,
      size: each.size,
      title,
      recorded: each.changed,
      ...(samples !== undefined && { samples }),
      ...(duration !== undefined && { duration }),
      ...(roles.get(each) === 'perf.data' && beside.length > 0 && { with: beside }),
    });
  }
  return entries;
}

/** Of a file that cannot be read it is said, and the others count. */
async function readable<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    say(`${reasonOf(error)}.`);
    return undefined;
  }
}

/** What a file is: a recording that needs others to name its code, or does not, or one of those others. */
type Role = 'perf.data' | 'complete' | 'companion' | 'other';

async function roleOf({ path, file, size }: Found): Promise<Role> {
  const { recordings, companions, others } = await collect([diskSource(path, file, size)]);
  // What is in an archive is named by what is in it.
  if (recordings.length === 1 && recordings[0].format === 'perf.data' && recordings[0].source.name === file)
    return 'perf.data';
  if (recordings.length > 0) return 'complete';
  for (const { isRecording, why } of others) if (isRecording) say(why);
  return companions.length > 0 ? 'companion' : 'other';
}

/** Undefined, and said why, when it cannot be opened. Names make no difference. */
async function factsIn({
  path,
  file,
  size,
}: Found): Promise<Pick<GalleryEntry, 'samples' | 'duration'> | undefined> {
  const outcome = await openProfile([diskSource(path, file, size)], nobody);
  if (!outcome.ok) {
    say(outcome.problem.text);
    return undefined;
  }
  const { samples, duration } = outcome.value.recording;
  return { samples, ...(!Number.isNaN(duration) && { duration: duration / 1e9 }) };
}

function isUnchanged({ size, changed }: Found, known: GalleryEntry | undefined): boolean {
  return known?.samples !== undefined && known.size === size && known.recorded === changed;
}

/** Recordings are often called alike, and their folders tell them apart. */
function titleOf(file: string, isAlone: boolean): string {
  const slash = file.lastIndexOf('/');
  return isAlone && slash > 0 ? file.slice(0, slash) : file;
}
