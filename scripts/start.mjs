// npm start: builds the site if it is stale, serves it on localhost, and opens it in the browser if there is a desktop.

import { openInBrowser } from '../cli/browser.mjs';
import { join } from 'node:path';
import { buildIfStale, install, root } from './setup.mjs';

/** If this port is taken, the next free one is used. */
const PORT = 4173;

install();
buildIfStale('dist/index.html');
// Not a static import: the dependencies may have just been installed.
const { preview } = await import('vite');
const { headersOf } = await import('./static-server.mjs');
const server = await preview({
  root,
  logLevel: 'error',
  preview: { host: '127.0.0.1', port: PORT, strictPort: false, headers: headersOf(join(root, 'dist')) },
});
const address = server.resolvedUrls?.local[0] ?? '';
process.stdout.write(`Pyrograph is running at ${address} (press Ctrl-C to stop)\n`);
openInBrowser(address);
