// File handles, which let the page open the same files later. They are kept in memory until the page closes, and
// stored only at the user's request. Only Chromium-based browsers provide them
// (https://wicg.github.io/file-system-access/).

import { reasonOf } from '../../text/format.ts';
import { openFiles } from './opening.ts';
import { store } from '../store.ts';

/** Methods missing in TypeScript's DOM types. */
export interface FileHandle extends FileSystemFileHandle {
  queryPermission(what: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission(what: { readonly mode: 'read' }): Promise<PermissionState>;
}

interface Picker {
  showOpenFilePicker(options: { readonly multiple: boolean }): Promise<FileHandle[]>;
}

interface ItemWithHandle {
  getAsFileSystemHandle(): Promise<FileSystemHandle | null>;
}

const handles = new WeakMap<File, FileHandle>();

/** Undefined for a file without a handle. */
export function handleOf(file: File): FileHandle | undefined {
  return handles.get(file);
}

/** Gets the file in its current state. Throws the browser's error if the file is gone or must not be read. */
export async function fileOf(handle: FileHandle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, handle);
  return file;
}

export function canPick(): boolean {
  return picker() !== undefined;
}

/** Lets the user choose files, and opens them with their handles. */
export async function openPicked(): Promise<void> {
  try {
    const picked = await picker()?.showOpenFilePicker({ multiple: true });
    void openFiles(await Promise.all((picked ?? []).map(fileOf)));
  } catch (error) {
    // The user canceled the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const text = `The browser could not open the file (${reasonOf(error)}): drop it on the page.`;
    store.setState({ problem: { text } });
  }
}

/**
 * Remembers the handles of dropped files; `files` and `items` are in the same order. Must be called in the drop
 * event handler.
 */
export async function rememberHandles(
  items: readonly DataTransferItem[],
  files: readonly File[],
): Promise<void> {
  const requests = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => (providesHandle(item) ? item.getAsFileSystemHandle() : Promise.resolve(null)));
  for (const [i, handle] of (await Promise.allSettled(requests)).entries())
    if (handle.status === 'fulfilled' && handle.value && isFileHandle(handle.value) && i < files.length)
      handles.set(files[i], handle.value);
}

function picker(): Picker | undefined {
  const global: object = globalThis;
  return isPicker(global) ? global : undefined;
}

function isPicker(global: object): global is Picker {
  return 'showOpenFilePicker' in global;
}

function providesHandle(item: object): item is ItemWithHandle {
  return 'getAsFileSystemHandle' in item;
}

function isFileHandle(handle: FileSystemHandle): handle is FileHandle {
  return handle.kind === 'file' && 'requestPermission' in handle;
}
