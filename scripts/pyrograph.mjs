// npm run -s pyrograph -- …: builds the terminal's program if it is stale, and becomes it.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, install, root } from './setup.mjs';

install();
buildIfStale('dist-cli/pyrograph.js', '--mode', 'cli');
if (process.argv[2] === 'open') buildIfStale('dist/index.html');
// npm runs this in the repository: paths are meant from where a person is.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(pathToFileURL(join(root, 'dist-cli', 'pyrograph.js')).href);
