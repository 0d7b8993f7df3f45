// The index of a gallery lists the recordings in a folder on a web server. `pyrograph index` writes it. The page does
// not trust the index: it reports each invalid entry and uses the others.

import { formatCount } from '../text/format.ts';
import { visibleText } from '../text/visible-text.ts';

/** The path of a gallery's index, relative to the page. */
export const GALLERY_INDEX = 'profiles/index.json';

export interface GalleryIndex {
  readonly recordings: readonly GalleryEntry[];
}

export interface GalleryFile {
  /** Relative to the folder of the index. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** The path on the recorded machine, if different. */
  readonly name?: string;
}

export interface GalleryEntry extends GalleryFile {
  readonly title: string;
  /** When the recording was made, ISO 8601. */
  readonly recorded?: string;
  readonly samples?: number;
  /** From the first sample to the last, in seconds. */
  readonly duration?: number;
  /** Of a test, in seconds of CPU time. */
  readonly cpu?: number;
  /** The symbol files of the recording. */
  readonly with?: readonly GalleryFile[];
}

export interface Gallery {
  readonly entries: readonly GalleryEntry[];
  /** Problems with the index, one sentence each. */
  readonly problems: readonly string[];
}

/** More recordings than anyone would browse, and more symbol files than a recording needs. */
const MAX_ENTRIES = 10_000;
const MAX_FILES = 20_000;
/** Many entries may have the same problem, so only the first few are reported. */
const MAX_PROBLEMS = 5;
const MAX_TITLE_LENGTH = 200;
const MAX_PATH_LENGTH = 4096;

export function readGallery(text: string): Gallery {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid('is not valid JSON');
  }
  const list = fieldsOf(value).recordings;
  if (!Array.isArray(list)) return invalid('has no “recordings” list');
  const entries: GalleryEntry[] = [];
  const problems: string[] = [];
  for (const [i, each] of list.slice(0, MAX_ENTRIES).entries()) {
    const read = readEntry(each);
    if (typeof read === 'string')
      problems.push(`Recording ${formatCount(i + 1)} of the index was skipped: ${read}.`);
    else entries.push(read);
  }
  if (list.length > MAX_ENTRIES)
    problems.push(
      `Only the first ${formatCount(MAX_ENTRIES)} of ${formatCount(list.length)} recordings in the index are shown.`,
    );
  return { entries, problems: limitProblems(problems) };
}

function invalid(problem: string): Gallery {
  return { entries: [], problems: [`The index of recordings ${problem}: run pyrograph index again.`] };
}

function limitProblems(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const listed = problems.slice(0, MAX_PROBLEMS - 1);
  const more = formatCount(problems.length - listed.length);
  return [...listed, `${more} more were skipped for similar reasons.`];
}

/** Returns the entry, or the problem as a clause. */
function readEntry(value: unknown): GalleryEntry | string {
  const file = readFile(value);
  if (typeof file === 'string') return file;
  const fields = fieldsOf(value);
  const listed = fields.with ?? [];
  if (!Array.isArray(listed) || listed.length > MAX_FILES) return 'its symbol files are not a list';
  const symbolFiles: GalleryFile[] = [];
  for (const each of listed) {
    const read = readFile(each);
    if (typeof read === 'string') return read;
    symbolFiles.push(read);
  }
  const title = visibleField(fields.title, MAX_TITLE_LENGTH);
  const recorded = typeof fields.recorded === 'string' ? Date.parse(fields.recorded) : NaN;
  const { samples, duration, cpu } = fields;
  return {
    ...file,
    title: title === '' ? file.file : title,
    ...(!Number.isNaN(recorded) && { recorded: new Date(recorded).toISOString() }),
    ...(isCount(samples) && { samples }),
    ...(isTime(duration) && { duration }),
    ...(isTime(cpu) && { cpu }),
    ...(symbolFiles.length > 0 && { with: symbolFiles }),
  };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

function readFile(value: unknown): GalleryFile | string {
  const { file, size, name } = fieldsOf(value);
  if (typeof file !== 'string' || file === '') return 'it has no file name';
  const quoted = JSON.stringify(file.slice(0, MAX_TITLE_LENGTH));
  if (!isInFolder(file)) return `${quoted} is not a path in the folder of the index`;
  if (!isCount(size)) return `the size of ${quoted} is not a number of bytes`;
  const recordedName = visibleField(name, MAX_PATH_LENGTH);
  return { file, size, ...(recordedName !== '' && { name: recordedName }) };
}

/** False for paths that lead out of the folder of the index, or to a different host. */
export function isInFolder(path: string): boolean {
  return (
    path.length <= MAX_PATH_LENGTH &&
    !/[\p{Cc}\p{Surrogate}\\]/u.test(path) &&
    path.split('/').every((part) => !/^\.{0,2}$/.test(part))
  );
}

/** The URL of a path relative to the folder of the index. */
export function galleryFileUrl(index: string, path: string): string {
  return new URL(`./${path.split('/').map(encodeURIComponent).join('/')}`, index).href;
}

/** Compares URLs regardless of escaping, since browsers escape different characters. */
export function isSameUrl(a: string, b: string): boolean {
  return comparableUrl(a) === comparableUrl(b);
}

/** Unescapes each path segment separately, since an escaped slash does not separate segments. */
function comparableUrl(address: string): string {
  const { origin, pathname, search } = new URL(address);
  try {
    return JSON.stringify([origin, pathname.split('/').map(decodeURIComponent), search]);
  } catch {
    return address;
  }
}

/** The URL fragment that opens a recording in the gallery. */
export function galleryLink({ file, title }: GalleryEntry): string {
  const [folder] = GALLERY_INDEX.split('/');
  // The page parses the path as a URL, in which these characters are special and trailing spaces are removed.
  const path = file.replace(/[%?#]|\s$/g, encodeURIComponent);
  const parts = { profileURL: `${folder}/${path}`, profileIndex: GALLERY_INDEX, title };
  return Object.entries(parts)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2F', '/')}`)
    .join('&');
}

function visibleField(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? visibleText(value, maxLength) : '';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
