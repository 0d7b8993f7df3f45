// Reads perf-PID.map, which lists the functions that a program generated at run time: `START SIZE NAME`, numbers in hex,
// the name up to the end of the line (tools/perf/Documentation/jit-interface.txt, v6.12). Files copied on Windows may
// have CRLF line endings.

import { BUDGET } from '../../model/budget.ts';
import { NONE } from '../../model/profile.ts';
import { HexParser } from '../hex-parser.ts';
import { SymbolTableBuilder, type SymbolTable } from '../symbol-table.ts';

export interface PerfMap {
  /** Symbols by address. Where lines overlap, the later one wins: the older code is gone. */
  readonly symbols: SymbolTable;
  /** Number of invalid lines, which are skipped; empty lines are not counted. */
  readonly badLines: number;
  /** 1-based; NONE if there is none. */
  readonly firstBadLine: number;
  /** True if the file has more lines than the limit; only the first ones are kept. */
  readonly exceedsLimit: boolean;
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/**
 * Never throws. The result refers to `bytes`, from which it decodes names on demand. Accepts names of one or two bytes,
 * which perf ignores, and a last line without a newline, though its name may be truncated.
 */
export function readPerfMap(bytes: Uint8Array, limit = BUDGET.symbols): PerfMap {
  const builder = new SymbolTableBuilder();
  const base = builder.names.add(bytes, [NEWLINE, CARRIAGE_RETURN]);
  const start = new HexParser();
  const size = new HexParser();
  let badLines = 0;
  let firstBadLine = NONE;
  let line = 0;
  let at = 0;
  while (at < bytes.length && builder.length < limit) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline;
    line++;
    if (end > at) {
      const isValid =
        start.read(bytes, at) &&
        bytes[start.end] === SPACE &&
        size.read(bytes, start.end + 1) &&
        bytes[size.end] === SPACE &&
        size.end + 1 < end;
      // As in perf, an entry of size 0 covers its first byte.
      if (isValid) builder.add(start.signed, Math.max(1, size.unsigned), base + size.end + 1);
      else {
        badLines++;
        if (firstBadLine === NONE) firstBadLine = line;
      }
    }
    at = end + 1;
  }
  return { symbols: builder.finish('newest'), badLines, firstBadLine, exceedsLimit: at < bytes.length };
}
