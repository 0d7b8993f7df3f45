// Header lines without a time column: `-F comm,ip,sym`, `-F pid,tid,event,ip,sym`, … Only the whole recording shows which
// columns they have: a comm may end in a number or a colon itself.
//
//   python3 24771/24771 [000]     333444 task-clock:ppp:
//   '-comm-''--ids----' '-cpu''-period-' '--event-----'      each may be missing (tools/perf/builtin-script.c, Linux 6.12)

/** Which columns the header lines of a recording have, beside comm, CPU and period, which show in each line. */
export interface FewColumns {
  readonly hasIds: boolean;
  readonly hasEvent: boolean;
}

/** The period is printed with `%10llu`; no tid has so many digits. */
const PERIOD_WIDTH = 10;
const NUMBER = /(?:^| )( *\d+)$/;
const EVENT = / *(\S+):$/;
const CPU = / *\[\d+\]$/;
const IDS = /(?:^| )(-?\d+(?:\/-?\d+)?)$/;
/** A comm has at most 15 bytes; names that the tool made up may be longer. */
const LONGEST_COMM = 22;
/** The event of a recording that does not print one. */
const NO_EVENT = 'samples';

/** In characters; the patterns are not tried on longer lines, where they would be slow. */
const LONGEST_HEADER = 256;

/** The columns that all these header lines have. */
export function columnsOf(lines: readonly string[]): FewColumns {
  const headers = lines.map((line) => line.slice(0, LONGEST_HEADER));
  const hasEvent = headers.every((header) => EVENT.test(header));
  const hasIds = headers.every((header) => IDS.test(parted(header, hasEvent).left));
  return { hasEvent, hasIds };
}

/** The same header with all columns but a time: comm, ids (`-1` where there are none), period and event. Undefined when too long. */
export function withAllColumns(header: string, { hasEvent, hasIds }: FewColumns): string | undefined {
  if (header.length > LONGEST_HEADER) return undefined;
  const { left, period, event } = parted(header, hasEvent);
  const ids = hasIds ? IDS.exec(left) : null;
  const comm = (ids ? left.slice(0, ids.index) : left).trim().slice(0, LONGEST_COMM);
  return `${comm} ${ids?.[1] ?? '-1'} ${period.padStart(10)} ${event}: `;
}

/** The columns from the right: `left` are the comm and the ids. */
function parted(header: string, hasEvent: boolean) {
  const [whole = '', event = NO_EVENT] = (hasEvent && EVENT.exec(header)) || [];
  const columns = header.slice(0, header.length - whole.length);
  const [, number = ''] = NUMBER.exec(columns) ?? [];
  const wide = number.length >= PERIOD_WIDTH ? number : '';
  const left = columns.slice(0, columns.length - wide.length).trimEnd();
  return { left: left.replace(CPU, ''), period: wide.trim() || '1', event };
}
