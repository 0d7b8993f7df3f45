// Detects unusual layouts of perf script output from its first lines, for rewriter.ts.

import { NONE } from '../../model/profile.ts';
import { detectColumns, type TimelessColumns } from './timeless-columns.ts';
import { isRecordLine } from './header-line.ts';

export interface Layout {
  readonly isQuoted: boolean;
  /** True if frames end in `(module)`. */
  readonly hasModules: boolean;
  /** Columns of the headers if they have no time; undefined if they have one, or if there are no headers. */
  readonly timeless: TimelessColumns | undefined;
  /**
   * Column in which addresses end; NONE if no line is only a frame. Undefined if frames may begin in any column; headers without a
   * time must then follow an empty line.
   */
  readonly addressEnd?: number;
}

const QUOTE = /^(?: {0,3}> ?)+/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
/** Matches every header with a time. After a tab (report_sample.py), microseconds may have fewer digits. */
const TIMED = /(?:^|\s)-?\d+[.,]\d{6,9}:(?:\s|$)|\t.*\[\d+\] \d+\.\d{1,6}:\s/;
/** Maximum length of the columns before the event. */
const MAX_COLUMNS = 512;
const FRAME = /^\s*[0-9a-f]{4,16}\s+\S/;
/** A number at the start of a line or after another column. It may be the address in a one-line sample. */
const NUMBER = /(?<=^|\S)( +[0-9a-f]+)(?= |$)/g;
const TAB_WIDTH = 8;
const ADDRESS_WIDTH = 16;

/** In characters; longer lines are ignored. */
export const MAX_LINE = 1 << 16;

/** Removes `>` prefixes and trailing white space. Returns an empty line for a code fence, and `-` for an overlong line. */
export function stripQuote(raw: string, isQuoted: boolean): string {
  if (raw.length > MAX_LINE) return '-';
  const line = (isQuoted ? raw.replace(QUOTE, '') : raw).trimEnd();
  return FENCE.test(line) ? '' : line;
}

/** Splits a one-line sample into header (may be empty) and frame. After one or two spaces, the address is padded to 16 characters. */
export function splitOneLineSample(line: string): { header: string; frame: string } | undefined {
  let header: string | undefined;
  let frame = '';
  for (const { index, 0: padded } of line.matchAll(NUMBER)) {
    const spaces = padded.length - ADDRESS_WIDTH;
    if (spaces !== 1 && spaces !== 2) continue;
    header ??= line.slice(0, index);
    // The last one: -F +addr prints another address before that of the frame.
    frame = line.slice(index + spaces);
  }
  return header === undefined ? undefined : { header, frame };
}

/** The column after the padded address of an indented frame; 0 if the line is not such a frame. */
export function addressEnd(line: string): number {
  const [whole] = /^\s+[0-9a-f]{1,16}(?= )/.exec(line) ?? [];
  if (whole === undefined) return 0;
  const end = whole.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length;
  return end > ADDRESS_WIDTH ? end : 0;
}

/** Returns undefined if the lines are not perf script output or need no rewriting. The last line may be truncated. */
export function detectLayout(raw: readonly string[]): Layout | undefined {
  const filled = raw.filter((line) => line.trim() !== '');
  const isQuoted = filled.filter((line) => QUOTE.test(line)).length * 2 > filled.length;
  const lines = raw.map((line) => stripQuote(line, isQuoted));
  const others = lines.filter((line) => line !== '' && !FRAME.test(line));
  const hasTimes = others.filter(isTimed).length * 2 > others.length;
  if (hasTimes) return timedLayout(lines, isQuoted);
  return (
    timedLayout(lines, isQuoted) ??
    timelessLayout(lines, isQuoted) ??
    oneLineLayout(lines, isQuoted) ??
    unindentedLayout(lines, isQuoted)
  );
}

/** Layout whose headers have a time. Most headers must have one, because a comm may look like a time. */
function timedLayout(lines: readonly string[], isQuoted: boolean): Layout | undefined {
  let others = 0;
  const frames = lines.flatMap((line, i) => {
    const frame = splitOneLineSample(line)?.frame ?? lines[i + 1] ?? '';
    if (line === '' || FRAME.test(line) || !FRAME.test(frame)) return [];
    if (isTimed(line)) return [frame];
    others++;
    return [];
  });
  if (frames.length <= others) return undefined;
  return { isQuoted, hasModules: haveModules(frames), timeless: undefined };
}

function isTimed(line: string): boolean {
  return TIMED.test(line.slice(0, MAX_COLUMNS));
}

/** Layout whose addresses all end in the same column. If no stack has a line before it, samples have no headers. */
function timelessLayout(lines: readonly string[], isQuoted: boolean): Layout | undefined {
  const ends = lines.map(addressEnd);
  const [end] = ends.filter((each) => each > 0);
  const frames = lines.filter((_, i) => ends[i] > 0);
  if (ends.some((each) => each > 0 && each !== end) || !haveAddresses(frames)) return undefined;
  const stacks = lines.flatMap((_, i) => (ends[i] > 0 && !(ends[i - 1] > 0) ? [i] : []));
  const headers = stacks.flatMap((at) => {
    const header = at > 0 ? lines[at - 1] : '';
    const isFirst = at < 2 || lines[at - 2] === '';
    return header !== '' && isFirst && !isRecordLine(header) ? [header] : [];
  });
  const isPlain = !isQuoted && frames.every((frame) => frame.startsWith('\t'));
  const layout = { isQuoted, hasModules: haveModules(frames), addressEnd: end, timeless: undefined };
  // Without empty lines, all frames are consecutive, and each is a sample.
  if (headers.length === 0) return isPlain || stacks.length < 2 ? undefined : layout;
  const timeless = detectColumns(headers);
  // Headers with IDs and an event can be read without rewriting.
  return isPlain && timeless.hasIds && timeless.hasEvent ? undefined : { ...layout, timeless };
}

function oneLineLayout(lines: readonly string[], isQuoted: boolean): Layout | undefined {
  const filled = lines.filter((line) => line !== '' && !isRecordLine(line.trim()));
  const samples = filled.flatMap((line) => splitOneLineSample(line) ?? []);
  const frames = samples.map(({ frame }) => frame);
  if (frames.length * 10 < (filled.length - 1) * 9 || !haveAddresses(frames)) return undefined;
  const timeless = detectColumns(samples.map(({ header }) => header));
  if (!isQuoted && timeless.hasIds && timeless.hasEvent) return undefined;
  return { isQuoted, hasModules: haveModules(frames), addressEnd: NONE, timeless };
}

/** Layout without any indentation: after each empty line, there is a header without a time, and then its frames. */
function unindentedLayout(lines: readonly string[], isQuoted: boolean): Layout | undefined {
  const filled = lines.filter((line) => !isRecordLine(line));
  const isFirst = (i: number) => i === 0 || filled[i - 1] === '';
  const headers = filled.filter((line, i) => line !== '' && isFirst(i));
  const frames = filled.filter((line, i) => line !== '' && !isFirst(i));
  const timeless = detectColumns(headers);
  // The last line may be truncated.
  const isScript =
    filled.every((line) => line.trimStart() === line) &&
    frames.slice(0, -1).every((frame) => FRAME.test(frame)) &&
    haveAddresses(frames);
  return isScript && timeless.hasIds && timeless.hasEvent
    ? { isQuoted, hasModules: haveModules(frames), timeless }
    : undefined;
}

/** Requires a long address, because any column of numbers may look like short ones. */
function haveAddresses(frames: readonly string[]): boolean {
  return frames.some((frame) => /^\s*[0-9a-f]{12,16}(?: |$)/.test(frame));
}

/** Checks the first frame, because the last one may be truncated. */
function haveModules([first = '']: readonly string[]): boolean {
  return / \(.*\)$/.test(first);
}
