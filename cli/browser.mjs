// Opens a page in the desktop's browser. Plain JavaScript, since npm start needs it before anything is built.

import { spawn } from 'node:child_process';

/** True if this machine has a desktop. */
export function hasBrowser() {
  return findOpener() !== undefined;
}

/**
 * Opens a URL, or an HTML file by its path. All users of this machine can see that argument in the process list. Errors
 * are ignored, because the URL is also printed.
 */
export function openInBrowser(/** @type {string} */ page) {
  const command = findOpener();
  if (!command) return;
  const [program, ...args] = command;
  const child = spawn(program, [...args, page], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** @returns {string[] | undefined} */
function findOpener() {
  if (process.platform === 'darwin') return ['open'];
  // Not through cmd, which treats the & in a URL as a separator.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
