#!/usr/bin/env node
// The terminal's front door: what command, with which options. Each command is a file beside this one.

import { reasonOf } from '../src/model/reason.ts';
import { exportFile } from './export.ts';
import { fold } from './fold.ts';
import { indexFolder } from './index-folder.ts';
import { open } from './open.ts';
import { say } from './options.ts';
import { pack } from './pack.ts';
import { top } from './top.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Pyrograph shows what Linux perf recorded of a Python program, Python functions first.

Usage: pyrograph COMMAND [OPTION]… FILE…

Commands:
  open    show a recording in the browser, with the files that name its code
  top     print where the weight goes, by function, file, package, module, kind of code or thread
  fold    print the stacks of a recording as folded text
  export  write a recording as a page of its own or SVG, or for other programs as pprof, speedscope or folded text
  pack    put a perf.data and what names its code into one archive, for another machine or a browser
  index   list the recordings in a folder, for the start screen of a site

pyrograph COMMAND --help tells more of a command.
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
      throw new UsageError(`There is no command ${command}; pyrograph --help lists them.`);
  }
}

// A reader that wants no more (head, less) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(reasonOf(error));
  process.exitCode = 2;
}
