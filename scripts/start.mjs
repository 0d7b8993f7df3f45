// npm start: builds the site if it is stale, serves it to this machine alone, and opens it where there is a desktop.

import { spawn } from 'node:child_process';
import { buildIfStale, install, root } from './setup.mjs';

/** The first one tried; the next free one is taken when it is not. */
const PORT = 4173;

install();
buildIfStale('dist/index.html');
// Only there once the dependencies are installed.
const { preview } = await import('vite');
const server = await preview({
  root,
  logLevel: 'error',
  preview: { host: '127.0.0.1', port: PORT, strictPort: false },
});
const address = server.resolvedUrls?.local[0] ?? '';
process.stdout.write(`Pyrograph is at ${address} (Ctrl-C ends it)\n`);
openInBrowser(address);

/** A convenience: where there is nothing to open it with, the address was printed. */
function openInBrowser(/** @type {string} */ url) {
  const command = opener();
  if (!command) return;
  const [program, ...args] = command;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** @returns {string[] | undefined} */
function opener() {
  if (process.platform === 'darwin') return ['open'];
  // The first word in quotes after `start` is a window's title; an empty one is passed in quotes.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
