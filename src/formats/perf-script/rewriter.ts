// Rewrites perf script text that was copied or printed in a rare form to the form that the reader expects. Lines stay lines, so
// their numbers in notes hold. Loaded when text is not plainly what perf prints by default.
//
//   > python3 24771 2348.974081: 333444 cycles:      quoted, indented, in fences, with spaces for the tab
//   >         7fa3cf289064 f+0x124 (/x.so)           or without leading white space at all
//
//   python3                                          headers without a time (few-columns)
//   python3<TAB>24771 [000] 2348.974081:<TAB>…       simpleperf's report_sample.py, which printed frames without a tab until 2020

import { RewrittenText } from '../../bytes/rewritten-text.ts';
import { sniffScript } from './form.ts';
import { parseFrameLine } from './frame-line.ts';
import { isRecordLine, parseHeaderLine } from './header-line.ts';
import { withAllColumns } from './few-columns.ts';
import { addressEnd, bareLine, inlineFrame, LONGEST_LINE, styleOf, type Style } from './rare-style.ts';

/** Bytes that show the form. */
const JUDGED = 1 << 18;
const ADDRESS_WIDTH = 16;
const FRAME = /^\s*([0-9a-f]{1,16})(?:\s+(\S.*))?$/s;

/** Rewrites the text that begins like this; undefined when it is no perf script, or in the form that the reader expects. */
export function scriptRewriter(head: Uint8Array): RewrittenText | undefined {
  const judged = head.subarray(0, JUDGED);
  const style = styleOf(new TextDecoder().decode(judged).split('\n'));
  if (!style) return undefined;
  const beginning = new TextEncoder().encode(new ScriptRewriter(style).rewrite(judged));
  return sniffScript(beginning) && new ScriptRewriter(style);
}

class ScriptRewriter extends RewrittenText {
  private readonly decoder = new TextDecoder();
  private readonly style: Style;
  private rest = '';
  /** Is the line behind the start, an empty line or a fence? Then it may be a header. */
  private mayBegin = true;

  constructor(style: Style) {
    super();
    this.style = style;
  }

  rewrite(bytes: Uint8Array): string {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    // The reader counts longer lines as such, so they need not be held.
    const tooLong = this.rest.length > LONGEST_LINE ? this.rest : '';
    if (tooLong !== '') this.rest = '';
    return lines.map((line) => `${this.line(line)}\n`).join('') + tooLong;
  }

  protected finish(): string {
    return this.line(this.rest + this.decoder.decode());
  }

  private line(raw: string): string {
    if (raw.length > LONGEST_LINE) return raw;
    const line = bareLine(raw, this.style.isQuoted);
    const mayBegin = this.mayBegin;
    this.mayBegin = line === '';
    if (line === '') return '';
    const record = line.trim();
    if (isRecordLine(record)) return record;
    const { few, end } = this.style;
    if (few && end === undefined && mayBegin) return withAllColumns(line, few) ?? line;
    const timed = end === undefined ? timedHeader(line) : undefined;
    return timed ?? this.frame(line) ?? this.fewHeader(line, mayBegin) ?? line;
  }

  /** As perf prints it. */
  private frame(line: string): string | undefined {
    const { hasModules, end } = this.style;
    // A comm or a tid may look like an address, as cc1 does: where headers have no time, the column tells.
    if (end !== undefined && addressEnd(line) !== end) return undefined;
    const [, address, rest] = FRAME.exec(line) ?? [];
    if (address === undefined) return undefined;
    const frame = `${address.padStart(ADDRESS_WIDTH)}${rest === undefined ? '' : ` ${rest}`}`;
    return parseFrameLine(frame, hasModules) && `\t${frame}`;
  }

  private fewHeader(line: string, mayBegin: boolean): string | undefined {
    const { few } = this.style;
    if (!few) return undefined;
    const inline = inlineFrame(line);
    if (!inline) return mayBegin ? withAllColumns(line, few) : undefined;
    const header = withAllColumns(inline.header, few);
    return header && header + inline.frame;
  }
}

/** Only lines like these can be headers with a time. */
const TIME = /\d\.\d+:(?:\s|$)/;
/** The oldest report_sample.py does not pad its microseconds. */
const UNPADDED_TIME = /(\[\d+\] \d+)\.(\d{1,5}):/;

/** A header line with a time, without indentation, and without tabs but the one that ends a comm. */
function timedHeader(line: string): string | undefined {
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
