// Detects the columns of a text from its first lines, once for all chunks. A chunk alone may be ambiguous: `f (x)` is a name in
// text without modules, but a name and a module in text with modules.

import { linesOf } from '../lines.ts';
import { ONE_LINE_FRAME, parseFrameLine } from './frame-line.ts';
import { HEADER_SHAPES, isRecordLine, parseHeaderLine, type HeaderShape } from './header-line.ts';

/** Plain data, so it can be posted to the chunk workers. */
export interface ScriptForm {
  /** Shape of the sample headers; 'none' if perf printed no header columns (`-F ip,sym`). */
  readonly header: HeaderShape | 'none';
  /** True if frame lines end in `(module)`; otherwise the recording has no modules at all. */
  readonly hasModules: boolean;
  /** True if samples are single lines, not followed by an empty line. */
  readonly hasOneLineSamples: boolean;
  /** True if a default header with a time and a frame were found. Otherwise the text may need rewriting (rewriter.ts). */
  readonly isCertain: boolean;
}

/** Maximum number of unrelated lines before the first sample (stderr in the same file). */
const MAX_NOISE_LINES = 200;
/** Longer lines are ignored. */
const MAX_LINE = 65_536;
/** perf pads addresses to 16 characters. Before the first header, only padded addresses count as frames. */
const PADDED_ADDRESS = /^\t(?=.{16} ) *[0-9a-f]+ /;
/** Lines from perf's `--header` block; other text may contain `#` lines, too. */
const HEADER_BLOCK = /^# (?:captured on|cmdline|perf version) *:/;

/** Detects the form of a text; undefined if its beginning does not look like `perf script` output. */
export function sniffScript(head: Uint8Array): ScriptForm | undefined {
  const headers = new Map<HeaderShape, string>();
  let noise = 0;
  let isPerf = false;
  let before: HeaderShape | undefined;
  let hasOneLineSamples = false;
  for (const line of linesOf(head, MAX_LINE)) {
    if (line.startsWith('\t') && (headers.size > 0 || PADDED_ADDRESS.test(line))) {
      if (parseFrameLine(line.slice(1), false)) return formOf(bestShape(headers), line, hasOneLineSamples);
      continue;
    }
    const shape = isRecordLine(line) ? undefined : shapeOf(line);
    if (shape) {
      if (!headers.has(shape)) headers.set(shape, line);
      const rest = parseHeaderLine(line, shape)?.rest ?? '';
      if (ONE_LINE_FRAME.test(rest)) return formOf(shape, rest, true);
      hasOneLineSamples ||= shape === before;
    } else if (isRecordLine(line)) isPerf ||= !line.startsWith('#') || HEADER_BLOCK.test(line);
    else if (line !== '' && ++noise > MAX_NOISE_LINES) break;
    before = shape;
  }
  // Without any frame, only lines with all columns or perf's own records are conclusive.
  const event = parseHeaderLine(headers.get(HEADER_SHAPES[0]) ?? '', HEADER_SHAPES[0])?.event;
  if (!event && !isPerf) return undefined;
  return { header: HEADER_SHAPES[0], hasModules: true, hasOneLineSamples, isCertain: false };
}

function formOf(header: ScriptForm['header'], frame: string, hasOneLineSamples: boolean): ScriptForm {
  const hasModules = /(?:^| )\(.*\)$/.test(frame);
  // Trailing white space indicates pasted text and hides modules.
  const isCertain = (header === 'tid and time' || header === 'time') && !/\s$/.test(frame);
  return { header, hasModules, hasOneLineSamples, isCertain };
}

function shapeOf(line: string): HeaderShape | undefined {
  return HEADER_SHAPES.find((shape) => parseHeaderLine(line, shape));
}

/** The shape with the most columns among all lines: unrelated lines rarely look like a sample with a time. */
function bestShape(headers: ReadonlyMap<HeaderShape, string>): ScriptForm['header'] {
  return HEADER_SHAPES.find((shape) => headers.has(shape)) ?? 'none';
}
