// Passes a URL to the browser in a private redirect page: command lines are visible to all users of the machine (ps),
// so the URL must not be an argument. The page is in a folder that only its owner can enter.

import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createPrivateFolder, temporaryFolders } from './private-folder.ts';

/** Folder of the programs that snapd installs. */
const SNAPS = '/snap/bin';

/** Writes a page, readable only by its owner, that redirects to `address`. Throws if no folder is writable. */
export function writeRedirectPage(address: string, folders = foldersForBrowser()) {
  const folder = createPrivateFolder(folders);
  const path = join(folder.path, 'open.html');
  // In a normalized URL, & is the only character that must be escaped in an attribute.
  const target = new URL(address).href.replaceAll('&', '&amp;');
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${target}">
<title>Pyrograph</title>
<p><a href="${target}">Open the recording</a>
`;
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' });
  return { path, remove: folder.remove };
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
  return [...(hasSnaps ? [homedir()] : []), ...(runtime ? [runtime] : []), ...temporaryFolders()];
}
