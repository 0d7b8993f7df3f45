// Runs a command of the command line; each has its own file in this folder.

import { existsSync, readFileSync } from 'node:fs';
import { reasonOf } from '../src/text/format.ts';
import { ExitError, type CliCommand, didYouMean } from './command.ts';
import { compareCommand } from './compare.ts';
import { completionCommand, type CompletedCommand } from './completion.ts';
import { costs } from './costs.ts';
import { doctor } from './doctor.ts';
import { exportCommand } from './export.ts';
import { fold } from './fold.ts';
import { indexFolder } from './index-folder.ts';
import { lines } from './lines.ts';
import { open } from './open.ts';
import { pack } from './pack.ts';
import { record } from './record.ts';
import { printMessage } from './print.ts';
import { report } from './report.ts';
import { storeCommand } from './store/command.ts';
import { tests } from './test-runs.ts';
import { top } from './top.ts';
import { trend } from './trend.ts';
import { waits } from './waits.ts';

interface Listed {
  readonly command: CliCommand;
  /** In the help text, and where a shell completes the command. */
  readonly about: string;
}

/** In the order of the help text. */
export const CLI_COMMANDS: ReadonlyMap<string, Listed> = new Map(
  Object.entries({
    record: {
      command: record,
      about: 'record a Python program with perf, in the best way that this machine allows',
    },
    open: { command: open, about: 'open a recording in the browser' },
    top: {
      command: top,
      about: 'print the heaviest functions, files, packages, modules, kinds of code or threads',
    },
    report: {
      command: report,
      about: 'print a short report for agents and scripts: problems, costs, functions, next steps',
    },
    compare: {
      command: compareCommand,
      about: 'print what changed between two recordings, and what is noise',
    },
    trend: {
      command: trend,
      about: 'print how a service changes from version to version, from the recordings in a store',
    },
    tests: {
      command: tests,
      about: 'print the slowest tests that pytest --flame recorded, and which changed',
    },
    costs: { command: costs, about: 'print what the interpreter spent the time on' },
    waits: { command: waits, about: 'print what threads waited for, and for how long' },
    lines: { command: lines, about: 'print the source lines at which Python functions spent the time' },
    doctor: {
      command: doctor,
      about: 'print what is wrong with a recording, and the commands that fix it',
    },
    fold: { command: fold, about: 'print folded stacks' },
    export: {
      command: exportCommand,
      about: 'write a standalone page, SVG, pprof, speedscope JSON or folded stacks',
    },
    pack: { command: pack, about: 'pack a perf.data and its symbol files into one archive' },
    store: {
      command: storeCommand,
      about: 'keep the recordings of a fleet in one file, to merge, compare and list them',
    },
    index: { command: indexFolder, about: 'index a folder of recordings for the start screen of a site' },
    completion: {
      command: completionCommand(completed),
      about: 'print a script that completes commands and options in bash, zsh or fish',
    },
  }),
);

const HELP = `Pyrograph shows Linux perf recordings of Python programs as flame graphs.

Usage: pyrograph FILE…
       pyrograph COMMAND [OPTION]… FILE…
       pyrograph record [OPTION]… -- PROGRAM ARGUMENT…

Commands:
${Array.from(CLI_COMMANDS, ([name, { about }]) => `  ${name.padEnd(10)} ${about}`).join('\n')}

Run pyrograph help COMMAND for the options of a command, and pyrograph --version for the version.
`;

export function completed(): CompletedCommand[] {
  const all = Array.from(CLI_COMMANDS, ([name, { command, about }]) => ({ name, about, help: command.help }));
  return [...all, { name: 'help', about: 'show the options of a command', help: '' }];
}

/** Runs the command that the arguments name. Errors are printed and set the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    await run(args);
  } catch (error) {
    printMessage(reasonOf(error));
    process.exitCode = error instanceof ExitError ? error.exitCode : 2;
  }
}

async function run([name = 'help', ...rest]: readonly string[]): Promise<void> {
  const chosen = CLI_COMMANDS.get(name);
  if (chosen) return chosen.command(rest);
  if (/^(?:--help|-h|help)$/.test(name)) return printHelp(name === 'help' ? rest.at(0) : undefined);
  if (/^(?:--version|-V|version)$/.test(name)) return void process.stdout.write(`pyrograph ${version()}\n`);
  if ([name, ...rest].some((word) => word === '-' || existsSync(word))) return open([name, ...rest]);
  throw unknownCommand(name);
}

function printHelp(name: string | undefined): void {
  const chosen = CLI_COMMANDS.get(name ?? '');
  if (name !== undefined && !chosen) throw unknownCommand(name);
  process.stdout.write(chosen?.command.help ?? HELP);
}

function unknownCommand(name: string): Error {
  if (/[./]/.test(name))
    return new Error(`${name} does not exist; run pyrograph --help for a list of commands.`);
  const hint = didYouMean(name, [...CLI_COMMANDS.keys(), 'help']);
  return new Error(
    `Unknown command ${name}${hint === '' ? '; run' : `${hint} Run`} pyrograph --help for a list.`,
  );
}

/** From the manifest, which is above the folder of the built program and that of its source. */
function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const isKnown = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isKnown ? String(manifest.version) : 'unknown';
}
