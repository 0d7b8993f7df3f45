// npm run -s pyrograph -- …: builds the CLI if it is stale, and runs it.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, install, root } from './setup.mjs';

install();
buildIfStale('dist-cli/pyrograph.js', '--mode', 'cli');
if (['open', 'record'].includes(process.argv[2])) buildIfStale('dist/index.html');
// npm runs scripts in the repository's folder, but paths are relative to the user's working directory.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(pathToFileURL(join(root, 'dist-cli', 'pyrograph.js')).href);
