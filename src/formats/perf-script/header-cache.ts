// Header lines like one seen before: same thread, same event, other numbers. They are told by their bytes.
//
//   python3   24771 [000]  2348.974081:     333444 task-clock:ppp: \n
//   '----left-----'       '---time----'     period '----tail------'
//
// `left` and `tail` are compared, the three numbers read; any other column makes it no match.

import type { HeaderLine } from './header-line.ts';

/** A program may run more threads than this, but seldom more in turn; trying them all takes half a microsecond. */
const MAX_KNOWN = 128;
const SPACE = 32;
const OPEN = 91;
const CLOSE = 93;
const DOT = 46;
const COLON = 58;
const ZERO = 48;

interface Known {
  readonly left: Uint8Array;
  /** From behind the period to the end of the line, newline included. */
  readonly tail: Uint8Array;
  readonly thread: number;
  readonly event: number;
}

export class HeaderCache {
  thread = 0;
  event = 0;
  /** Nanoseconds. */
  time = 0;
  period = 0;
  private readonly known: Known[] = [];
  private recent = 0;
  private oldest = 0;
  private number = 0;

  /** The length of the header line at `at` when it is like a known one, its columns in the fields; else 0. */
  match(bytes: Uint8Array, at: number): number {
    const { known } = this;
    for (let tried = 0; tried < known.length; tried++) {
      const each = (this.recent + tried) % known.length;
      const length = this.matchOne(bytes, at, known[each]);
      if (length === 0) continue;
      this.recent = each;
      return length;
    }
    return 0;
  }

  /** Remembers the line `bytes[at, next)`, which was read as `header`. */
  add(bytes: Uint8Array, at: number, next: number, header: HeaderLine, thread: number, event: number): void {
    const period = String(header.period);
    const line = String.fromCharCode(...bytes.subarray(at, next));
    const behind = line.lastIndexOf(` ${period} `);
    if (header.left === 0 || header.rest !== '' || header.event === '' || behind < header.left) return;
    const entry: Known = {
      left: bytes.slice(at, at + header.left),
      tail: bytes.slice(at + behind + 1 + period.length, next),
      thread,
      event,
    };
    // Only lines that read back alike are safe to compare by bytes (a multi-byte comm, a further column are not).
    if (
      this.matchOne(bytes, at, entry) !== next - at ||
      this.time !== header.time ||
      this.period !== header.period
    )
      return;
    if (this.known.length < MAX_KNOWN) this.recent = this.known.push(entry) - 1;
    else {
      this.recent = this.oldest;
      this.known[this.oldest] = entry;
      this.oldest = (this.oldest + 1) % MAX_KNOWN;
    }
  }

  private matchOne(bytes: Uint8Array, at: number, known: Known): number {
    let p = at + known.left.length;
    if (!endsLike(bytes, p, known.left)) return 0;
    if (bytes[p] === OPEN) {
      p = this.digits(bytes, p + 1);
      if (bytes[p] !== CLOSE || bytes[p + 1] !== SPACE) return 0;
      p += 2;
    }
    p = this.digits(bytes, skipSpaces(bytes, p));
    const seconds = this.number;
    if (bytes[p] !== DOT) return 0;
    const fraction = p + 1;
    p = this.digits(bytes, fraction);
    const places = p - fraction;
    if ((places !== 6 && places !== 9) || bytes[p] !== COLON || bytes[p + 1] !== SPACE) return 0;
    const time = seconds * 1e9 + (places === 6 ? this.number * 1000 : this.number);
    const start = skipSpaces(bytes, p + 2);
    p = this.digits(bytes, start);
    const end = p + known.tail.length;
    if (p === start || !endsLike(bytes, end, known.tail)) return 0;
    this.time = time;
    this.period = this.number;
    this.thread = known.thread;
    this.event = known.event;
    return end - at;
  }

  /** Reads the decimal number at `p` into `number`; returns where it ends. */
  private digits(bytes: Uint8Array, p: number): number {
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

/** Do the bytes before `end` equal `pattern`? From its end, where the numbers of a thread differ. */
function endsLike(bytes: Uint8Array, end: number, pattern: Uint8Array): boolean {
  for (let i = pattern.length - 1, p = end - 1; i >= 0; i--, p--) {
    if (bytes[p] !== pattern[i]) return false;
  }
  return true;
}
