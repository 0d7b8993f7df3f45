// Passes a URL to the browser in a private redirect page: command lines are visible to all users of the machine (ps),
// so the URL must not be an argument. The page is in a folder that only its owner can enter.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../src/text/reason.ts';

export interface RedirectFile {
  readonly path: string;
  /** May be called repeatedly; also runs when the process exits. */
  remove(): void;
}

const PREFIX = 'pyrograph-';
/** Where snapd puts confined programs. */
const SNAPS = '/snap/bin';

/** Writes a page, readable only by its owner, that redirects to `address`. Throws if no folder can hold it. */
export function redirectFile(
  address: string,
  folders: readonly string[] = foldersForBrowser(),
): RedirectFile {
  const folder = privateFolder(folders);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const path = join(folder, 'open.html');
  // In a URL's normalized form, only & is special in attributes.
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
 * Snap browsers see neither /tmp nor /run/user, only non-hidden files in the home folder; Flatpak passes files
 * through a portal from anywhere. Without snaps the runtime folder is best: it is in memory and private.
 */
export function foldersForBrowser(
  environment: NodeJS.ProcessEnv = process.env,
  hasSnaps = existsSync(SNAPS),
): string[] {
  const { XDG_RUNTIME_DIR: runtime } = environment;
  return [...(hasSnaps ? [homedir()] : []), ...(runtime ? [runtime] : []), tmpdir()];
}

/** Creates a folder of mode 0700 in the first of these folders that allows it. */
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
