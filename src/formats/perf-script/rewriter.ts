// Rewrites pasted or unusually formatted perf script output into the form that the reader expects. Each line stays one line, so
// that line numbers in notes remain valid. Loaded on demand.
//
//   > python3 24771 2348.974081: 333444 cycles:      quoted, indented, fenced, with spaces instead of tabs,
//   >         7fa3cf289064 f+0x124 (/x.so)           or without any indentation
//
//   python3                                          headers without a time (timeless-columns.ts)
//   python3<TAB>24771 [000] 2348.974081:<TAB>…       simpleperf's report_sample.py (until 2020, it printed frames without a tab)

import { TextRewriter } from '../../bytes/decoder.ts';
import { sniffScript } from './form.ts';
import { parseFrameLine } from './frame-line.ts';
import { isRecordLine, parseHeaderLine } from './header-line.ts';
import { addMissingColumns } from './timeless-columns.ts';
import {
  addressEnd,
  stripQuote,
  splitOneLineSample,
  MAX_LINE,
  detectLayout,
  type Layout,
} from './rare-layout.ts';

/** Number of leading bytes used to detect the layout. */
const HEAD_SIZE = 1 << 18;
const ADDRESS_WIDTH = 16;
const FRAME = /^\s*([0-9a-f]{1,16})(?:\s+(\S.*))?$/s;

/** Returns a rewriter for the text, or undefined if it is not perf script output or needs no rewriting. */
export function scriptRewriter(head: Uint8Array): TextRewriter | undefined {
  const sample = head.subarray(0, HEAD_SIZE);
  const layout = detectLayout(new TextDecoder().decode(sample).split('\n'));
  if (!layout) return undefined;
  const rewritten = new TextEncoder().encode(new ScriptRewriter(layout).rewrite(sample));
  return sniffScript(rewritten) && new ScriptRewriter(layout);
}

class ScriptRewriter extends TextRewriter {
  private readonly decoder = new TextDecoder();
  private readonly layout: Layout;
  private rest = '';
  /** True at the start and after an empty line or a fence, where a header is allowed. */
  private mayBeHeader = true;

  constructor(layout: Layout) {
    super();
    this.layout = layout;
  }

  rewrite(bytes: Uint8Array): string {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    // Pass overlong lines on without buffering them; the reader counts and skips them.
    const tooLong = this.rest.length > MAX_LINE ? this.rest : '';
    if (tooLong !== '') this.rest = '';
    return lines.map((line) => `${this.rewriteLine(line)}\n`).join('') + tooLong;
  }

  protected finish(): string {
    return this.rewriteLine(this.rest + this.decoder.decode());
  }

  private rewriteLine(raw: string): string {
    if (raw.length > MAX_LINE) return raw;
    const line = stripQuote(raw, this.layout.isQuoted);
    const { mayBeHeader } = this;
    this.mayBeHeader = line === '';
    if (line === '') return '';
    const record = line.trim();
    if (isRecordLine(record)) return record;
    const { timeless, addressEnd: end } = this.layout;
    if (timeless && end === undefined && mayBeHeader) return addMissingColumns(line, timeless) ?? line;
    const timed = end === undefined ? rewriteTimedHeader(line) : undefined;
    return timed ?? this.rewriteFrame(line) ?? this.rewriteTimelessHeader(line, mayBeHeader) ?? line;
  }

  /** Formats a frame as perf does. Returns undefined if the line is not a frame. */
  private rewriteFrame(line: string): string | undefined {
    const { hasModules, addressEnd: end } = this.layout;
    // A comm such as `cc1`, or a tid, may look like an address. Without times, only the column of the address identifies a frame.
    if (end !== undefined && addressEnd(line) !== end) return undefined;
    const [, address, rest] = FRAME.exec(line) ?? [];
    if (address === undefined) return undefined;
    const frame = `${address.padStart(ADDRESS_WIDTH)}${rest === undefined ? '' : ` ${rest}`}`;
    return parseFrameLine(frame, hasModules) && `\t${frame}`;
  }

  private rewriteTimelessHeader(line: string, mayBeHeader: boolean): string | undefined {
    const { timeless } = this.layout;
    if (!timeless) return undefined;
    const inline = splitOneLineSample(line);
    if (!inline) return mayBeHeader ? addMissingColumns(line, timeless) : undefined;
    const header = addMissingColumns(inline.header, timeless);
    return header && header + inline.frame;
  }
}

/** Matches every header with a time. */
const TIME = /\d[.,]\d+:(?:\s|$)/;
/** The oldest report_sample.py does not zero-pad microseconds. */
const UNPADDED_TIME = /(\[\d+\] \d+)\.(\d{1,5}):/;

/** Removes the indentation of a header with a time, and all tabs but the one after the comm. Undefined for other lines. */
function rewriteTimedHeader(line: string): string | undefined {
  if (!TIME.test(line)) return undefined;
  let header = line.trim();
  const tab = header.indexOf('\t') + 1;
  if (tab > 0)
    header = (header.slice(0, tab) + header.slice(tab).replaceAll('\t', ' ')).replace(
      UNPADDED_TIME,
      (_, left: string, micros: string) => `${left}.${micros.padStart(6, '0')}:`,
    );
  return (parseHeaderLine(header, 'tid and time') ?? parseHeaderLine(header, 'time')) && header;
}
