// Reads the options of a command, and says things to the person who gave them.

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { reasonOf } from '../src/model/reason.ts';
import { printable } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Of every command. */
const HELP_OPTION = { help: { type: 'boolean', short: 'h', default: false } } as const;

/** The options and the rest of what stands behind `pyrograph COMMAND`. Throws a UsageError for what is no option. */
export function optionsOf<const O extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: string[],
  options: O,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...HELP_OPTION, ...options } });
  } catch (error) {
    // Node tells some in two lines.
    const reason = reasonOf(error).replaceAll('\n', ' ');
    throw new UsageError(`${reason}; pyrograph ${command} --help lists the options.`);
  }
}

/** The one of `choices` that is called `name`. */
export function chosen<T extends string>(what: string, choices: readonly T[], name: string): T {
  const choice = choices.find((each) => each === name);
  if (choice !== undefined) return choice;
  throw new UsageError(`There is no ${what} ${name}: choose one of ${choices.join(', ')}.`);
}

/** On standard output: a line for people. */
export function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** On standard error: a whole sentence. */
export function say(sentence: string): void {
  process.stderr.write(`pyrograph: ${printable(sentence)}\n`);
}
