// Hands an address to the browser in a page that leads there. Every user of this machine can see what a program is started
// with (ps), so the address itself must not be an argument; the page is in a folder that only its owner can enter.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../src/model/reason.ts';

export interface RedirectFile {
  readonly path: string;
  /** May be called more than once; the end of this process does it too. */
  remove(): void;
}

const PREFIX = 'pyrograph-';
/** Where snapd puts the programs that it confines. */
const SNAPS = '/snap/bin';

/** A page, readable by its owner alone, that leads to `address` at once. Throws when no folder can hold it. */
export function redirectFile(
  address: string,
  folders: readonly string[] = foldersForBrowser(),
): RedirectFile {
  const folder = privateFolder(folders);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const path = join(folder, 'open.html');
  // As URL writes it, an address has no character that means something in an attribute but &.
  const target = new URL(address).href.replaceAll('&', '&amp;');
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${target}">
<title>Pyrograph</title>
<p><a href="${target}">Open the recording</a>
`;
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' });
  return { path, remove };
}

/**
 * A browser from a snap sees neither /tmp nor /run/user, only what is not hidden in the home folder; Flatpak hands the file
 * over by a portal, from anywhere. Without snaps the runtime folder is best: it is in memory and nobody else's.
 */
export function foldersForBrowser(
  environment: NodeJS.ProcessEnv = process.env,
  hasSnaps = existsSync(SNAPS),
): string[] {
  const { XDG_RUNTIME_DIR: runtime } = environment;
  return [...(hasSnaps ? [homedir()] : []), ...(runtime ? [runtime] : []), tmpdir()];
}

/** A new folder of mode 0700 in the first of these that has room for one. */
function privateFolder(folders: readonly string[]): string {
  const reasons: string[] = [];
  for (const folder of folders) {
    try {
      return mkdtempSync(join(folder, PREFIX));
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  throw new Error(reasons.join('; '));
}
