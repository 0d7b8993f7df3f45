// perf-PID.map, in which a program with generated code says what is where: `START SIZE NAME`, the numbers in hex, the
// name anything up to the end of the line (tools/perf/Documentation/jit-interface.txt, v6.12). Copied on Windows, lines may
// end in a carriage return as well.

import { BUDGET } from '../model/budget.ts';
import { NONE } from '../model/profile.ts';
import { HexText } from './hex-text.ts';
import { SymbolTableBuilder, SymbolTrait, type SymbolTable } from './symbol-table.ts';

export interface PerfMap {
  /** By address. Where lines overlap, the later one has the place: what was there before is gone. */
  readonly symbols: SymbolTable;
  /** Lines that are none of the above; they are left out. Empty ones are not counted. */
  readonly badLines: number;
  /** 1-based; NONE when there is no bad line. */
  readonly firstBadLine: number;
  /** Has it more lines than may be kept? */
  readonly isCut: boolean;
}

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;

/**
 * Never throws. The bytes are kept, since names are read out of them later. perf itself ignores names of one or two
 * bytes, which are taken here. A last line without a newline counts, though its name may be cut. Of more than `most` lines
 * the first are taken.
 */
export function readPerfMap(bytes: Uint8Array, most = BUDGET.symbols): PerfMap {
  const builder = new SymbolTableBuilder();
  const base = builder.names.add(bytes, [NEWLINE, RETURN]);
  const start = new HexText();
  const size = new HexText();
  let badLines = 0;
  let firstBadLine = NONE;
  let line = 0;
  let at = 0;
  while (at < bytes.length && builder.length < most) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline;
    line++;
    if (end > at) {
      const whole =
        start.read(bytes, at) &&
        bytes[start.end] === SPACE &&
        size.read(bytes, start.end + 1) &&
        bytes[size.end] === SPACE &&
        size.end + 1 < end;
      // An entry of no size is at its first byte, as with perf.
      if (whole)
        builder.add(start.signed, Math.max(1, size.unsigned), base + size.end + 1, SymbolTrait.plain);
      else {
        badLines++;
        if (firstBadLine === NONE) firstBadLine = line;
      }
    }
    at = end + 1;
  }
  return { symbols: builder.finish('newest'), badLines, firstBadLine, isCut: at < bytes.length };
}
