// Parses the options of a command, and prints its help or runs it.

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { reasonOf } from '../src/text/format.ts';

/** Runs with the arguments after `pyrograph COMMAND`. Throws an error whose message is one sentence for the user. */
export interface CliCommand {
  (args: string[]): Promise<void>;
  readonly help: string;
  /** Long names, without dashes. */
  readonly options: readonly string[];
}

/** A command of the help text. */
export interface ListedCommand {
  /** Loads only the code of this command. */
  readonly load: () => Promise<CliCommand>;
  /** In the help text, and where a shell completes the command. */
  readonly about: string;
}

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
): CliCommand {
  const command = async (args: string[]) => {
    const parsed = parse(name, args, options);
    if ('help' in parsed.values && parsed.values.help) process.stdout.write(help);
    else await run(parsed);
  };
  return Object.assign(command, { help, options: Object.keys(options) });
}

function parse<const O extends Options>(name: string, given: readonly string[], options: O) {
  const help = { type: 'boolean', short: 'h', default: false } as const;
  try {
    const args = joinNegativeNumbers(given, options);
    return parseArgs({ args, allowPositionals: true, options: { help, ...options } });
  } catch (error) {
    const [, unknown] = /^Unknown option '(--[\w-]+)'/.exec(reasonOf(error)) ?? [];
    const names = [...Object.keys(options), 'help'].map((each) => `--${each}`);
    const hint = unknown === undefined ? '' : didYouMean(unknown, names);
    if (hint !== '')
      throw new Error(`Unknown option ${unknown}${hint} Run pyrograph ${name} --help for the options.`, {
        cause: error,
      });
    throw new Error(`${usageProblem(error)}; run pyrograph ${name} --help for the options.`, {
      cause: error,
    });
  }
}

/** Node rejects `--rows -1`, but not `--rows=-1`, which lets the command say what the option takes. */
function joinNegativeNumbers(args: readonly string[], options: Options): string[] {
  const takesValue = (option: string) =>
    Object.entries(options).some(
      ([name, { type, short }]) => type === 'string' && [`--${name}`, `-${short}`].includes(option),
    );
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const joined: string[] = [];
  for (const arg of args.slice(0, end)) {
    const option = joined.at(-1) ?? '';
    if (/^-\d/.test(arg) && takesValue(option)) {
      joined.pop();
      joined.push(option.startsWith('--') ? `${option}=${arg}` : `${option}${arg}`);
    } else joined.push(arg);
  }
  return [...joined, ...args.slice(end)];
}

/** What is wrong with the arguments, without the advice that some of Node's messages add. */
function usageProblem(error: unknown): string {
  const message = reasonOf(error);
  const [, option] = /argument is ambiguous.* use '(--[\w-]+)=/s.exec(message) ?? [];
  if (option !== undefined) return `Missing value of ${option}: if it starts with -, use ${option}=VALUE`;
  return message.split('. ')[0].replaceAll('\n', ' ');
}

/** Returns the choice with this name; throws if there is none. */
export function parseChoice<T extends string>(kind: string, choices: readonly T[], name: string): T {
  const choice = choices.find((each) => each === name);
  if (choice !== undefined) return choice;
  throw new Error(`Unknown ${kind} ${name}: use one of ${choices.join(', ')}.`);
}

/** Number of typos that are still the same word. */
const MAX_TYPOS = 2;

/** `: did you mean record?`; empty if no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const ranked = names
    .map((name) => ({ name, typos: typosBetween(word, name) }))
    .filter(({ name, typos }) => typos <= MAX_TYPOS && typos < name.length / 2)
    .sort((a, b) => a.typos - b.typos);
  const [nearest] = ranked;
  return nearest ? `: did you mean ${nearest.name}?` : '';
}

/** Characters to insert, delete, replace or swap with the next one (optimal string alignment). */
function typosBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          rows[i - 1][j] + 1,
          row[j - 1] + 1,
          rows[i - 1][j - 1] + (isSame ? 0 : 1),
          isSwapped ? rows[i - 2][j - 2] + 1 : Infinity,
        ),
      );
    }
  }
  return rows[a.length][b.length];
}

/** The value of `-n`. */
export function parseRows(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`Invalid -n ${text}: use a number of rows.`);
  return Number(text) || Infinity;
}
