// Tells from its first lines in which rare form perf script text is (rewriter.ts).

import { NONE } from '../../model/profile.ts';
import { columnsOf, type FewColumns } from './few-columns.ts';
import { isRecordLine } from './header-line.ts';

export interface Style {
  readonly isQuoted: boolean;
  /** Do frames end in `(module)`? */
  readonly hasModules: boolean;
  /** The columns of headers without a time; undefined where they have one, or where there are none. */
  readonly few: FewColumns | undefined;
  /**
   * In which column addresses end, NONE where no line is a frame and nothing else; undefined where frames may begin anywhere.
   * Without a time, only the first line after an empty one is then a header.
   */
  readonly end?: number;
}

const QUOTE = /^(?: {0,3}> ?)+/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
/** What every header with a time has; with tabs, the microseconds may be few digits. */
const TIMED = /(?:^|\s)\d+\.\d{6,9}:(?:\s|$)|\t.*\[\d+\] \d+\.\d{1,6}:\s/;
/** The columns up to the event take no more. */
const MOST_COLUMNS = 512;
const FRAME = /^\s*[0-9a-f]{4,16}\s+\S/;
/** A number behind a column, or at the start, which may be the address of a sample without a call chain. */
const NUMBER = /(?<=^|\S)( +[0-9a-f]+)(?= |$)/g;
const TAB_WIDTH = 8;
const ADDRESS_WIDTH = 16;

/** In characters; longer lines are not looked at. */
export const LONGEST_LINE = 1 << 16;

/** The line without a quote's marks and white space at its end; empty for a fence. */
export function bareLine(raw: string, isQuoted: boolean): string {
  if (raw.length > LONGEST_LINE) return '-';
  const line = (isQuoted ? raw.replace(QUOTE, '') : raw).trimEnd();
  return FENCE.test(line) ? '' : line;
}

/** The header and the frame of a sample in one line; the header may be empty. Behind a space or two, perf pads an address to 16. */
export function inlineFrame(line: string): { header: string; frame: string } | undefined {
  for (const { index, 0: run } of line.matchAll(NUMBER)) {
    const spaces = run.length - ADDRESS_WIDTH;
    if (spaces === 1 || spaces === 2)
      return { header: line.slice(0, index), frame: line.slice(index + spaces) };
  }
  return undefined;
}

/** The column behind the address of a frame that is indented and padded to 16; 0 when the line is none. */
export function addressEnd(line: string): number {
  const [whole] = /^\s+[0-9a-f]{1,16}(?= )/.exec(line) ?? [];
  if (whole === undefined) return 0;
  const end = whole.replaceAll('\t', ' '.repeat(TAB_WIDTH)).length;
  return end > ADDRESS_WIDTH ? end : 0;
}

/** Undefined when these are no lines of perf script, or need no rewriting. The last one may be cut. */
export function styleOf(raw: readonly string[]): Style | undefined {
  const filled = raw.filter((line) => line.trim() !== '');
  const isQuoted = filled.filter((line) => QUOTE.test(line)).length * 2 > filled.length;
  const lines = raw.map((line) => bareLine(line, isQuoted));
  const others = lines.filter((line) => line !== '' && !FRAME.test(line));
  const hasTimes = others.filter(isTimed).length * 2 > others.length;
  if (hasTimes) return timedStyle(lines, isQuoted);
  return (
    timedStyle(lines, isQuoted) ??
    fewStyle(lines, isQuoted) ??
    inlineStyle(lines, isQuoted) ??
    bareStyle(lines, isQuoted)
  );
}

/** Of text in which frames are right behind header lines with a time, or in them; a comm may look like a time. */
function timedStyle(lines: readonly string[], isQuoted: boolean): Style | undefined {
  let others = 0;
  const frames = lines.flatMap((line, i) => {
    const frame = inlineFrame(line)?.frame ?? lines[i + 1] ?? '';
    if (line === '' || FRAME.test(line) || !FRAME.test(frame)) return [];
    if (isTimed(line)) return [frame];
    others++;
    return [];
  });
  if (frames.length <= others) return undefined;
  return { isQuoted, hasModules: haveModules(frames), few: undefined };
}

function isTimed(line: string): boolean {
  return TIMED.test(line.slice(0, MOST_COLUMNS));
}

/** Of text whose frames are in the columns of perf's. Where no line is before a stack, there are no headers. */
function fewStyle(lines: readonly string[], isQuoted: boolean): Style | undefined {
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
  const style = { isQuoted, hasModules: haveModules(frames), end, few: undefined };
  // Without empty lines between them, the lines are samples of one frame each.
  if (headers.length === 0) return isPlain || stacks.length < 2 ? undefined : style;
  const few = columnsOf(headers);
  // What has ids and an event is read without a rewriter.
  return isPlain && few.hasIds && few.hasEvent ? undefined : { ...style, few };
}

/** Of samples without a call chain, one line each. */
function inlineStyle(lines: readonly string[], isQuoted: boolean): Style | undefined {
  const filled = lines.filter((line) => line !== '' && !isRecordLine(line.trim()));
  const samples = filled.flatMap((line) => inlineFrame(line) ?? []);
  const frames = samples.map(({ frame }) => frame);
  if (frames.length * 10 < (filled.length - 1) * 9 || !haveAddresses(frames)) return undefined;
  const few = columnsOf(samples.map(({ header }) => header));
  if (!isQuoted && few.hasIds && few.hasEvent) return undefined;
  return { isQuoted, hasModules: haveModules(frames), end: NONE, few };
}

/** Of text that lost all its indentation: after each empty line a header without a time, then frames alone. */
function bareStyle(lines: readonly string[], isQuoted: boolean): Style | undefined {
  const filled = lines.filter((line) => !isRecordLine(line));
  const isFirst = (i: number) => i === 0 || filled[i - 1] === '';
  const headers = filled.filter((line, i) => line !== '' && isFirst(i));
  const frames = filled.filter((line, i) => line !== '' && !isFirst(i));
  const few = columnsOf(headers);
  // The last line may be cut.
  const isScript =
    filled.every((line) => line.trimStart() === line) &&
    frames.slice(0, -1).every((frame) => FRAME.test(frame)) &&
    haveAddresses(frames);
  return isScript && few.hasIds && few.hasEvent
    ? { isQuoted, hasModules: haveModules(frames), few }
    : undefined;
}

/** Numbers in a column look like addresses, but few have so many digits. */
function haveAddresses(frames: readonly string[]): boolean {
  return frames.some((frame) => /^\s*[0-9a-f]{12,16}(?: |$)/.test(frame));
}

/** The first frame tells: it is not cut. */
function haveModules([first = '']: readonly string[]): boolean {
  return / \(.*\)$/.test(first);
}
