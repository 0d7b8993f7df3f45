// One frame line of `perf script`, after its TAB:  `    7f0000000010 sym+0x1f (/path/dso)`
// (tools/perf/util/evsel_fprintf.c, sample__fprintf_callchain, Linux 6.12).

import { Seen, UNKNOWN } from '../../model/profile.ts';

export interface FrameLine {
  readonly name: string;
  /** The module's path as printed; undefined for `(inlined)` and in text without a module column. */
  readonly module: string | undefined;
  /** Bits of Seen. */
  readonly seen: number;
}

const SHAPE = /^ *([0-9a-f]{1,16})(?: (.*))?$/s;
/** The frame of a sample without a call chain, behind the event: an address padded to 16. */
export const ONE_LINE_FRAME = /^ ?(?=[ 0-9a-f]{16}(?: |$)) *[0-9a-f]+(?: |$)/;
const OFFSET = /\+0x[0-9a-f]+$/;
/** How most modules begin: what counts where parentheses do not pair. */
const MODULE_STARTS = [' (/', ' ([', ' (inlined)', ' ()'];

/**
 * Reads the text behind the TAB. `hasModules` says whether this recording prints `(module)` at all.
 * Undefined when it is not a frame: no address, or no module where there must be one.
 */
export function parseFrameLine(text: string, hasModules: boolean): FrameLine | undefined {
  const shape = SHAPE.exec(text);
  if (!shape) return undefined;
  const [, address, rest = ''] = shape;
  const upper = address.length === 16 && address[0] >= '8' ? Seen.upperHalf : Seen.plain;
  if (!hasModules) return { name: symbolOf(rest), module: undefined, seen: upper };
  const open = moduleStart(rest);
  if (open < 0) return undefined;
  const name = symbolOf(rest.slice(0, Math.max(0, open - 1)));
  const module = rest.slice(open + 1, -1);
  if (module === 'inlined') return { name, module: undefined, seen: upper | Seen.inlined };
  // `-F +dsoff` prints the offset into the file behind the path.
  return { name, module: module.replace(OFFSET, ''), seen: upper };
}

function symbolOf(text: string): string {
  const name = text.replace(OFFSET, '');
  return name === '' ? UNKNOWN : name;
}

/** Where the `(` of the module stands: found from the right, since symbols and paths may hold ` (` themselves; or -1. */
function moduleStart(rest: string): number {
  if (!rest.endsWith(')')) return -1;
  const paired = pairedStart(rest);
  if (MODULE_STARTS.some((start) => ` ${rest.slice(paired)}`.startsWith(start))) return paired;
  return Math.max(...MODULE_STARTS.map((start) => rest.lastIndexOf(start))) + 1 || paired;
}

/** The `(` behind a space that pairs with the last `)`; or -1. */
function pairedStart(rest: string): number {
  let depth = 0;
  for (let i = rest.length - 1; i >= 0; i--) {
    if (rest[i] === ')') depth++;
    else if (rest[i] === '(' && --depth === 0) return i === 0 || rest[i - 1] === ' ' ? i : -1;
  }
  return -1;
}
