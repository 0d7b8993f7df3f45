// Runs a command of the command line; each has its own file in this folder.

import { reasonOf } from '../src/text/reason.ts';
import { ExitError } from './command.ts';
import { compare } from './compare.ts';
import { costs } from './costs.ts';
import { doctor } from './doctor.ts';
import { exportFile } from './export.ts';
import { fold } from './fold.ts';
import { indexFolder } from './index-folder.ts';
import { open } from './open.ts';
import { pack } from './pack.ts';
import { record } from './record.ts';
import { printMessage } from './terminal.ts';
import { report } from './report.ts';
import { top } from './top.ts';

const HELP = `Pyrograph shows Linux perf recordings of Python programs as flame graphs.

Usage: pyrograph COMMAND [OPTION]… FILE…
       pyrograph record [OPTION]… -- PROGRAM ARGUMENT…

Commands:
  record  record a Python program with perf, in the best way that this machine allows
  open    open a recording in the browser
  top     print the heaviest functions, files, packages, modules, kinds of code or threads
  report  print a short report for agents and scripts: problems, costs, functions, next steps
  compare print what changed between two recordings, and what is noise
  costs   print what the interpreter spent the time on
  doctor  print what is wrong with a recording, and the commands that fix it
  fold    print folded stacks
  export  write a standalone page, SVG, pprof, speedscope JSON or folded stacks
  pack    pack a perf.data and its symbol files into one archive
  index   index a folder of recordings for the start screen of a site

Run pyrograph COMMAND --help for the options of a command.
`;

const COMMANDS = new Map(
  Object.entries({
    compare,
    costs,
    doctor,
    export: exportFile,
    fold,
    index: indexFolder,
    open,
    pack,
    record,
    report,
    top,
  }),
);

/** Runs the command that the arguments name. Errors are printed and set the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await run(args);
  } catch (error) {
    printMessage(reasonOf(error));
    process.exitCode = error instanceof ExitError ? error.exitCode : 2;
  }
}

async function run([name, ...rest]: readonly string[]): Promise<void> {
  const chosen = COMMANDS.get(name);
  if (chosen) return chosen(rest);
  if (name !== undefined && !/^(?:--help|-h|help)$/.test(name))
    throw new Error(`Unknown command ${name}; run pyrograph --help for a list.`);
  process.stdout.write(HELP);
}
