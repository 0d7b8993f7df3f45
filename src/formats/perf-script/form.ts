// Which columns this recording prints. Decided once, on its first lines, and handed to every chunk: a frame
// `f (x)` means another thing in text with modules than in text without.

import { linesOf } from '../lines.ts';
import { ONE_LINE_FRAME, parseFrameLine } from './frame-line.ts';
import { HEADER_SHAPES, isRecordLine, parseHeaderLine, type HeaderShape } from './header-line.ts';

/** Plain data: it crosses to the chunk workers. */
export interface ScriptForm {
  /** How samples begin; 'none' where perf was asked for no header columns at all (`-F ip,sym`). */
  readonly header: HeaderShape | 'none';
  /** Does a frame line end in `(module)`? False means the recording has no modules anywhere. */
  readonly hasModules: boolean;
  /** Does a sample stand in one line, without an empty line behind it? */
  readonly lineIsSample: boolean;
  /** Were a header with a time and a frame seen, each in its place? Else the text may need rewriting (rewriter.ts). */
  readonly isSure: boolean;
}

/** How many lines that are no part of perf's output may stand before the first sample (stderr in the same file). */
const MAX_NOISE_LINES = 200;
/** A line longer than this says nothing of the form. */
const MAX_LINE = 65_536;
/** perf pads an address to 16; without any header line, nothing less is taken for a frame. */
const PADDED_ADDRESS = /^\t(?=.{16} ) *[0-9a-f]+ /;
/** What perf itself says in the block of `--header`; other text has lines with a `#` as well. */
const HEADER_BLOCK = /^# (?:captured on|cmdline|perf version) *:/;

/** The form of this text, or undefined when its beginning does not look like `perf script` at all. */
export function sniffScript(head: Uint8Array): ScriptForm | undefined {
  const headers = new Map<HeaderShape, string>();
  let noise = 0;
  let isPerf = false;
  let before: HeaderShape | undefined;
  let lineIsSample = false;
  for (const line of linesOf(head, MAX_LINE)) {
    if (line.startsWith('\t') && (headers.size > 0 || PADDED_ADDRESS.test(line))) {
      if (!parseFrameLine(line.slice(1), false)) continue;
      const header = bestShape(headers) ?? 'none';
      return { header, hasModules: hasModule(line), lineIsSample, isSure: isPlain(header, line) };
    }
    const shape = isRecordLine(line) ? undefined : shapeOf(line);
    if (shape) {
      if (!headers.has(shape)) headers.set(shape, line);
      const rest = parseHeaderLine(line, shape)?.rest ?? '';
      if (ONE_LINE_FRAME.test(rest))
        return {
          header: shape,
          hasModules: hasModule(rest),
          lineIsSample: true,
          isSure: isPlain(shape, line),
        };
      lineIsSample ||= shape === before;
    } else if (isRecordLine(line)) isPerf ||= !line.startsWith('#') || HEADER_BLOCK.test(line);
    else if (line !== '' && ++noise > MAX_NOISE_LINES) break;
    before = shape;
  }
  // No frame in sight: only lines with all the columns, or perf's own records, are beyond doubt.
  const event = parseHeaderLine(headers.get(HEADER_SHAPES[0]) ?? '', HEADER_SHAPES[0])?.event;
  if (!event && !isPerf) return undefined;
  return { header: HEADER_SHAPES[0], hasModules: true, lineIsSample, isSure: false };
}

/** White space behind frames comes from a copy, and hides their modules. */
function isPlain(header: ScriptForm['header'], frame: string): boolean {
  return (header === 'tid and time' || header === 'time') && !/\s$/.test(frame);
}

function shapeOf(line: string): HeaderShape | undefined {
  return HEADER_SHAPES.find((shape) => parseHeaderLine(line, shape));
}

/** The shape with the most columns that any line had: noise seldom looks like a sample with a time. */
function bestShape(headers: Map<HeaderShape, string>): HeaderShape | undefined {
  return HEADER_SHAPES.find((shape) => headers.has(shape));
}

function hasModule(line: string): boolean {
  return /(?:^| )\(.*\)$/.test(line);
}
