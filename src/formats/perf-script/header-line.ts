// The first line of a sample:  `python3   24771/24771 [000]  2348.974081:     333444 task-clock:ppp: `
// Columns in a fixed order, most of them optional (tools/perf/builtin-script.c, perf_sample__fprintf_start,
// Linux 6.12). The comm may hold spaces, digits, colons and brackets, so the line is read from its numbers.

import { NONE } from '../../model/profile.ts';

export interface HeaderLine {
  readonly comm: string;
  readonly pid: number;
  readonly tid: number;
  /** Nanoseconds; NaN without a time column. */
  readonly time: number;
  /** 1 without a period column. */
  readonly period: number;
  /** Empty without an event column. */
  readonly event: string;
  /** How many characters the columns up to the tid take, with the spaces behind it. */
  readonly left: number;
  /** What follows the event: a tracepoint's payload, or the one frame of a sample without a call chain. */
  readonly rest: string;
}

/** Which columns the recording prints, tried in this order: one recording has one set. */
export const HEADER_SHAPES = ['tid and time', 'time', 'tid'] as const;
export type HeaderShape = (typeof HEADER_SHAPES)[number];

/** A comm has at most 15 bytes (TASK_COMM_LEN), is padded to 16, and the tid to 7: its digits start by here. */
const LAST_TID_START = 24;
/** The columns up to the event take no more; the patterns are not tried on a longer start, where they would be slow. */
const MOST_COLUMNS = 512;
/** The period is printed with `%10llu`. */
const PERIOD_WIDTH = 10;

/** Of more digits than any number of a process or thread; see Thread. */
const ID = String.raw`(-?\d{1,15})`;
const TID = String.raw`(${ID}(?:/${ID} *)? +)`;
const CPU = String.raw`(?:\[\d+\] +)?`;
/** The letters are those of `-F +misc`; a comm before a time looks much like them, so no others are allowed. */
const FLAGS_DATE = String.raw`(?:[KUHGgMESp]{1,6} +)?(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ +)?`;
const TIME = String.raw`(\d{1,12})\.(\d{9}|\d{6}): `;
const TID_AND_TIME = new RegExp(TID + CPU + FLAGS_DATE + TIME, 'y');
const TID_AT_END = new RegExp(`(?<=^| )${ID}(?:/${ID})? *(?:\\[\\d+\\] *)?$`);
const ONLY_TIME = new RegExp(`(?:^${CPU}| ${CPU}${FLAGS_DATE})${TIME}`);
/** Period and event behind the time; the event ends at the first colon before a space or the end. */
const PERIOD_EVENT = /^ *(?:(\d+) +)?(\S+?):(?: |$)/;
/** The same without an event column: ten wide or wider. */
const ONLY_PERIOD = /^(?:(?=.{10} ) {0,9}(\d+)|(\d{11,})) (.*)$/s;
const WORD_WITH_COLON = /(?<=^| )(\S+?):(?: |$)/g;

/** The columns of a header line of this shape, or undefined when the line is none. */
export function parseHeaderLine(line: string, shape: HeaderShape): HeaderLine | undefined {
  const header = PARSERS[shape](line.slice(0, MOST_COLUMNS));
  return header && { ...header, rest: header.rest + line.slice(MOST_COLUMNS) };
}

const PARSERS: Record<HeaderShape, (start: string) => HeaderLine | undefined> = {
  'tid and time': parseTidAndTime,
  time: parseTime,
  tid: parseTid,
};

/** Is this one of the other lines of perf's own output: a `#` comment or a `--show-*-events` record? */
export function isRecordLine(line: string): boolean {
  return line.startsWith('#') || /(?:^|: +|\d +)PERF_RECORD_[A-Z0-9_]+/.test(line.slice(0, MOST_COLUMNS));
}

function parseTidAndTime(line: string): HeaderLine | undefined {
  // The last candidate wins: whatever looks like a tid and a time before it belongs to the comm. In what simpleperf's
  // report_sample.py prints, the comm ends in a tab, and may be longer than Linux has them.
  const afterTab = line.indexOf('\t') + 1;
  for (let at = Math.min(Math.max(LAST_TID_START, afterTab), line.length - 1); at >= 0; at--) {
    if (at > LAST_TID_START && at !== afterTab) continue;
    if (at > 0 && line[at - 1] !== ' ' && line[at - 1] !== '\t') continue;
    TID_AND_TIME.lastIndex = at;
    const match = TID_AND_TIME.exec(line);
    if (!match) continue;
    const [whole, tidColumn, first, second, seconds, fraction] = match;
    return {
      comm: line.slice(0, at).trim(),
      ...ids(first, second),
      time: nanoseconds(seconds, fraction),
      left: at + tidColumn.length,
      ...periodAndEvent(line.slice(at + whole.length)),
    };
  }
  return undefined;
}

function parseTime(line: string): HeaderLine | undefined {
  const match = ONLY_TIME.exec(line);
  if (!match || match.index > LAST_TID_START) return undefined;
  const [whole, seconds, fraction] = match;
  return {
    comm: line.slice(0, match.index).trim(),
    pid: NONE,
    tid: NONE,
    time: nanoseconds(seconds, fraction),
    left: 0,
    ...periodAndEvent(line.slice(match.index + whole.length)),
  };
}

/** Without a time the event is the last word with a colon that has a tid before it, near enough to the start. */
function parseTid(line: string): HeaderLine | undefined {
  let header: HeaderLine | undefined;
  for (const word of line.matchAll(WORD_WITH_COLON)) {
    const columns = columnsBeforeEvent(line.slice(0, word.index));
    if (!columns) continue;
    if (columns.left > LAST_TID_START) break;
    header = { ...columns, time: NaN, event: word[1], rest: line.slice(word.index + word[0].length) };
  }
  return header;
}

function columnsBeforeEvent(text: string) {
  const number = /(?:^| )( *)(-?\d+) *$/.exec(text);
  if (number && number[1].length + number[2].length >= PERIOD_WIDTH) {
    const tid = tidAtEnd(text.slice(0, number.index + 1));
    if (tid) return { ...tid, period: Number(number[2]) };
  }
  const tid = tidAtEnd(text);
  return tid && { ...tid, period: 1 };
}

function tidAtEnd(text: string) {
  const match = TID_AT_END.exec(text);
  if (!match) return undefined;
  return { comm: text.slice(0, match.index).trim(), ...ids(match[1], match[2]), left: match.index };
}

function ids(first: string, second: string | undefined): { pid: number; tid: number } {
  return second === undefined
    ? { pid: NONE, tid: Number(first) }
    : { pid: Number(first), tid: Number(second) };
}

function nanoseconds(seconds: string, fraction: string): number {
  return Number(seconds) * 1e9 + Number(fraction.padEnd(9, '0'));
}

function periodAndEvent(text: string): { period: number; event: string; rest: string } {
  const match = PERIOD_EVENT.exec(text);
  if (!match) {
    const [, padded, wide, rest = text] = ONLY_PERIOD.exec(text) ?? [];
    return { period: Number(padded ?? wide ?? 1), event: '', rest };
  }
  const [whole, period, event] = match;
  return { period: period === undefined ? 1 : Number(period), event, rest: text.slice(whole.length) };
}
