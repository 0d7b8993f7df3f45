// Opens a page in the desktop's browser. Plain JavaScript, since npm start needs it before anything is built.

import { spawn } from 'node:child_process';

/** True if there is a desktop to open a page on. */
export function hasBrowser() {
  return opener() !== undefined;
}

/**
 * Opens a URL or the path of an HTML file, which all users of this machine can then see. Best effort: the URL was
 * also printed.
 */
export function openInBrowser(/** @type {string} */ page) {
  const command = opener();
  if (!command) return;
  const [program, ...args] = command;
  const child = spawn(program, [...args, page], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** @returns {string[] | undefined} */
function opener() {
  if (process.platform === 'darwin') return ['open'];
  // Not through cmd, which treats the & in a URL as a separator.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
