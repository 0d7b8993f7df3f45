// Recognizes header lines of a known thread and event by comparing bytes, and parses only their numbers.
//
//   python3   24771 [000]  2348.974081:     333444 task-clock:ppp: \n
//   '---prefix----'       '---time----'     period '---suffix----'
//
// `prefix` and `suffix` are compared; the CPU, time and period between them are parsed. Lines with other columns do not match.

import type { HeaderLine } from './header-line.ts';

/** Programs may have more threads, but consecutive samples rarely come from more. A full search takes half a microsecond. */
const MAX_ENTRIES = 128;
const SPACE = 32;
const OPEN = 91;
const CLOSE = 93;
const DOT = 46;
const COLON = 58;
const ZERO = 48;

interface Entry {
  readonly prefix: Uint8Array;
  /** From the end of the period to the end of the line, including the newline. */
  readonly suffix: Uint8Array;
  readonly thread: number;
  readonly event: number;
}

export class HeaderCache {
  thread = 0;
  event = 0;
  /** In nanoseconds. */
  time = 0;
  period = 0;
  private readonly entries: Entry[] = [];
  private recent = 0;
  private oldest = 0;
  private number = 0;

  /** If the header line at `at` matches an entry, sets the fields and returns the line's length; otherwise returns 0. */
  match(bytes: Uint8Array, at: number): number {
    const { entries } = this;
    for (let tried = 0; tried < entries.length; tried++) {
      const i = (this.recent + tried) % entries.length;
      const length = this.matchEntry(bytes, at, entries[i]);
      if (length === 0) continue;
      this.recent = i;
      return length;
    }
    return 0;
  }

  /** Adds the line `bytes[at, next)`, parsed as `header`. */
  add(bytes: Uint8Array, at: number, next: number, header: HeaderLine, thread: number, event: number): void {
    const period = String(header.period);
    const line = String.fromCharCode(...bytes.subarray(at, next));
    const beforePeriod = line.lastIndexOf(` ${period} `);
    if (header.tidEnd === 0 || header.rest !== '' || header.event === '' || beforePeriod < header.tidEnd)
      return;
    const entry: Entry = {
      prefix: bytes.slice(at, at + header.tidEnd),
      suffix: bytes.slice(at + beforePeriod + 1 + period.length, next),
      thread,
      event,
    };
    // Skip lines that the entry would not parse correctly, such as those with a multibyte comm or additional columns.
    if (
      this.matchEntry(bytes, at, entry) !== next - at ||
      this.time !== header.time ||
      this.period !== header.period
    )
      return;
    if (this.entries.length < MAX_ENTRIES) this.recent = this.entries.push(entry) - 1;
    else {
      this.recent = this.oldest;
      this.entries[this.oldest] = entry;
      this.oldest = (this.oldest + 1) % MAX_ENTRIES;
    }
  }

  private matchEntry(bytes: Uint8Array, at: number, entry: Entry): number {
    let p = at + entry.prefix.length;
    if (!endsWith(bytes, p, entry.prefix)) return 0;
    if (bytes[p] === OPEN) {
      p = this.readDigits(bytes, p + 1);
      if (bytes[p] !== CLOSE || bytes[p + 1] !== SPACE) return 0;
      p += 2;
    }
    p = this.readDigits(bytes, skipSpaces(bytes, p));
    const seconds = this.number;
    if (bytes[p] !== DOT) return 0;
    const fraction = p + 1;
    p = this.readDigits(bytes, fraction);
    const places = p - fraction;
    if ((places !== 6 && places !== 9) || bytes[p] !== COLON || bytes[p + 1] !== SPACE) return 0;
    const time = seconds * 1e9 + (places === 6 ? this.number * 1000 : this.number);
    const start = skipSpaces(bytes, p + 2);
    p = this.readDigits(bytes, start);
    const end = p + entry.suffix.length;
    if (p === start || !endsWith(bytes, end, entry.suffix)) return 0;
    this.time = time;
    this.period = this.number;
    this.thread = entry.thread;
    this.event = entry.event;
    return end - at;
  }

  /** Parses the decimal number at `p` into `number`. Returns its end. */
  private readDigits(bytes: Uint8Array, p: number): number {
    let value = 0;
    for (let digit = bytes[p] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++p] - ZERO)
      value = value * 10 + digit;
    this.number = value;
    return p;
  }
}

function skipSpaces(bytes: Uint8Array, p: number): number {
  while (bytes[p] === SPACE) p++;
  return p;
}

/** True if the bytes before `end` equal `pattern`. Compares backwards, since most prefixes differ only in the tid, at the end. */
function endsWith(bytes: Uint8Array, end: number, pattern: Uint8Array): boolean {
  for (let i = pattern.length - 1, p = end - 1; i >= 0; i--, p--) {
    if (bytes[p] !== pattern[i]) return false;
  }
  return true;
}
