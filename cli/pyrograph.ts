#!/usr/bin/env node
// Entry point of the command line.

import { main } from './main.ts';

// A reader that stops early (head, less) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));

await main(process.argv.slice(2));
