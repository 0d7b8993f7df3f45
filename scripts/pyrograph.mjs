// npm run -s pyrograph -- …: builds the CLI if it is stale, and runs it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, install, root } from './setup.mjs';

install();
buildIfStale('dist-cli/pyrograph.js', '--mode', 'cli');
// npm runs scripts in the repository's folder, but paths are relative to the user's working directory.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const [, , command = ''] = process.argv;
// A file without a command is opened.
if (['open', 'record', '-'].includes(command) || existsSync(command)) buildIfStale('dist/index.html');
await import(pathToFileURL(join(root, 'dist-cli', 'pyrograph.js')).href);
