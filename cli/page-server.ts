// What commands that show the page have in common: the built page, as a local server sends it, and opening the browser.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFile } from '../src/bytes/random-access.ts';
import { GALLERY_INDEX } from '../src/sharing/gallery.ts';
import { reasonOf } from '../src/text/format.ts';
import { hasBrowser, openInBrowser } from './browser.mjs';
import { printMessage } from './print.ts';
import { writeRedirectPage } from './private-files.ts';
import type { RunningServer, ServedFile } from './server.ts';
import { contentType, policyOfPage } from './site.mjs';

/** The built page, next to the built program. */
const SITE = fileURLToPath(new URL('../dist/', import.meta.url));
const [GALLERY_FOLDER] = GALLERY_INDEX.split('/');

interface BuiltSite {
  /** By path; entries may be added. */
  readonly files: Map<string, ServedFile>;
  readonly policy: string;
}

/** `head` is added to the head of the page. */
export function builtSite(head = ''): BuiltSite {
  const path = join(SITE, 'index.html');
  if (!existsSync(path)) throw new Error(`No built page in ${SITE}: run npm run build.`);
  const html = readFileSync(path, 'utf8');
  const policy = policyOfPage(html);
  if (policy === undefined)
    throw new Error(`${SITE}index.html does not match this program: rebuild the page.`);
  return { files: siteFiles(html, head), policy };
}

/** Throws for text that is no port. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port < 2 ** 16)) throw new Error(`Invalid port ${text}: use a number up to 65535.`);
  return port;
}

/** The files of the built page, by path. */
function siteFiles(html: string, head: string): Map<string, ServedFile> {
  const files = new Map<string, ServedFile>();
  for (const path of readdirSync(SITE, { recursive: true, encoding: 'utf8' })) {
    const where = join(SITE, path);
    // Skips a gallery next to the page: its recordings were not requested.
    if (path.startsWith(GALLERY_FOLDER) || !statSync(where).isFile()) continue;
    const content = () => memoryFile(new Uint8Array(readFileSync(where)));
    files.set(path.replaceAll('\\', '/'), { type: contentType(path), content });
  }
  // The URL changes each time, so a page cached for offline use would never be used.
  const shown = html.replace(/<link rel="service-worker"[^>]*>/, () => head);
  files.delete('service-worker.js');
  const page = memoryFile(new TextEncoder().encode(shown));
  return files.set('', { type: contentType('index.html'), content: () => page });
}

/** If the URL cannot be passed privately, the user must open the printed one. */
export function showInBrowser(server: RunningServer, hash: string): void {
  if (!hasBrowser()) return;
  try {
    const file = writeRedirectPage(server.singleUseUrl(hash, () => file.remove()));
    openInBrowser(file.path);
  } catch (error) {
    printMessage(`Could not start the browser (${reasonOf(error)}): open the URL above.`);
  }
}
