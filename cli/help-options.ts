// Reads the options of a command from its help text, for completion in shells.

export interface HelpOption {
  /** `--level`. */
  readonly long: string;
  /** `-n`; undefined if it has none. */
  readonly short: string | undefined;
  /** What the help text calls its value; undefined for an option without one. */
  readonly value: string | undefined;
  /** The first line of its description, without a sentence that continues on the next one. */
  readonly about: string;
}

const OPTION = /^ {2}(?:(-\w), )?(--[\w-]+)(?: (\S+))?(?: {2,}(\S.*))?$/;

export function optionsIn(help: string): HelpOption[] {
  return help.split('\n').flatMap((line) => {
    const [, short, long, value, about = ''] = OPTION.exec(line) ?? [];
    return long === undefined ? [] : [{ long, short, value, about: about.replace(/\. [^.]*$/, '') }];
  });
}
