// Which columns this recording prints. Decided once, on its first lines, and handed to every chunk: a frame
// `f (x)` means another thing in text with modules than in text without.

import { parseFrameLine } from './frame-line.ts';
import { HEADER_SHAPES, isRecordLine, parseHeaderLine, type HeaderShape } from './header-line.ts';

/** Plain data: it crosses to the chunk workers. */
export interface ScriptForm {
  /** How samples begin; 'none' where perf was asked for no header columns at all (`-F ip,sym`). */
  readonly header: HeaderShape | 'none';
  /** Does a frame line end in `(module)`? False means the recording has no modules anywhere. */
  readonly hasModules: boolean;
}

/** How many lines that are no part of perf's output may stand before the first sample (stderr in the same file). */
const MAX_NOISE_LINES = 200;
/** A line longer than this says nothing of the form. */
const MAX_LINE = 65_536;
/** perf pads an address to 16; without any header line, nothing less is taken for a frame. */
const PADDED_ADDRESS = /^\t(?=.{16} ) *[0-9a-f]+ /;
const ONE_LINE_FRAME = /^ *([0-9a-f]{4,16} .+)$/;

/** The form of this text, or undefined when its beginning does not look like `perf script` at all. */
export function sniffScript(head: Uint8Array): ScriptForm | undefined {
  const headers = new Map<HeaderShape, string>();
  let noise = 0;
  let records = 0;
  for (const line of linesOf(head)) {
    if (line.startsWith('\t')) {
      const frame = parseFrameLine(line.slice(1), false);
      if (!frame) continue;
      const shape = bestShape(headers);
      if (shape === undefined && !PADDED_ADDRESS.test(line)) return undefined;
      return { header: shape ?? 'none', hasModules: hasModule(line) };
    }
    if (line === '') continue;
    if (isRecordLine(line)) {
      records++;
      continue;
    }
    const shape = HEADER_SHAPES.find((each) => parseHeaderLine(line, each));
    if (shape === undefined) noise++;
    else if (!headers.has(shape)) headers.set(shape, line);
    if (noise > MAX_NOISE_LINES) break;
    const rest = shape && parseHeaderLine(line, shape)?.rest;
    if (rest && shape === HEADER_SHAPES[0] && ONE_LINE_FRAME.test(rest)) {
      return { header: shape, hasModules: hasModule(rest) };
    }
  }
  // No frame in sight: only lines with all the columns, or perf's own records, are beyond doubt.
  const event = parseHeaderLine(headers.get(HEADER_SHAPES[0]) ?? '', HEADER_SHAPES[0])?.event;
  return event || records > 0 ? { header: HEADER_SHAPES[0], hasModules: true } : undefined;
}

/** The shape with the most columns that any line had: noise seldom looks like a sample with a time. */
function bestShape(headers: Map<HeaderShape, string>): HeaderShape | undefined {
  return HEADER_SHAPES.find((shape) => headers.has(shape));
}

function hasModule(line: string): boolean {
  return /(?:^| )\(.*\)$/.test(line);
}

/** The whole lines at the start of `head`, without their ends; overlong ones are left out. */
function* linesOf(head: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < head.length;) {
    const newline = head.indexOf(10, at);
    const end = newline < 0 ? head.length : newline;
    if (end - at <= MAX_LINE) yield decoder.decode(head.subarray(at, end)).replace(/\r$/, '');
    at = end + 1;
  }
}
