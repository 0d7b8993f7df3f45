// Parses the options of a command, and prints messages for the user.

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { reasonOf } from '../src/text/reason.ts';
import { printable } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Accepted by every command. */
const HELP_OPTION = { help: { type: 'boolean', short: 'h', default: false } } as const;

/** The options and arguments after `pyrograph COMMAND`. Throws a UsageError for invalid ones. */
export function parseOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: string[],
  options: O,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...HELP_OPTION, ...options } });
  } catch (error) {
    // Some of Node's messages have two lines.
    const reason = reasonOf(error).replaceAll('\n', ' ');
    throw new UsageError(`${reason}; run pyrograph ${command} --help for the options.`);
  }
}

/** Returns the choice called `name`. */
export function parseChoice<T extends string>(what: string, choices: readonly T[], name: string): T {
  const choice = choices.find((each) => each === name);
  if (choice !== undefined) return choice;
  throw new UsageError(`Unknown ${what} ${name}: use one of ${choices.join(', ')}.`);
}

/** Prints a line for the user on stdout. */
export function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Prints a complete sentence on stderr. */
export function say(sentence: string): void {
  process.stderr.write(`pyrograph: ${printable(sentence)}\n`);
}
