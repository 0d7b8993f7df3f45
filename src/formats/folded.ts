// Reads folded ("collapsed") stacks: `comm;root;…;leaf weight`, one line a distinct stack, from Pyrograph itself or
// another tool. The text has no modules and no times; of threads it knows the comm at most.

import { ProfileBuilder } from '../model/builder.ts';
import { NO_STACK, NONE, Seen, type Profile } from '../model/profile.ts';
import { MAX_COMM } from './comm.ts';
import type { TextFormat, TextReader } from './text-format.ts';

/** Plain data: it crosses to the chunk workers. */
export interface FoldedForm {
  /** Is the first field of each line a comm? Then no first field is longer than a comm can be. */
  readonly hasComm: boolean;
}

export const folded: TextFormat<FoldedForm> = {
  name: 'folded stacks',
  sniff: sniffFolded,
  lastCut: (bytes, end) => bytes.lastIndexOf(NEWLINE, end - 1) + 1,
  open: (form) => new FoldedReader(form),
};

const NEWLINE = 10;
/** Folded text does not name its event. */
const EVENT = 'weight';
/** A name may hold any sign, a line separator or a space at its end too. */
const LINE = /^(.+) (\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/s;
/** Sums of smaller ones stay numbers. */
const MAX_WEIGHT = 1e300;
const MAX_LINE = 1 << 22;
const SNIFFED_LINES = 200;

/** The form of this text, or undefined when most of its first lines are not folded stacks. */
function sniffFolded(head: Uint8Array): FoldedForm | undefined {
  let lines = 0;
  let folded = 0;
  let deep = 0;
  let hasComm = true;
  for (const line of new TextDecoder().decode(head.subarray(0, 1 << 20)).split(/\r?\n/, SNIFFED_LINES)) {
    if (isBesides(line)) continue;
    lines++;
    const stack = LINE.exec(line)?.[1];
    if (stack === undefined) continue;
    folded++;
    const [first, ...rest] = stack.split(';');
    if (rest.length > 0) deep++;
    if (new TextEncoder().encode(first).length > MAX_COMM) hasComm = false;
  }
  // The last line of a head is cut more often than not.
  return deep > 0 && folded * 10 >= (lines - 1) * 9 ? { hasComm } : undefined;
}

/** An empty line, or a comment; a comm may begin as one does. */
function isBesides(line: string): boolean {
  return line.trim() === '' || (line.startsWith('#') && !(line.includes(';') && LINE.test(line)));
}

class FoldedReader implements TextReader {
  private readonly builder = new ProfileBuilder();
  private readonly decoder = new TextDecoder();
  private readonly event = this.builder.event(EVENT);
  private readonly form: FoldedForm;
  private line = 0;

  constructor(form: FoldedForm) {
    this.form = form;
  }

  get sampleCount(): number {
    return this.builder.sampleCount;
  }

  push(bytes: Uint8Array, end: number, last: boolean): void {
    for (let at = 0; at < end;) {
      const newline = bytes.indexOf(NEWLINE, at);
      const whole = newline >= 0 && newline < end;
      const stop = whole ? newline : end;
      this.line++;
      if (stop - at > MAX_LINE) this.builder.note('long', 'Lines of more than 4 MB were left out', this.line);
      else this.readLine(this.decoder.decode(bytes.subarray(at, stop)).replace(/\r$/, ''), whole || !last);
      at = stop + 1;
    }
  }

  finish(): Profile {
    return this.builder.finish(this.line);
  }

  private readLine(text: string, whole: boolean): void {
    const { builder, form, line } = this;
    if (isBesides(text)) return;
    const match = LINE.exec(text);
    if (!match) {
      if (whole) builder.note('folded', 'Lines that are no folded stack were left out', line);
      else builder.note('cut', 'The text ends inside a line; that last line was left out', line);
      return;
    }
    const weight = Number(match[2]);
    if (weight >= MAX_WEIGHT) {
      builder.note('weight', 'Lines whose weight is 1e300 or more were left out', line);
      return;
    }
    const names = match[1].split(';');
    const comm = form.hasComm ? (names.shift() ?? '') : '';
    let stack = NONE;
    if (names.length !== 1 || names[0] !== NO_STACK) {
      for (const name of names) stack = builder.stack(stack, builder.func(name, NONE, Seen.plain));
    }
    builder.sample(stack, builder.thread(NONE, NONE, comm.trim()), this.event, NaN, weight);
  }
}
