// Simulates dropping files and folders onto the page.

import type { Page } from '@playwright/test';
import type { Upload } from './page.ts';

/** Drops files onto the middle of the page. */
export async function drop(page: Page, files: readonly Upload[]): Promise<void> {
  const texts = files.map(({ name, buffer }) => ({ name, text: buffer.toString() }));
  await page.evaluate((each) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of each) dataTransfer.items.add(new File([text], name));
    const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, texts);
}

/**
 * Drops a folder `app` with these files; files without a buffer are unreadable. Scripts cannot drop a real folder, so the event
 * contains fake entries with the same interface.
 */
export async function dropFolder(
  page: Page,
  files: readonly { readonly name: string; readonly buffer?: Buffer }[],
): Promise<void> {
  const encoded = files.map(({ name, buffer }) => ({ name, base64: buffer?.toString('base64') }));
  await page.evaluate((each) => {
    const children = each.map(({ name, base64 }) => ({
      isFile: true,
      fullPath: `/app/${name}`,
      file: (resolve: (file: File) => void, reject: (error: Error) => void) => {
        if (base64 === undefined) reject(new Error('permission denied'));
        else resolve(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
      },
    }));
    const readEntries = (resolve: (entries: readonly unknown[]) => void) => resolve(children.splice(0));
    const folder = { isDirectory: true, fullPath: '/app', createReader: () => ({ readEntries }) };
    const items = [{ kind: 'file', webkitGetAsEntry: () => folder }];
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { items, files: [], types: ['Files'] } });
    document.body.dispatchEvent(event);
  }, encoded);
}

/** Drags a file onto the page, or off the page again. */
export async function dragOver(page: Page, isOver: boolean): Promise<void> {
  await page.evaluate(
    (type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a'], 'a'));
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer }));
    },
    isOver ? 'dragenter' : 'dragleave',
  );
}
