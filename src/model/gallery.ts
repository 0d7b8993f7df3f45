// The index of a gallery: which recordings lie in a folder of a web server. `pyrograph index` writes it, the page reads it
// and believes nothing of it: an entry that is none is a sentence, and the others count.

import { formatCount } from './format.ts';
import { visibleText } from './visible-text.ts';

/** Where a gallery is looked for, beside the page. */
export const GALLERY_INDEX = 'profiles/index.json';

/** As it is written: an entry a recording. */
export interface GalleryIndex {
  readonly recordings: readonly GalleryEntry[];
}

export interface GalleryFile {
  /** Relative to the folder of the index. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** What it is on the recorded machine, where that is not its path in the folder. */
  readonly name?: string;
}

export interface GalleryEntry extends GalleryFile {
  readonly title: string;
  /** When the recording was made, ISO 8601. */
  readonly recorded?: string;
  readonly samples?: number;
  /** From the first sample to the last, in seconds. */
  readonly duration?: number;
  /** The files that name its code. */
  readonly with?: readonly GalleryFile[];
}

export interface Gallery {
  readonly entries: readonly GalleryEntry[];
  /** What is wrong with it: a sentence each. */
  readonly problems: readonly string[];
}

/** A folder has no more recordings than a person would look through, a recording no more files than perf would ask for. */
const MOST_ENTRIES = 10_000;
const MOST_FILES = 20_000;
/** Many entries may be wrong in the same way. */
const MOST_PROBLEMS = 5;
const LONGEST_TITLE = 200;
const LONGEST_PATH = 4096;

/** `text` is all of an index. */
export function readGallery(text: string): Gallery {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { entries: [], problems: ['The index of recordings is no JSON: run pyrograph index again.'] };
  }
  const list = fieldsOf(value).recordings;
  if (!Array.isArray(list))
    return {
      entries: [],
      problems: ['The index of recordings has no list of them: run pyrograph index again.'],
    };
  const entries: GalleryEntry[] = [];
  const problems: string[] = [];
  for (const [i, each] of list.slice(0, MOST_ENTRIES).entries()) {
    const read = readEntry(each);
    if (typeof read === 'string')
      problems.push(`Recording ${formatCount(i + 1)} of the index is left out: ${read}.`);
    else entries.push(read);
  }
  if (list.length > MOST_ENTRIES)
    problems.push(
      `Only the first ${formatCount(MOST_ENTRIES)} recordings of the index are shown, of ${formatCount(list.length)}.`,
    );
  return { entries, problems: shortened(problems) };
}

function shortened(problems: readonly string[]): readonly string[] {
  if (problems.length <= MOST_PROBLEMS) return problems;
  const told = problems.slice(0, MOST_PROBLEMS - 1);
  return [...told, `${formatCount(problems.length - told.length)} more are left out for reasons like these.`];
}

/** A sentence's end says what is wrong with it. */
function readEntry(value: unknown): GalleryEntry | string {
  const file = readFile(value);
  if (typeof file === 'string') return file;
  const fields = fieldsOf(value);
  const others = fields.with ?? [];
  if (!Array.isArray(others) || others.length > MOST_FILES) return 'the files that name its code are no list';
  const beside: GalleryFile[] = [];
  for (const each of others) {
    const read = readFile(each);
    if (typeof read === 'string') return read;
    beside.push(read);
  }
  const title = seen(fields.title, LONGEST_TITLE);
  const recorded = typeof fields.recorded === 'string' ? Date.parse(fields.recorded) : NaN;
  const { samples, duration } = fields;
  return {
    ...file,
    title: title === '' ? file.file : title,
    ...(!Number.isNaN(recorded) && { recorded: new Date(recorded).toISOString() }),
    ...(isCount(samples) && { samples }),
    ...(typeof duration === 'number' && duration >= 0 && Number.isFinite(duration) && { duration }),
    ...(beside.length > 0 && { with: beside }),
  };
}

function readFile(value: unknown): GalleryFile | string {
  const { file, size, name } = fieldsOf(value);
  if (typeof file !== 'string' || file === '') return 'it names no file';
  if (!isInFolder(file))
    return `${JSON.stringify(file.slice(0, LONGEST_TITLE))} is no path in the folder of the index`;
  if (!isCount(size))
    return `the size of ${JSON.stringify(file.slice(0, LONGEST_TITLE))} is no number of bytes`;
  const called = seen(name, LONGEST_PATH);
  return { file, size, ...(called !== '' && { name: called }) };
}

/** Can it be asked for beside an index? Not what leads out of the folder, or to another host. */
export function isInFolder(path: string): boolean {
  const isLong = path.length > LONGEST_PATH;
  return (
    !isLong &&
    !/[\p{Cc}\p{Surrogate}\\]/u.test(path) &&
    path.split('/').every((part) => !/^\.{0,2}$/.test(part))
  );
}

/** The address of such a path; `index` is that of the index. */
export function addressIn(index: string, path: string): string {
  return new URL(`./${path.split('/').map(encodeURIComponent).join('/')}`, index).href;
}

/** Whether both are addresses of one file: a browser leaves some signs as they are that others escape. */
export function isSameAddress(a: string, b: string): boolean {
  return plainAddress(a) === plainAddress(b);
}

/** With nothing escaped, part by part: an escaped slash parts nothing. */
function plainAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  try {
    return JSON.stringify([origin, pathname.split('/').map(decodeURIComponent), search]);
  } catch {
    return address;
  }
}

/** What leads to a recording of the gallery beside the page, behind `#`. */
export function linkTo({ file, title }: GalleryEntry): string {
  const [folder] = GALLERY_INDEX.split('/');
  // It is read as an address, in which these signs mean something, and a space at the end is left out.
  const path = file.replace(/[%?#]|\s$/g, encodeURIComponent);
  const parts = { profileURL: `${folder}/${path}`, profileIndex: GALLERY_INDEX, title };
  return Object.entries(parts)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2F', '/')}`)
    .join('&');
}

function seen(value: unknown, most: number): string {
  return typeof value === 'string' ? visibleText(value, most) : '';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
