// Parses a frame line of `perf script`, without its tab: `    7f0000000010 sym+0x1f (/path/dso)`
// (tools/perf/util/evsel_fprintf.c, sample__fprintf_callchain, Linux 6.12).

import { FuncFlags, UNKNOWN } from '../../model/profile.ts';

interface FrameLine {
  readonly name: string;
  /** The module's path as printed; undefined for `(inlined)` frames and in text without modules. */
  readonly module: string | undefined;
  /** Bits of FuncFlags. */
  readonly flags: number;
}

const SHAPE = /^ *([0-9a-f]{1,16})(?: (.*))?$/s;
const OFFSET = /\+0x[0-9a-f]+$/;
/** How most modules begin. Needed if parentheses in the symbol or path are unbalanced. */
const MODULE_STARTS = [' (/', ' ([', ' (inlined)', ' ()'];

/**
 * Parses the text after the tab. `hasModules` is true if perf printed `(module)`. Returns undefined if the text is not a frame:
 * it lacks an address or, in text with modules, a module.
 */
export function parseFrameLine(text: string, hasModules: boolean): FrameLine | undefined {
  const shape = SHAPE.exec(text);
  if (!shape) return undefined;
  const [, address, rest = ''] = shape;
  const upper = address.length === 16 && address[0] >= '8' ? FuncFlags.upperHalf : FuncFlags.plain;
  if (!hasModules) return { name: symbolOf(rest), module: undefined, flags: upper };
  const open = findModule(rest);
  if (open < 0) return undefined;
  const name = symbolOf(rest.slice(0, Math.max(0, open - 1)));
  const module = rest.slice(open + 1, -1);
  if (module === 'inlined') return { name, module: undefined, flags: upper | FuncFlags.inlined };
  // `-F +dsoff` appends the file offset to the path.
  return { name, module: module.replace(OFFSET, ''), flags: upper };
}

function symbolOf(text: string): string {
  const name = text.replace(OFFSET, '');
  return name === '' ? UNKNOWN : name;
}

/** Finds the module's `(` from the right, because symbols and paths may contain ` (`. Returns -1 if there is none. */
function findModule(rest: string): number {
  if (!rest.endsWith(')')) return -1;
  const paired = findPairedParenthesis(rest);
  if (MODULE_STARTS.some((start) => ` ${rest.slice(paired)}`.startsWith(start))) return paired;
  return Math.max(...MODULE_STARTS.map((start) => rest.lastIndexOf(start))) + 1 || paired;
}

/** Returns the offset of the `(` that matches the last `)`, or -1 if there is none or it follows anything but a space. */
function findPairedParenthesis(rest: string): number {
  let depth = 0;
  for (let i = rest.length - 1; i >= 0; i--) {
    if (rest[i] === ')') depth++;
    else if (rest[i] === '(' && --depth === 0) return i === 0 || rest[i - 1] === ' ' ? i : -1;
  }
  return -1;
}

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
