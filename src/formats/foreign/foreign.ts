// Types for the tables of other programs' formats.

import { isText } from '../head.ts';
import { jsonHead } from '../json-head.ts';

/** A format of another program that Pyrograph cannot read. */
export type ForeignFormat = {
  /** Completes the sentence “FILE is …”. */
  readonly name: string;
  readonly matches: (head: Head) => boolean;
} & (
  | {
      /** A command whose output Pyrograph opens. */
      readonly convert: Conversion;
    }
  | {
      /** What to do instead, if no command converts the format; printed after a colon. May contain FILE, like a command. */
      readonly advice: string;
    }
);

export interface Conversion {
  /** The program or package that provides the command. */
  readonly tool: string;
  /** FILE is replaced by the name of the file, FILE.ext by the name of a new file beside it. */
  readonly command: string;
}

/** speedscope reads many formats and exports its own. */
export const BY_SPEEDSCOPE: Conversion = {
  tool: 'speedscope, whose Export button saves a file that Pyrograph opens',
  command: 'npx speedscope FILE',
};

/** Length of `text`: enough to detect most formats, and short enough to match many patterns quickly. */
const TEXT_LENGTH = 4096;

/** The beginning of a file, decoded on demand. */
export class Head {
  readonly bytes: Uint8Array;
  private readonly isText: boolean;
  private decoded: string | undefined;
  private parsed: { readonly value: unknown } | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.isText = isText(bytes);
  }

  /** The first characters; empty if the file is not text. */
  get text(): string {
    return this.allText.slice(0, TEXT_LENGTH);
  }

  /** All available text; empty if the file is not text. */
  get allText(): string {
    return (this.decoded ??= this.isText ? new TextDecoder().decode(this.bytes) : '');
  }

  /** The first JSON value; incomplete if the head is truncated (json-head.ts). */
  get json(): unknown {
    return (this.parsed ??= { value: this.isText ? jsonHead(this.bytes) : undefined }).value;
  }
}
