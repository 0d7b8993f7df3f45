// Reads a chunk of `perf script` output in pieces of complete samples; the last piece may end anywhere.
//
//   python3   24771  2348.974081:     333444 task-clock:ppp:          a header line
//   \tffffffff8158c221 next_uptodate_folio+0xc1 ([kernel.kallsyms])   frames, leaf first
//   \t    7fa3cf289064 _dl_load_cache_lookup+0x124 (/usr/…/ld.so)
//                                                                     an empty line ends the sample
//
// For speed, the reader compares bytes: it parses each distinct frame line only once (LineCache), and in a header line similar to
// an earlier one, it parses only the numbers (HeaderCache). Skipped lines are counted by kind.

import type { TableBudget } from '../../model/budget.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import { copyInto } from '../../model/columns.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { ThreadRecordTable } from '../../model/thread-records.ts';
import type { TextReader } from '../format.ts';
import type { ScriptForm } from './form.ts';
import { parseFrameLine, isCutLineAfterFrames, isLineAfterFrames, oneLineFrame } from './frame-line.ts';
import { HeaderCache } from './header-cache.ts';
import { isRecordLine, parseHeaderLine, timeOfRecordLine, type HeaderLine } from './header-line.ts';
import { LineCache, MIN_CACHED_LINE, LINE_SLACK } from './line-cache.ts';
import {
  addThreadRecord,
  isTracePacket,
  classifySkippedLine,
  SKIPPED_LINES,
  type SkippedLine,
} from './other-lines.ts';

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const CLOSE = 41;
/** Longer lines are skipped, since no symbol or path is that long. */
const MAX_LINE = 65_536;
/** Event name for recordings without an event column. */
const NO_EVENT = 'samples';

/** The block that the next frame line belongs to. */
type OpenBlock = 'nothing' | 'sample' | 'record';

export class ScriptReader implements TextReader {
  private readonly builder: ProfileBuilder;
  private readonly cache = new LineCache();
  private readonly headers = new HeaderCache();
  private readonly threadRecords: ThreadRecordTable;
  private readonly decoder = new TextDecoder();
  private readonly form: ScriptForm;
  private bytes: Uint8Array = new Uint8Array(0);
  private end = 0;
  private isLastPiece = false;
  /** Number of the current line, starting at 1. */
  private line = 1;
  private open: OpenBlock = 'nothing';
  /** The open sample: its columns, and its frames, leaf first. */
  private thread = 0;
  private event = 0;
  private time = NaN;
  private weight = 1;
  private frames = new Int32Array(256);
  private depth = 0;
  /** True if the previous line is a frame line and certainly complete. */
  private afterCompleteFrame = false;
  /** True if the only frame of the open sample is in the header line. If frame lines follow, it was another column. */
  private hasOneLineFrame = false;
  /** True once that was the case. */
  private hasOtherColumns = false;
  /** True if lines with further columns follow the frames of the open sample, which are therefore complete. */
  private isFollowedByColumns = false;
  /** The sum of all times so far, if they are time deltas. */
  private clock = 0;
  /** True once a sample without an empty line after it has been found: then a newline may complete a sample. */
  private hasOneLineSamples: boolean;
  /** The kind of line in which the text is truncated; 'nothing' if it ends after a complete line. */
  private truncatedIn: 'nothing' | 'frame line' | 'other line' = 'nothing';
  /** True if the last sample is incomplete. */
  private isTruncated = false;

  constructor(form: ScriptForm, budget: TableBudget) {
    this.form = form;
    this.builder = new ProfileBuilder(0, budget);
    this.threadRecords = new ThreadRecordTable(this.builder, budget);
    this.hasOneLineSamples = form.hasOneLineSamples;
  }

  get sampleCount(): number {
    return this.builder.sampleCount;
  }

  get isFull(): boolean {
    return this.builder.isFull;
  }

  push(bytes: Uint8Array, end: number, isLast: boolean): void {
    this.bytes = withReadableSlack(bytes, end);
    this.end = end;
    this.isLastPiece = isLast;
    this.readLines();
    const isComplete = !isLast || this.isFull || this.open !== 'sample' || this.isSampleComplete();
    if (isComplete) this.finishSample();
    this.isTruncated = !isComplete || this.truncatedIn !== 'nothing';
    if (this.isTruncated) this.noteSkipped('cut');
  }

  finish(isLast = false): Profile {
    const { isTruncated } = this;
    const printed = { hasCpu: this.form.hasCpu, hasPeriods: this.form.hasPeriods, isTruncated };
    const threadRecords = this.threadRecords.finish();
    return { ...this.builder.finish(this.line - 1, isLast), printed, threadRecords };
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
          this.pushFrame(cache.lastValue);
          this.line++;
          at += length;
          continue;
        }
      } else if (first === NEWLINE) {
        this.readEmptyLine();
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

  /** Reads a line that is not cached. Returns the start of the next one. */
  private readOtherLine(view: DataView, at: number): number {
    const { bytes, end } = this;
    // The rest of the piece, which may be megabytes, is beyond a limit.
    if (this.isFull) return end;
    const newline = bytes.indexOf(NEWLINE, at);
    const isComplete = newline >= 0 && newline < end;
    const next = isComplete ? newline + 1 : end;
    let stop = isComplete ? newline : end;
    if (stop > at && bytes[stop - 1] === RETURN) stop--;
    const mayHaveColumns = this.afterCompleteFrame && !this.hasOneLineSamples;
    this.afterCompleteFrame = false;
    let skipped: SkippedLine | undefined;
    if (stop === at) this.readEmptyLine();
    else skipped = this.readLine(view, at, stop, isComplete ? next : NONE);
    if (skipped && isComplete) this.noteSkipped(skipped);
    // The line continues in the next piece, or is truncated.
    else if (skipped && this.isLastPiece && mayHaveColumns && isCutLineAfterFrames(this.decode(at, stop)))
      this.isFollowedByColumns = true;
    else if (skipped && this.isLastPiece) this.truncatedIn = bytes[at] === TAB ? 'frame line' : 'other line';
    if (isComplete) this.line++;
    return next;
  }

  /** `next` is NONE if the line has no newline. If the line is skipped, returns its kind. */
  private readLine(view: DataView, at: number, stop: number, next: number): SkippedLine | undefined {
    if (stop - at > MAX_LINE) return 'long';
    // A line without a newline is truncated, unless it ends in a parenthesis, as frames do.
    if (next < 0 && this.bytes[stop - 1] !== CLOSE) return 'cut';
    return this.bytes[at] === TAB ? this.readFrame(view, at, stop, next) : this.readText(at, stop, next);
  }

  private readFrame(view: DataView, at: number, stop: number, next: number): SkippedLine | undefined {
    if (this.open === 'record') return undefined;
    if (this.open === 'nothing') {
      if (this.form.header !== 'none') return 'orphan';
      this.startSample(this.builder.thread(NONE, NONE, ''), this.builder.event(NO_EVENT), NaN, 1);
    }
    const text = this.decode(at + 1, stop);
    const frame = this.frameId(text);
    if (frame < 0) return classifySkippedLine(`\t${text}`);
    this.pushFrame(frame);
    this.afterCompleteFrame = this.bytes[stop - 1] === CLOSE;
    if (next - at >= MIN_CACHED_LINE) this.cache.add(view, at, next - at, frame);
    return undefined;
  }

  private readText(at: number, stop: number, next: number): SkippedLine | undefined {
    const text = this.decode(at, stop);
    if (isRecordLine(text)) {
      this.finishSample();
      this.open = 'record';
      if (this.form.hasTimeDeltas) this.clock += timeOfRecordLine(text) || 0;
      else if (next > 0) addThreadRecord(this.threadRecords, text);
      return undefined;
    }
    const header = parseHeader(text, this.form.header);
    if (!header) {
      this.isFollowedByColumns ||= this.depth > 0 && isLineAfterFrames(text);
      return classifySkippedLine(text);
    }
    if (!isTracePacket(text, header)) return this.readHeader(header, at, next);
    this.finishSample();
    this.hasOneLineSamples = true;
    return 'trace';
  }

  private readHeader(header: HeaderLine, at: number, next: number): SkippedLine | undefined {
    const oneLine = oneLineFrame(header.rest);
    const frame = oneLine === undefined ? NONE : this.frameId(oneLine);
    if (next < 0 && frame < 0) return 'cut';
    const thread = this.builder.thread(header.pid, header.tid, header.comm);
    const event = this.builder.event(header.event || NO_EVENT);
    this.startSample(thread, event, header.time, header.period);
    if (event >= 0 && next > 0) this.headers.add(this.bytes, at, next, header, thread, event);
    if (oneLine === undefined) return undefined;
    if (frame < 0) return this.form.hasOneLineSamples ? 'frame' : undefined;
    this.pushFrame(frame);
    this.hasOneLineFrame = true;
    this.afterCompleteFrame = oneLine.endsWith(')');
    return undefined;
  }

  private startSample(thread: number, event: number, time: number, weight: number): void {
    if (this.open === 'sample') this.hasOneLineSamples = true;
    this.finishSample();
    this.open = 'sample';
    this.thread = thread;
    this.event = event;
    this.time = this.form.hasTimeDeltas ? (this.clock += time) : time;
    this.weight = weight;
    this.depth = 0;
    this.afterCompleteFrame = false;
    this.hasOneLineFrame = false;
    this.isFollowedByColumns = false;
  }

  private pushFrame(frame: number): void {
    if (this.hasOneLineFrame) {
      this.hasOtherColumns = true;
      this.dropOneLineFrame();
    }
    if (this.depth === this.frames.length)
      this.frames = copyInto(this.frames, new Int32Array(this.depth * 2));
    this.frames[this.depth++] = frame;
    this.afterCompleteFrame = true;
  }

  private dropOneLineFrame(): void {
    this.hasOneLineFrame = false;
    this.depth = 0;
  }

  private readEmptyLine(): void {
    // No empty line follows a sample that is a single line.
    if (this.hasOneLineFrame && this.hasOtherColumns) this.dropOneLineFrame();
    this.finishSample();
  }

  private finishSample(): void {
    const { builder, frames } = this;
    if (this.open === 'sample') {
      this.hasOneLineSamples ||= this.hasOneLineFrame;
      let stack = NONE;
      for (let i = this.depth - 1; i >= 0; i--) stack = builder.stack(stack, frames[i]);
      if (this.event >= 0) builder.sample(stack, this.thread, this.event, this.time, this.weight);
      else this.noteSkipped('event');
    }
    this.open = 'nothing';
  }

  /** True if the open sample is complete even though the text ends before an empty line. */
  private isSampleComplete(): boolean {
    const { truncatedIn, afterCompleteFrame } = this;
    if (this.isFollowedByColumns) return true;
    const mayBeOneLine = this.hasOneLineSamples || this.hasOneLineFrame;
    if (!mayBeOneLine || this.depth > 1)
      return truncatedIn === 'nothing' && afterCompleteFrame && this.form.hasModules;
    if (truncatedIn !== 'nothing') return truncatedIn === 'other line';
    return afterCompleteFrame || this.bytes[this.end - 1] === NEWLINE;
  }

  private frameId(text: string): number {
    const frame = parseFrameLine(text, this.form.hasModules);
    if (!frame) return NONE;
    const module = frame.module === undefined ? NONE : this.builder.module(frame.module);
    return this.builder.func(frame.name, module, frame.flags);
  }

  private decode(from: number, to: number): string {
    return this.decoder.decode(this.bytes.subarray(from, to));
  }

  private noteSkipped(kind: SkippedLine): void {
    this.builder.note(kind, SKIPPED_LINES[kind], this.line);
  }
}

/** A line with all columns is always a header, unless it is ambiguous because the text has no tids. */
function parseHeader(text: string, shape: ScriptForm['header']): HeaderLine | undefined {
  const all = shape === 'time' ? undefined : parseHeaderLine(text, 'tid and time');
  return all ?? (shape === 'none' || shape === 'tid and time' ? undefined : parseHeaderLine(text, shape));
}

/** Extends the buffer if necessary, so that the caches can read beyond the end. */
function withReadableSlack(bytes: Uint8Array, end: number): Uint8Array {
  if (bytes.length >= end + LINE_SLACK) return bytes;
  return copyInto(bytes.subarray(0, end), new Uint8Array(end + LINE_SLACK));
}
