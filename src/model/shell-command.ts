// Builds every command that a note or an error suggests. File names come from other people's recordings and end up in
// your shell, so no name may act as an option, a pattern or a second command.

/** A file name, or all names that start with `prefix` and end with `suffix`, which the shell lists. */
export type FileArgument = string | { readonly prefix: string; readonly suffix: string };

interface Quirks {
  /** `--` does not end its options. */
  readonly keepsReadingOptions?: boolean;
  /** Expands `*`, `?`, `[` and `\` in file names itself. */
  readonly expandsPatterns?: boolean;
}

/** Programs that treat file names unlike the POSIX utility syntax guidelines (XBD 12.2). Info-ZIP UnZip 6.0 does both. */
const QUIRKS: ReadonlyMap<string, Quirks> = new Map([
  ['unzip', { keepsReadingOptions: true, expandsPatterns: true }],
]);

/** Words that no shell changes: no `~`, and no `=`, which zsh expands at the start of a word. */
const PLAIN = /^[A-Za-z0-9_./+,:@%-]+$/;
/** What a terminal obeys, what hides or reorders the rest of the line, and what is not a name's own bytes any more. */
const REJECTED = /[\p{C}\p{Zl}\p{Zp}\ufffd]/u;
const PATTERN = /[*?[\]\\]/;

/** False for names that cannot be typed as they are: empty ones, control characters, bytes that are not UTF-8. */
export function isTypeable(file: FileArgument): boolean {
  const name = typeof file === 'string' ? file : file.prefix + file.suffix;
  return name !== '' && !REJECTED.test(name);
}

/** Paths that recordings map are only meaningful from the root; a relative one would name a file of the current folder. */
export function isAbsolute(file: FileArgument): boolean {
  return (typeof file === 'string' ? file : file.prefix).startsWith('/');
}

/**
 * The command line for a POSIX shell that runs `program`, its name and its own options, on `files`. A file that is an
 * option's value stands in `program`. Undefined when a file cannot be named safely: say in words what to do then.
 */
export function shellCommand(
  program: readonly (string | { readonly value: string })[],
  files: readonly FileArgument[] = [],
): string | undefined {
  const [name] = program;
  const { keepsReadingOptions, expandsPatterns } = (typeof name === 'string' && QUIRKS.get(name)) || {};
  const values = program.flatMap((word) => (typeof word === 'string' ? [] : [word.value]));
  if (![...values, ...files].every(isTypeable)) return undefined;
  if (expandsPatterns && files.some((file) => typeof file !== 'string' || PATTERN.test(file)))
    return undefined;
  const words = program.map((word) => (typeof word === 'string' ? quoted(word) : fileWord(word.value)));
  const dashes = files.length > 0 && !keepsReadingOptions ? ['--'] : [];
  return [...words, ...dashes, ...files.map(fileWord)].join(' ');
}

/**
 * A command in which the word FILE stands for a file, and FILE.folded for one beside it. The words stay where the file
 * cannot be named safely.
 */
export function withFile(command: string, file: string): string {
  if (!isTypeable(file)) return command;
  return command.replace(/\bFILE(\.\w+)*/g, (word) => fileWord(file + word.slice('FILE'.length)));
}

/** Never begins as an option does: `-` means standard input even after `--`, and not every program knows `--`. */
function fileWord(file: FileArgument): string {
  if (typeof file !== 'string') return `${fileWord(file.prefix)}*${file.suffix && quoted(file.suffix)}`;
  return quoted(file.startsWith('-') ? `./${file}` : file);
}

/** POSIX.1-2024, XCU 2.2.2: within single quotes every character is itself, but for the single quote. */
function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
