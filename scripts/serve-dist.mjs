// Serves dist on a free port for the browser tests.
//
//   node scripts/serve-dist.mjs /sub/path/

import { join } from 'node:path';
import { root } from './setup.mjs';
import { serveSite } from './static-server.mjs';

const { url } = await serveSite(join(root, 'dist'), process.argv[2] ?? '/');
process.stdout.write(`Serving dist at ${url}\n`);
