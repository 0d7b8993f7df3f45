// Parses the first line of a sample: `python3   24771/24771 [000]  2348.974081:     333444 task-clock:ppp: `
// The columns have a fixed order, and most are optional (tools/perf/builtin-script.c, perf_sample__fprintf_start, Linux 6.12).
// The comm may contain spaces, digits, colons and brackets, so the parser looks for the numbers first.

import { NONE } from '../../model/profile.ts';

export interface HeaderLine {
  readonly comm: string;
  readonly pid: number;
  readonly tid: number;
  readonly hasCpu: boolean;
  /** In nanoseconds; NaN without a time column. */
  readonly time: number;
  readonly hasPeriod: boolean;
  /** 1 without a period column. */
  readonly period: number;
  /** Empty without an event column. */
  readonly event: string;
  /** Length of the columns up to and including the tid and the spaces after it. */
  readonly tidEnd: number;
  /** Text after the event: a tracepoint's payload, or the frame of a one-line sample. */
  readonly rest: string;
}

/** Supported sets of columns, in the order they are tried. All header lines of a file use the same set. */
export const HEADER_SHAPES = ['tid and time', 'time', 'tid'] as const;
export type HeaderShape = (typeof HEADER_SHAPES)[number];

/** Maximum offset of the tid: a comm has at most 15 bytes (TASK_COMM_LEN) and is padded to 16, the tid to 7. */
const MAX_TID_START = 24;
/** Android's process names are longer, but one word. */
const LONG_COMM_START = /^ *\S{16,} +/;
/** Maximum length of the columns up to the event; the patterns would be slow on longer text. */
const MAX_COLUMNS = 512;
/** Perf prints the period with `%10llu`. */
const PERIOD_WIDTH = 10;

/** Up to 15 digits, more than any process or thread ID has; see Thread. */
const ID = String.raw`(-?\d{1,15})`;
const TID = String.raw`(${ID}(?:/${ID} *)? +)`;
const CPU = String.raw`(\[\d+\] +)?`;
/** Only the letters of `-F +misc` match, because a comm before a time may look similar. */
const FLAGS_DATE = String.raw`(?:[KUHGgMESp]{1,6} +)?(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ +)?`;
/** A time may be negative if another program subtracted an offset, and has a decimal comma in some locales. */
const TIME = String.raw`(-?\d{1,12})[.,](\d{9}|\d{6}): `;
const TID_AND_TIME = new RegExp(TID + CPU + FLAGS_DATE + TIME, 'y');
const TID_AT_END = new RegExp(`(?<=^| )${ID}(?:/${ID})? *(\\[\\d+\\] *)?$`);
const ONLY_TIME = new RegExp(`(?:^${CPU}| ${CPU}${FLAGS_DATE})${TIME}`);
const RECORD_TIME = new RegExp(`(?:^| )${TIME}PERF_RECORD_`);
/** Period and event after the time. The event ends at the first colon that precedes a space or the end of the line. */
const PERIOD_EVENT = /^ *(?:(\d+) +)?(\S+?):(?: |$)/;
/** Period without an event column: at least ten characters wide. */
const ONLY_PERIOD = /^(?:(?=.{10} ) {0,9}(\d+)|(\d{11,})) (.*)$/s;
const WORD_WITH_COLON = /(?<=^| )(\S+?):(?: |$)/g;

/** Printed before samples of a virtual machine (`perf script --guest…`, Linux 6.0). */
const GUEST = /^VM: *-?\d+ (?:VCPU:\d+ )?/;

/** Parses a header line of this shape. Returns undefined for any other line. */
export function parseHeaderLine(line: string, shape: HeaderShape): HeaderLine | undefined {
  const guest = GUEST.exec(line)?.[0].length ?? 0;
  const header = PARSERS[shape](line.slice(guest, guest + MAX_COLUMNS));
  if (!header) return undefined;
  const tidEnd = header.tidEnd === 0 ? 0 : header.tidEnd + guest;
  return { ...header, tidEnd, rest: header.rest + line.slice(guest + MAX_COLUMNS) };
}

/** True if the first `length` characters may be a comm. */
function isComm(line: string, length: number): boolean {
  return length <= MAX_TID_START || LONG_COMM_START.exec(line)?.[0].length === length;
}

const PARSERS: Record<HeaderShape, (start: string) => HeaderLine | undefined> = {
  'tid and time': parseTidAndTime,
  time: parseTime,
  tid: parseTid,
};

/** True for lines of perf's output that are not part of a sample: `#` comments and `--show-*-events` records. */
export function isRecordLine(line: string): boolean {
  return line.startsWith('#') || /(?:^|: +|\d +)PERF_RECORD_[A-Z0-9_]+/.test(line.slice(0, MAX_COLUMNS));
}

/** The time of a record line in nanoseconds; NaN if it has none. */
export function timeOfRecordLine(line: string): number {
  const [, seconds, fraction] = RECORD_TIME.exec(line.slice(0, MAX_COLUMNS)) ?? [];
  return seconds === undefined ? NaN : parseNanoseconds(seconds, fraction);
}

function parseTidAndTime(line: string): HeaderLine | undefined {
  // The last match wins: anything before it that looks like a tid and a time is part of the comm. In the output of simpleperf's
  // report_sample.py, the comm ends in a tab and may be longer than on Linux.
  const afterTab = line.indexOf('\t') + 1;
  const afterWord = LONG_COMM_START.exec(line)?.[0].length ?? 0;
  for (let at = Math.min(Math.max(MAX_TID_START, afterTab, afterWord), line.length - 1); at >= 0; at--) {
    if (at > MAX_TID_START && at !== afterTab && at !== afterWord) continue;
    if (at > 0 && line[at - 1] !== ' ' && line[at - 1] !== '\t') continue;
    TID_AND_TIME.lastIndex = at;
    const match = TID_AND_TIME.exec(line);
    if (!match) continue;
    const [whole, tidColumn, first, second, cpu, seconds, fraction] = match;
    return {
      comm: line.slice(0, at).trim(),
      ...parseIds(first, second),
      hasCpu: cpu !== undefined,
      time: parseNanoseconds(seconds, fraction),
      tidEnd: at + tidColumn.length,
      ...parsePeriodAndEvent(line.slice(at + whole.length)),
    };
  }
  return undefined;
}

function parseTime(line: string): HeaderLine | undefined {
  const match = ONLY_TIME.exec(line);
  // The match begins with the space after the comm.
  if (!match || (match.index > MAX_TID_START && !isComm(line, match.index + 1))) return undefined;
  const [whole, cpuOnly, cpu, seconds, fraction] = match;
  return {
    comm: line.slice(0, match.index).trim(),
    pid: NONE,
    tid: NONE,
    hasCpu: (cpuOnly ?? cpu) !== undefined,
    time: parseNanoseconds(seconds, fraction),
    tidEnd: 0,
    ...parsePeriodAndEvent(line.slice(match.index + whole.length)),
  };
}

/** Without a time, the event is the last word that ends in a colon and follows a tid near the start of the line. */
function parseTid(line: string): HeaderLine | undefined {
  let header: HeaderLine | undefined;
  for (const word of line.matchAll(WORD_WITH_COLON)) {
    const columns = parseColumnsBeforeEvent(line.slice(0, word.index));
    if (!columns) continue;
    if (!isComm(line, columns.tidEnd)) break;
    header = { ...columns, time: NaN, event: word[1], rest: line.slice(word.index + word[0].length) };
  }
  return header;
}

function parseColumnsBeforeEvent(text: string) {
  const number = /(?:^| )( *)(-?\d+) *$/.exec(text);
  if (number && number[1].length + number[2].length >= PERIOD_WIDTH) {
    const tid = parseTrailingTid(text.slice(0, number.index + 1));
    if (tid) return { ...tid, hasPeriod: true, period: Number(number[2]) };
  }
  const tid = parseTrailingTid(text);
  return tid && { ...tid, hasPeriod: false, period: 1 };
}

function parseTrailingTid(text: string) {
  const match = TID_AT_END.exec(text);
  if (!match) return undefined;
  const [, first, second, cpu] = match;
  return {
    comm: text.slice(0, match.index).trim(),
    ...parseIds(first, second),
    hasCpu: cpu !== undefined,
    tidEnd: match.index,
  };
}

function parseIds(first: string, second: string | undefined): { pid: number; tid: number } {
  return second === undefined
    ? { pid: NONE, tid: Number(first) }
    : { pid: Number(first), tid: Number(second) };
}

function parseNanoseconds(seconds: string, fraction: string): number {
  const nanoseconds = Math.abs(Number(seconds)) * 1e9 + Number(fraction.padEnd(9, '0'));
  return seconds.startsWith('-') ? -nanoseconds : nanoseconds;
}

function parsePeriodAndEvent(text: string): Pick<HeaderLine, 'hasPeriod' | 'period' | 'event' | 'rest'> {
  const match = PERIOD_EVENT.exec(text);
  if (!match) {
    const [, padded, wide, rest = text] = ONLY_PERIOD.exec(text) ?? [];
    const only = padded ?? wide;
    return { hasPeriod: only !== undefined, period: Number(only ?? 1), event: '', rest };
  }
  const [whole, period, event] = match;
  const hasPeriod = period !== undefined;
  return { hasPeriod, period: hasPeriod ? Number(period) : 1, event, rest: text.slice(whole.length) };
}
