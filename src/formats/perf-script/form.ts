// Detects the columns of perf script output from its first lines, once for all chunks. A single chunk may be ambiguous: `f (x)`
// is a name in text without modules, but a name and a module in text with modules.

import { linesOf } from '../lines.ts';
import { ONE_LINE_FRAME, parseFrameLine } from './frame-line.ts';
import { HEADER_SHAPES, isRecordLine, parseHeaderLine, type HeaderShape } from './header-line.ts';

/** Plain data, so that it can be posted to the chunk workers. */
export interface ScriptForm {
  /** Shape of the sample headers; 'none' if perf printed no header columns (`-F ip,sym`). */
  readonly header: HeaderShape | 'none';
  /** True if the sample headers have a CPU column. */
  readonly hasCpu: boolean;
  /** True if the sample headers have a period column. */
  readonly hasPeriods: boolean;
  /** True if frame lines end in `(module)`; if false, no frame has a module. */
  readonly hasModules: boolean;
  /** True if each sample is a single line, without an empty line after it. */
  readonly hasOneLineSamples: boolean;
  /** True if a frame and a header with a time were found, both as perf prints them. Otherwise, rewriter.ts may be needed. */
  readonly isCertain: boolean;
}

/** Maximum number of unrelated lines before the first sample, such as stderr output in the same file. */
const MAX_NOISE_LINES = 200;
/** Longer lines are ignored. */
const MAX_LINE = 65_536;
/** Perf pads addresses to 16 characters. Before the first header, a frame line must have a padded address. */
const PADDED_ADDRESS = /^\t(?=.{16} ) *[0-9a-f]+ /;
/** Lines of perf's `--header` block. A `#` alone is not enough, because other text has `#` lines, too. */
const HEADER_BLOCK = /^# (?:captured on|cmdline|perf version) *:/;

/** Detects the form of text from its beginning; undefined if it does not look like `perf script` output. */
export function sniffScript(head: Uint8Array): ScriptForm | undefined {
  const headers = new Map<HeaderShape, string>();
  let noise = 0;
  let isPerf = false;
  let previous: HeaderShape | undefined;
  let hasOneLineSamples = false;
  for (const line of linesOf(head, MAX_LINE)) {
    if (line.startsWith('\t') && (headers.size > 0 || PADDED_ADDRESS.test(line))) {
      if (parseFrameLine(line.slice(1), false)) return formOf(headers, line, hasOneLineSamples);
      continue;
    }
    const shape = isRecordLine(line) ? undefined : shapeOf(line);
    if (shape) {
      if (!headers.has(shape)) headers.set(shape, line);
      const rest = parseHeaderLine(line, shape)?.rest ?? '';
      if (ONE_LINE_FRAME.test(rest)) return formOf(new Map([[shape, line]]), rest, true);
      hasOneLineSamples ||= shape === previous;
    } else if (isRecordLine(line)) isPerf ||= !line.startsWith('#') || HEADER_BLOCK.test(line);
    else if (line !== '' && ++noise > MAX_NOISE_LINES) break;
    previous = shape;
  }
  // Without any frame, only a header with all columns or one of perf's own records is conclusive.
  const [header] = HEADER_SHAPES;
  const {
    event = '',
    hasCpu = false,
    hasPeriod = false,
  } = parseHeaderLine(headers.get(header) ?? '', header) ?? {};
  if (!event && !isPerf) return undefined;
  return { header, hasCpu, hasPeriods: hasPeriod, hasModules: true, hasOneLineSamples, isCertain: false };
}

/** `headers` has a header line for each shape found. */
function formOf(
  headers: ReadonlyMap<HeaderShape, string>,
  frame: string,
  hasOneLineSamples: boolean,
): ScriptForm {
  // The shape with the most columns, because unrelated lines rarely look like a header with a time.
  const header = HEADER_SHAPES.find((shape) => headers.has(shape)) ?? 'none';
  const parsed = header === 'none' ? undefined : parseHeaderLine(headers.get(header) ?? '', header);
  const hasCpu = parsed?.hasCpu === true;
  const hasModules = /(?:^| )\(.*\)$/.test(frame);
  // Trailing white space is typical of pasted text, and keeps modules from being detected.
  const isCertain = (header === 'tid and time' || header === 'time') && !/\s$/.test(frame);
  const hasPeriods = parsed?.hasPeriod === true;
  return { header, hasCpu, hasPeriods, hasModules, hasOneLineSamples, isCertain };
}

function shapeOf(line: string): HeaderShape | undefined {
  return HEADER_SHAPES.find((shape) => parseHeaderLine(line, shape));
}
