// Builds every command that a note or an error suggests. File names come from other people's recordings and end up in the
// user's shell, so no name may act as an option, a pattern or a second command.

/** A file name, or a pattern for all names that start with `prefix` and end with `suffix`, which the shell expands. */
export type FileArgument = string | { readonly prefix: string; readonly suffix: string };

interface Quirks {
  /** Does not accept `--` as the end of the options. */
  readonly keepsReadingOptions?: boolean;
  /** Expands `*`, `?`, `[` and `\` in file names itself. */
  readonly expandsPatterns?: boolean;
}

/**
 * Programs that do not follow the POSIX utility syntax guidelines for file names (XBD 12.2). Info-ZIP UnZip 6.0 has both
 * quirks.
 */
const QUIRKS: ReadonlyMap<string, Quirks> = new Map([
  ['unzip', { keepsReadingOptions: true, expandsPatterns: true }],
]);

/** Words that no shell expands: no `~`, and no `=`, which zsh expands at the start of a word. */
const PLAIN = /^(?!=)[A-Za-z0-9_./+,:@%=-]+$/;
/** Characters that a terminal interprets, that hide or reorder the rest of the line, or that replace undecodable bytes. */
const REJECTED = /[\p{C}\p{Zl}\p{Zp}\ufffd]/u;
const PATTERN = /[*?[\]\\]/;

/** False for names that cannot be typed: empty names, and names with control characters or bytes that are not UTF-8. */
export function isTypeable(file: FileArgument): boolean {
  const name = typeof file === 'string' ? file : file.prefix + file.suffix;
  return name !== '' && isPrintable(name);
}

/** True if a terminal prints the text on one line, as it is. */
export function isPrintable(text: string): boolean {
  return !REJECTED.test(text);
}

/** Mapped paths in a recording are useful only if they are absolute; a relative path would refer to the current folder. */
export function isAbsolute(file: FileArgument): boolean {
  return (typeof file === 'string' ? file : file.prefix).startsWith('/');
}

/**
 * Builds a command line for a POSIX shell that runs `program` (its name and options) on `files`. A file that is the value of an
 * option is part of `program`. Returns undefined if a word cannot be typed safely; the caller must then leave the command out.
 */
export function shellCommand(
  program: readonly (string | { readonly value: string })[],
  files: readonly FileArgument[] = [],
): string | undefined {
  const [name] = program;
  const { keepsReadingOptions, expandsPatterns } = (typeof name === 'string' && QUIRKS.get(name)) || {};
  const values = program.flatMap((word) => (typeof word === 'string' ? [] : [word.value]));
  if (![...values, ...files].every(isTypeable)) return undefined;
  if (program.some((word) => typeof word === 'string' && !isPrintable(word))) return undefined;
  if (expandsPatterns && files.some((file) => typeof file !== 'string' || PATTERN.test(file)))
    return undefined;
  const words = program.map((word) => (typeof word === 'string' ? quoted(word) : fileWord(word.value)));
  const dashes = files.length > 0 && !keepsReadingOptions ? ['--'] : [];
  return [...words, ...dashes, ...files.map(fileWord)].join(' ');
}

/**
 * Replaces the placeholder FILE in a command with a file, and FILE.folded with one next to it. If the file cannot be named
 * safely, the placeholders stay.
 */
export function withFile(command: string, file: string): string {
  if (!isTypeable(file)) return command;
  return command.replace(/\bFILE(\.\w+)*/g, (word) => fileWord(file + word.slice('FILE'.length)));
}

/** Never starts with `-`: a lone `-` means standard input even after `--`, and not every program supports `--`. */
function fileWord(file: FileArgument): string {
  if (typeof file !== 'string') return `${fileWord(file.prefix)}*${file.suffix && quoted(file.suffix)}`;
  return quoted(file.startsWith('-') ? `./${file}` : file);
}

/** POSIX.1-2024, XCU 2.2.2: within single quotes every character is literal, except the single quote. */
function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command that collects all that a recording needs, on the machine where it was made. */
export const PACK_COMMAND = 'pyrograph pack perf.data -o out.tar.gz';
