// Recordings that this browser remembers at the user's request: their locations or, if the user prefers, copies of
// their files. The database exists only while it has entries.

import { reasonOf } from '../../text/format.ts';
import { addressBar } from '../links/address-bar.ts';
import { openFiles, openFilesAndSource } from './opening.ts';
import { fileOf, type FileHandle, handleOf } from './handles.ts';
import type { InputFile } from '../../model/session.ts';

const DATABASE = 'pyrograph';
const STORE = 'recent';
/** Maximum number of entries that are not copies. Adding more removes the oldest ones. */
const MAX_REFERENCES = 30;

export interface Recent {
  readonly id: number;
  readonly name: string;
  /** Size of all its files, in bytes. */
  readonly size: number;
  /** Time when the recording was last remembered, in milliseconds since 1970. */
  readonly when: number;
  readonly place: RecentPlace;
}

/** Remembers the open recording under this name. Throws errors with a message for the user. */
export async function remember(name: string, place: RecentPlace): Promise<void> {
  const size = sizeOfOpenFiles();
  const database = await openDatabase(true);
  if (!database) throw new Error('storage is blocked for this page');
  try {
    const before = await allEntries(database);
    const entry = { name, size, when: Date.now(), place };
    // Adds the new entry before removing the old one, which therefore stays if storage is full.
    const write = database.transaction(STORE, 'readwrite');
    write.objectStore(STORE).add(entry);
    await completionOf(write);
    const same = await Promise.all(before.map(async (each) => (await isSame(each.place, place)) && each.id));
    const references = before.filter((each) => each.place.by !== 'copy' && !same.includes(each.id));
    const old = references.slice(Math.max(0, MAX_REFERENCES - 1)).map(({ id }) => id);
    await removeEntries(database, [...same.filter((id) => id !== false), ...old]);
  } finally {
    database.close();
  }
}

/** All entries, newest first. */
export async function recents(): Promise<Recent[]> {
  const database = await openDatabase(false);
  if (!database) return [];
  try {
    return await allEntries(database);
  } finally {
    database.close();
  }
}

export async function forget(id: number): Promise<void> {
  const database = await openDatabase(false);
  if (!database) return;
  let left: Recent[];
  try {
    await removeEntries(database, [id]);
    left = await allEntries(database);
  } finally {
    database.close();
  }
  if (left.length === 0) await resultOf(indexedDB.deleteDatabase(DATABASE));
}

/** Opens an entry. Returns an error message for the user if that fails. */
export async function reopen({ name, place }: Recent): Promise<string | undefined> {
  if (place.by === 'link') {
    history.pushState(null, '', `#${place.source}`);
    addressBar.openLinked();
    return undefined;
  }
  if (place.by === 'copy') {
    void openFiles(place.files);
    return undefined;
  }
  const files: File[] = [];
  for (const handle of place.handles) {
    try {
      if (!(await canRead(handle)))
        return `This page may not read “${handle.name}”: allow it when the browser asks, or choose the file again.`;
      files.push(await fileOf(handle));
    } catch (error) {
      return error instanceof DOMException && error.name === 'NotFoundError'
        ? `“${handle.name}” was moved or deleted: open it from its new location, and remove “${name}” from this list.`
        : `“${handle.name}” cannot be read (${reasonOf(error)}): choose the file again.`;
    }
  }
  void openFiles(files);
  return undefined;
}

async function canRead(handle: FileHandle): Promise<boolean> {
  const isGranted = (await handle.queryPermission({ mode: 'read' })) === 'granted';
  return isGranted || (await handle.requestPermission({ mode: 'read' })) === 'granted';
}

async function isSame(a: RecentPlace, b: RecentPlace): Promise<boolean> {
  if (a.by === 'link') return b.by === 'link' && a.source === b.source;
  if (a.by === 'copy') return b.by === 'copy' && identityOf(a.files) === identityOf(b.files);
  if (b.by !== 'handles' || a.handles.length !== b.handles.length) return false;
  const others = b.handles;
  const same = await Promise.all(a.handles.map((handle, i) => handle.isSameEntry(others[i])));
  return same.every(Boolean);
}

function identityOf(files: readonly File[]): string {
  return JSON.stringify(files.map(({ name, size, lastModified }) => [name, size, lastModified]));
}

/** Opens the database. Undefined if it does not exist and must not be created, or if the browser denies storage. */
async function openDatabase(mayCreate: boolean): Promise<IDBDatabase | undefined> {
  try {
    // Opening a database that does not exist would create it.
    const known = mayCreate || (await indexedDB.databases()).some(({ name }) => name === DATABASE);
    if (!known) return undefined;
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true });
    });
    return await resultOf(request);
  } catch {
    return undefined;
  }
}

async function allEntries(database: IDBDatabase): Promise<Recent[]> {
  const request: IDBRequest<Recent[]> = database.transaction(STORE).objectStore(STORE).getAll();
  return (await resultOf(request)).sort((a, b) => b.when - a.when);
}

async function removeEntries(database: IDBDatabase, ids: readonly number[]): Promise<void> {
  const write = database.transaction(STORE, 'readwrite');
  for (const id of ids) write.objectStore(STORE).delete(id);
  await completionOf(write);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser gave no reason')));
  });
}

function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('storage is full')));
  });
}

/** Determines how the open recording can be opened again, if the user wants the browser to remember it. */
export type RecentPlace =
  /** The part of the link that leads to the recording, as in `State.source`. */
  | { readonly by: 'link'; readonly source: string }
  | { readonly by: 'handles'; readonly handles: readonly FileHandle[] }
  | { readonly by: 'copy'; readonly files: readonly File[] };

/** Undefined if only a copy is possible, because most browsers do not provide file handles. */
export function placeOfOpenFiles(): RecentPlace | undefined {
  const { files, source } = openFilesAndSource();
  if (source !== '') return { by: 'link', source };
  const handles = filesOf(files)?.map(handleOf);
  return handles?.every((handle) => handle !== undefined) ? { by: 'handles', handles } : undefined;
}

/** Size of all files of the open recording, in bytes. */
export function sizeOfOpenFiles(): number {
  return openFilesAndSource().files.reduce((sum, { size }) => sum + size, 0);
}

/** Undefined for files on a server. */
export function copyOfOpenFiles(): RecentPlace | undefined {
  const files = filesOf(openFilesAndSource().files);
  return files && { by: 'copy', files };
}

function filesOf(given: readonly InputFile[]): File[] | undefined {
  const files = given.filter((file) => file instanceof File);
  return files.length === given.length ? files : undefined;
}
