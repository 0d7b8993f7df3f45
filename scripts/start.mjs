// npm start: builds the site if it is stale, serves it to this machine alone, and opens it where there is a desktop.

import { openInBrowser } from '../cli/browser.mjs';
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
