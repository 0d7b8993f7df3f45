// Finds the frame in a one-line sample, which follows the event. Other columns may surround it:
//
//   … cpu-clock:      7f74f03b19e5 f+0xd5 (/x.so)
//   … cpu-clock:                0     7f74f03b19e5 f+0xd5 (/x.so)               0 ilen: 2 insn: 74 20
//               '-F +addr, +weight …'                            '-F +phys_addr, +insn, +iregs …'
//
// With call chains, the columns before the frame stay in the header line, and those after it follow the chain as lines.

/** A padded address after the event: that of a frame, or another column that precedes it. */
export const ONE_LINE_FRAME = /^ ?(?=[ 0-9a-f]{16}(?: |$)) *[0-9a-f]+(?: |$)/;

/** A hexadecimal number with the spaces before it. Perf prints addresses with ` %16lx`. */
const NUMBER = /(?<=^|\S) +[0-9a-f]+(?= |$)/g;
const ADDRESS_WIDTH = 17;

/** Columns that perf prints after the frames (tools/perf/builtin-script.c, process_event, Linux 6.12). */
const COLUMNS_AFTER =
  /(?<=\S)(?:(?= {1,15}[0-9a-f]{1,15}(?: |$))(?=.{16}(?: |$)) +[0-9a-f]+| N\/A| \d+[KMGT]| ilen: -?\d+| insn:(?: [0-9a-f]{2})*| ABI:\d.*)+\s*$/;
const START_OF_LINE_AFTER = /^ [iA]/;
/** The pattern would be slow on longer text. */
const MAX_COLUMNS_AFTER = 1024;
const LINE_AFTER =
  /^(?: ABI:\d| i(?:len|nsn): | \/| N\/A| \d+[KMGT]\b|(?=.{16}(?: |$)) *[0-9a-f]+(?: N\/A| \d+[KMGT])*(?: \/.*)?\s*$)/;

/** The frame in the text after the event; undefined if there is none. */
export function oneLineFrame(rest: string): string | undefined {
  if (!ONE_LINE_FRAME.test(rest)) return undefined;
  let start = 0;
  for (const { index, 0: number } of rest.matchAll(NUMBER))
    if (number.length === ADDRESS_WIDTH) start = index;
  const end = Math.max(start, rest.length - MAX_COLUMNS_AFTER);
  return rest.slice(start, end) + rest.slice(end).replace(COLUMNS_AFTER, '');
}

/** True for a line with columns that follow a call chain. */
export function isLineAfterFrames(line: string): boolean {
  return LINE_AFTER.test(line);
}

/** The same for a line that is cut off. */
export function isCutLineAfterFrames(line: string): boolean {
  return START_OF_LINE_AFTER.test(line) || LINE_AFTER.test(line);
}
