#!/usr/bin/env node
// Entry point of the command line; each command has its own file in this folder.

import { reasonOf } from '../src/text/reason.ts';
import { exportFile } from './export.ts';
import { fold } from './fold.ts';
import { indexFolder } from './index-folder.ts';
import { open } from './open.ts';
import { say } from './options.ts';
import { pack } from './pack.ts';
import { top } from './top.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Pyrograph shows Linux perf recordings of Python programs as flame graphs.

Usage: pyrograph COMMAND [OPTION]… FILE…

Commands:
  open    open a recording in the browser
  top     print the heaviest functions, files, packages, modules, kinds of code or threads
  fold    print folded stacks
  export  write a standalone page, SVG, pprof, speedscope JSON or folded stacks
  pack    pack a perf.data and its symbol files into one archive
  index   index a folder of recordings for the start screen of a site

Run pyrograph COMMAND --help for the options of a command.
`;

async function main([command, ...rest]: string[]): Promise<number> {
  switch (command) {
    case 'export':
      return exportFile(rest);
    case 'fold':
      return fold(rest);
    case 'index':
      return indexFolder(rest);
    case 'open':
      return open(rest);
    case 'pack':
      return pack(rest);
    case 'top':
      return top(rest);
    case undefined:
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(HELP);
      return 0;
    default:
      throw new UsageError(`Unknown command ${command}; run pyrograph --help for a list.`);
  }
}

// A reader that stops early (head, less) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(reasonOf(error));
  process.exitCode = 2;
}
