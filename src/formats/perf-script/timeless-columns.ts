// Header lines without a time column: `-F comm,ip,sym`, `-F pid,tid,event,ip,sym`, … Their columns can be detected only from
// many lines, since a comm may itself end in a number or a colon.
//
//   python3 24771/24771 [000]     333444 task-clock:ppp:
//   '-comm-''--ids----' '-cpu''-period-' '--event-----'      each is optional (tools/perf/builtin-script.c, Linux 6.12)

/** Columns of the header lines besides comm, CPU and period, which can be detected in each line. */
export interface TimelessColumns {
  readonly hasIds: boolean;
  readonly hasEvent: boolean;
}

/** perf prints the period with `%10llu`; no tid has that many digits. */
const PERIOD_WIDTH = 10;
const NUMBER = /(?:^| )( *\d+)$/;
const EVENT = / *(\S+):$/;
const CPU = / *\[\d+\]$/;
const IDS = /(?:^| )(-?\d+(?:\/-?\d+)?)$/;
/** A comm has at most 15 bytes; names invented by perf may be longer. */
const MAX_COMM = 22;
/** Event name for recordings without an event column. */
const NO_EVENT = 'samples';

/** In characters; the patterns would be slow on longer lines. */
const MAX_HEADER = 256;

/** Detects the columns that all of these header lines have. */
export function detectColumns(lines: readonly string[]): TimelessColumns {
  const headers = lines.map((line) => line.slice(0, MAX_HEADER));
  const hasEvent = headers.every((header) => EVENT.test(header));
  const hasIds = headers.every((header) => IDS.test(splitColumns(header, hasEvent).left));
  return { hasEvent, hasIds };
}

/** Rewrites a header with all columns except time: comm, IDs (`-1` if missing), period, event. Undefined if it is too long. */
export function withAllColumns(header: string, { hasEvent, hasIds }: TimelessColumns): string | undefined {
  if (header.length > MAX_HEADER) return undefined;
  const { left, period, event } = splitColumns(header, hasEvent);
  const ids = hasIds ? IDS.exec(left) : null;
  const comm = (ids ? left.slice(0, ids.index) : left).trim().slice(0, MAX_COMM);
  return `${comm} ${ids?.[1] ?? '-1'} ${period.padStart(10)} ${event}: `;
}

/** Splits off event and period from the right; `left` is comm and IDs. */
function splitColumns(header: string, hasEvent: boolean) {
  const [whole = '', event = NO_EVENT] = (hasEvent && EVENT.exec(header)) || [];
  const columns = header.slice(0, header.length - whole.length);
  const [, number = ''] = NUMBER.exec(columns) ?? [];
  const wide = number.length >= PERIOD_WIDTH ? number : '';
  const left = columns.slice(0, columns.length - wide.length).trimEnd();
  return { left: left.replace(CPU, ''), period: wide.trim() || '1', event };
}
