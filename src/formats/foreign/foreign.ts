// What a row of the tables of other programs' formats says, and what its matcher can look at.

import { isText } from '../head.ts';
import { jsonHead } from '../json-head.ts';

/** A format of another program that Pyrograph does not read. */
export type Foreign = {
  /** Ends the sentence “… is …”. */
  readonly what: string;
  readonly matches: (head: Head) => boolean;
} & (
  | {
      /** The command whose output Pyrograph opens. */
      readonly convert: Conversion;
    }
  | {
      /** What to do where no command converts it; follows a colon. FILE is as in a command. */
      readonly instead: string;
    }
);

export interface Conversion {
  /** The program or package that has the command. */
  readonly by: string;
  /** FILE stands for the file, FILE.ext for a new file beside it. */
  readonly command: string;
}

/** speedscope reads many formats and saves them in its own. */
export const BY_SPEEDSCOPE: Conversion = {
  by: 'speedscope, whose Export button saves a file that Pyrograph opens',
  command: 'npx speedscope FILE',
};

/** Most formats show in so many characters; a longer text costs each pattern more. */
const BEGINNING = 4096;

/** The beginning of a file, decoded when a matcher asks for it. */
export class Head {
  readonly bytes: Uint8Array;
  private readonly isText: boolean;
  private decoded: string | undefined;
  private parsed: { readonly value: unknown } | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.isText = isText(bytes);
  }

  /** The first characters; empty when the file is no text. */
  get text(): string {
    return this.all.slice(0, BEGINNING);
  }

  /** All that was read of a text; empty when the file is no text. */
  get all(): string {
    return (this.decoded ??= this.isText ? new TextDecoder().decode(this.bytes) : '');
  }

  /** The first value of a JSON file, as far as it was read; see json-head.ts. */
  get json(): unknown {
    return (this.parsed ??= { value: this.isText ? jsonHead(this.bytes) : undefined }).value;
  }
}
