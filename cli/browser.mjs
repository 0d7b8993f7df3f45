// Opens a page where there is a desktop. Plain JavaScript, since npm start needs it before anything is built.

import { spawn } from 'node:child_process';

/** Is there a desktop to open a page on? */
export function hasBrowser() {
  return opener() !== undefined;
}

/**
 * Opens a page by its address, or an HTML file by its path. All users of this machine can see either. A convenience: where
 * there is nothing to open it with, its address was printed.
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
  // Not by way of cmd, to which the & of an address is the end of a command.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
