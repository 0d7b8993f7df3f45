// Runs a command of the command line; each has its own file in this folder.

import { existsSync, readFileSync } from 'node:fs';
import { reasonOf } from '../src/text/format.ts';
import { ExitError, didYouMean, type ListedCommand } from './command.ts';
import { printMessage } from './print.ts';

/** In the order of the help text. */
export const CLI_COMMANDS: ReadonlyMap<string, ListedCommand> = new Map(
  Object.entries({
    record: {
      load: async () => (await import('./record.ts')).record,
      about: 'record a Python program with perf, in the best way that this machine allows',
    },
    open: { load: async () => (await import('./open.ts')).open, about: 'open a recording in the browser' },
    top: {
      load: async () => (await import('./top.ts')).top,
      about: 'print the heaviest functions, files, packages, modules, kinds of code or threads',
    },
    report: {
      load: async () => (await import('./report.ts')).report,
      about: 'print a short report for agents and scripts: problems, costs, functions, next steps',
    },
    compare: {
      load: async () => (await import('./compare.ts')).compareCommand,
      about: 'print what changed between two recordings, and what is noise',
    },
    trend: {
      load: async () => (await import('./trend.ts')).trend,
      about: 'print how a service changes from version to version, from the recordings in a store',
    },
    tests: {
      load: async () => (await import('./test-runs.ts')).tests,
      about: 'print the slowest tests that pytest --flame recorded, and which changed',
    },
    costs: {
      load: async () => (await import('./costs.ts')).costs,
      about: 'print what the interpreter spent the time on',
    },
    waits: {
      load: async () => (await import('./waits.ts')).waits,
      about: 'print what threads waited for, and for how long',
    },
    lines: {
      load: async () => (await import('./lines.ts')).lines,
      about: 'print the source lines at which Python functions spent the time',
    },
    doctor: {
      load: async () => (await import('./doctor.ts')).doctor,
      about: 'print what is wrong with a recording, and the commands that fix it',
    },
    fold: { load: async () => (await import('./fold.ts')).fold, about: 'print folded stacks' },
    export: {
      load: async () => (await import('./export.ts')).exportCommand,
      about: 'write a standalone page, SVG, pprof, speedscope JSON or folded stacks',
    },
    pack: {
      load: async () => (await import('./pack.ts')).pack,
      about: 'pack a perf.data and its symbol files into one archive',
    },
    store: {
      load: async () => (await import('./store/command.ts')).storeCommand,
      about: 'keep the recordings of a fleet in one file, to merge, compare and list them',
    },
    serve: {
      load: async () => (await import('./serve.ts')).serve,
      about: 'show a store in the browser: its services, and how they change',
    },
    index: {
      load: async () => (await import('./index-folder.ts')).indexFolder,
      about: 'index a folder of recordings for the start screen of a site',
    },
    completion: {
      load: async () => (await import('./completion.ts')).completionCommand(CLI_COMMANDS),
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
  if (chosen) return (await chosen.load())(rest);
  if (/^(?:--help|-h|help)$/.test(name)) return printHelp(name === 'help' ? rest.at(0) : undefined);
  if (/^(?:--version|-V|version)$/.test(name)) return void process.stdout.write(`pyrograph ${version()}\n`);
  if ([name, ...rest].some((word) => word === '-' || existsSync(word))) {
    const { open } = await import('./open.ts');
    return open([name, ...rest]);
  }
  throw unknownCommand(name);
}

async function printHelp(name: string | undefined): Promise<void> {
  const chosen = CLI_COMMANDS.get(name ?? '');
  if (name !== undefined && !chosen) throw unknownCommand(name);
  process.stdout.write(chosen ? (await chosen.load()).help : HELP);
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
