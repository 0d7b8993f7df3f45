// npm run -s pyrograph -- …: builds the terminal's program if it is stale, and becomes it.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, install, root } from './setup.mjs';

install();
buildIfStale('dist-cli/pyrograph.js', '--mode', 'cli');
if (process.argv[2] === 'open') buildIfStale('dist/index.html');
await import(pathToFileURL(join(root, 'dist-cli', 'pyrograph.js')).href);
