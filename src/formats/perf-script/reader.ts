// Reads a chunk of `perf script` text, piece by piece: whole samples, except that the last piece may end anywhere.
//
//   python3   24771  2348.974081:     333444 task-clock:ppp:          a header line
//   \tffffffff8158c221 next_uptodate_folio+0xc1 ([kernel.kallsyms])   frames, the sampled instruction first
//   \t    7fa3cf289064 _dl_load_cache_lookup+0x124 (/usr/…/ld.so)
//                                                                     an empty line ends the sample
//
// Bytes, not strings: a frame line seen before is only compared (LineCache), a header line like a known one is
// only read for its numbers (HeaderCache). What is no sample is counted by kind, never dropped in silence.

import type { TableBudget } from '../../model/budget.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import type { TextReader } from '../text-format.ts';
import type { ScriptForm } from './form.ts';
import { ONE_LINE_FRAME, parseFrameLine } from './frame-line.ts';
import { HeaderCache } from './header-cache.ts';
import { isRecordLine, parseHeaderLine, type HeaderLine } from './header-line.ts';
import { LineCache, MIN_CACHED_LINE, SLACK } from './line-cache.ts';
import { isTraced, kindOfOdd, ODD, type Odd } from './odd.ts';

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const CLOSE = 41;
/** A longer line is not read: no symbol or path is that long. */
const MAX_LINE = 65_536;
/** The event of a recording that does not print one. */
const NO_EVENT = 'samples';

/** What the next frame line belongs to. */
type Open = 'nothing' | 'sample' | 'record';

export class ScriptReader implements TextReader {
  private readonly builder: ProfileBuilder;
  private readonly cache = new LineCache();
  private readonly headers = new HeaderCache();
  private readonly decoder = new TextDecoder();
  private readonly form: ScriptForm;
  /** The piece being read; is it the last of its text? */
  private bytes: Uint8Array = new Uint8Array(0);
  private end = 0;
  private last = false;
  /** 1-based number of the line being read. */
  private line = 1;
  private open: Open = 'nothing';
  /** The columns of the open sample; its frames, leaf first. */
  private thread = 0;
  private event = 0;
  private time = NaN;
  private weight = 1;
  private frames = new Int32Array(256);
  private depth = 0;
  /** Was the line before this one a frame line that was whole beyond doubt? */
  private afterWholeFrame = false;
  /** Has a sample been ended by the header of the next one? Then a line is a sample, and its newline ends it. */
  private lineIsSample: boolean;
  /** Where the text was cut, if not between two lines. */
  private cutIn: 'nothing' | 'frame line' | 'other line' = 'nothing';

  constructor(form: ScriptForm, budget: TableBudget) {
    this.form = form;
    this.builder = new ProfileBuilder(0, budget);
    this.lineIsSample = form.lineIsSample;
  }

  get sampleCount(): number {
    return this.builder.sampleCount;
  }

  get isFull(): boolean {
    return this.builder.isFull;
  }

  push(bytes: Uint8Array, end: number, last: boolean): void {
    this.bytes = withSlack(bytes, end);
    this.end = end;
    this.last = last;
    this.readLines();
    const isWhole = !last || this.open !== 'sample' || this.isWhole();
    if (isWhole) this.finishSample();
    if (!isWhole || this.cutIn !== 'nothing') this.odd('cut');
  }

  finish(isLast = false): Profile {
    return this.builder.finish(this.line - 1, isLast);
  }

  private readLines(): void {
    const { bytes, end, cache } = this;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < end;) {
      const first = bytes[at];
      let length = 0;
      if (first === TAB) {
        if (this.open === 'sample') length = cache.match(view, at, end);
        if (length > 0) {
          this.pushFrame(cache.matched);
          this.line++;
          at += length;
          continue;
        }
      } else if (first === NEWLINE) {
        this.finishSample();
        this.line++;
        at++;
        continue;
      } else {
        length = this.headers.match(bytes, at);
        if (length > 0 && at + length <= end) {
          const { thread, event, time, period } = this.headers;
          this.startSample(thread, event, time, period);
          this.line++;
          at += length;
          continue;
        }
      }
      at = this.readOtherLine(view, at);
    }
  }

  /** A line that is not known by its bytes. Returns where the next one starts. */
  private readOtherLine(view: DataView, at: number): number {
    const { bytes, end } = this;
    const newline = bytes.indexOf(NEWLINE, at);
    const whole = newline >= 0 && newline < end;
    const next = whole ? newline + 1 : end;
    let stop = whole ? newline : end;
    if (stop > at && bytes[stop - 1] === RETURN) stop--;
    this.afterWholeFrame = false;
    let odd: Odd | undefined;
    if (stop === at) this.finishSample();
    else odd = this.readLine(view, at, stop, whole ? next : NONE);
    if (odd && whole) this.odd(odd);
    // The line goes on in the next piece, or nowhere.
    else if (odd && this.last) this.cutIn = bytes[at] === TAB ? 'frame line' : 'other line';
    if (whole) this.line++;
    return next;
  }

  /** `next` is NONE when the line has no newline. Says what is odd with a line that is not used. */
  private readLine(view: DataView, at: number, stop: number, next: number): Odd | undefined {
    if (stop - at > MAX_LINE) return 'long';
    // Without its newline a line was cut somewhere, unless it is a frame line that ends as one must.
    if (next < 0 && this.bytes[stop - 1] !== CLOSE) return 'cut';
    return this.bytes[at] === TAB ? this.readFrame(view, at, stop, next) : this.readText(at, stop, next);
  }

  private readFrame(view: DataView, at: number, stop: number, next: number): Odd | undefined {
    if (this.open === 'record') return undefined;
    if (this.open === 'nothing') {
      if (this.form.header !== 'none') return 'orphan';
      this.startSample(this.builder.thread(NONE, NONE, ''), this.eventId(NO_EVENT), NaN, 1);
    }
    const text = this.text(at + 1, stop);
    const frame = this.frameId(text);
    if (frame < 0) return kindOfOdd(`\t${text}`);
    this.pushFrame(frame);
    this.afterWholeFrame = this.bytes[stop - 1] === CLOSE;
    if (next - at >= MIN_CACHED_LINE) this.cache.add(view, at, next - at, frame);
    return undefined;
  }

  private readText(at: number, stop: number, next: number): Odd | undefined {
    const text = this.text(at, stop);
    if (isRecordLine(text)) {
      this.finishSample();
      this.open = 'record';
      return undefined;
    }
    const header = this.form.header === 'none' ? undefined : parseHeaderLine(text, this.form.header);
    if (!header) return kindOfOdd(text);
    if (!isTraced(text, header)) return this.readHeader(header, at, next);
    this.finishSample();
    this.lineIsSample = true;
    return 'trace';
  }

  private readHeader(header: HeaderLine, at: number, next: number): Odd | undefined {
    const isOneLine = ONE_LINE_FRAME.test(header.rest);
    const frame = isOneLine ? this.frameId(header.rest) : NONE;
    if (next < 0 && frame < 0) return 'cut';
    const thread = this.builder.thread(header.pid, header.tid, header.comm);
    const event = this.eventId(header.event || NO_EVENT);
    this.startSample(thread, event, header.time, header.period);
    if (event >= 0 && next > 0) this.headers.add(this.bytes, at, next, header, thread, event);
    if (!isOneLine) return undefined;
    this.lineIsSample = true;
    if (frame < 0) return 'frame';
    this.pushFrame(frame);
    this.afterWholeFrame = header.rest.endsWith(')');
    return undefined;
  }

  private startSample(thread: number, event: number, time: number, weight: number): void {
    if (this.open === 'sample') this.lineIsSample = true;
    this.finishSample();
    this.open = 'sample';
    this.thread = thread;
    this.event = event;
    this.time = time;
    this.weight = weight;
    this.depth = 0;
    this.afterWholeFrame = false;
  }

  private pushFrame(frame: number): void {
    if (this.depth === this.frames.length) {
      const longer = new Int32Array(this.depth * 2);
      longer.set(this.frames);
      this.frames = longer;
    }
    this.frames[this.depth++] = frame;
    this.afterWholeFrame = true;
  }

  private finishSample(): void {
    const { builder, frames } = this;
    if (this.open === 'sample') {
      let stack = NONE;
      for (let i = this.depth - 1; i >= 0; i--) stack = builder.stack(stack, frames[i]);
      if (this.event >= 0) builder.sample(stack, this.thread, this.event, this.time, this.weight);
      else this.odd('event');
    }
    this.open = 'nothing';
  }

  /** Is the open sample whole, although the text ends before the empty line behind it? */
  private isWhole(): boolean {
    const { cutIn, afterWholeFrame } = this;
    if (!this.lineIsSample || this.depth > 1)
      return cutIn === 'nothing' && afterWholeFrame && this.form.hasModules;
    if (cutIn !== 'nothing') return cutIn === 'other line';
    return afterWholeFrame || this.bytes[this.end - 1] === NEWLINE;
  }

  private frameId(text: string): number {
    const frame = parseFrameLine(text, this.form.hasModules);
    if (!frame) return NONE;
    const module = frame.module === undefined ? NONE : this.builder.module(frame.module);
    return this.builder.func(frame.name, module, frame.seen);
  }

  private eventId(name: string): number {
    return this.builder.event(name);
  }

  private text(from: number, to: number): string {
    return this.decoder.decode(this.bytes.subarray(from, to));
  }

  private odd(kind: Odd): void {
    this.builder.note(kind, ODD[kind], this.line);
  }
}

/** The caches read a little behind the end, so there must be something to read. */
function withSlack(bytes: Uint8Array, end: number): Uint8Array {
  if (bytes.length >= end + SLACK) return bytes;
  const roomy = new Uint8Array(end + SLACK);
  roomy.set(bytes.subarray(0, end));
  return roomy;
}
