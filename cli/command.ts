// Parses the options of a command, and prints its help or runs it.

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { reasonOf } from '../src/text/reason.ts';

/** Runs with the arguments after `pyrograph COMMAND`. Throws an error whose message is one sentence for the user. */
export type Command = (args: string[]) => Promise<void>;

/** Ends the program with another exit code than 2. The message is one sentence for the user. */
export class ExitError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parse<O>>;

export function defineCommand<const O extends Options>(
  name: string,
  help: string,
  options: O,
  run: (parsed: Parsed<O>) => Promise<void>,
): Command {
  return async (args) => {
    const parsed = parse(name, args, options);
    if ('help' in parsed.values && parsed.values.help) process.stdout.write(help);
    else await run(parsed);
  };
}

function parse<const O extends Options>(name: string, args: string[], options: O) {
  const help = { type: 'boolean', short: 'h', default: false } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { help, ...options } });
  } catch (error) {
    // Some of Node's messages span two lines.
    const reason = reasonOf(error).replaceAll('\n', ' ');
    throw new Error(`${reason}; run pyrograph ${name} --help for the options.`, { cause: error });
  }
}

/** Returns the choice with this name; throws if there is none. */
export function parseChoice<T extends string>(kind: string, choices: readonly T[], name: string): T {
  const choice = choices.find((each) => each === name);
  if (choice !== undefined) return choice;
  throw new Error(`Unknown ${kind} ${name}: use one of ${choices.join(', ')}.`);
}
