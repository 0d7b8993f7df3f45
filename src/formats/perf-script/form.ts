// Detects the columns of perf script output from its first samples, once for all chunks. A single chunk may be ambiguous: `f (x)`
// is a name in text without modules, but a name and a module in text with modules. A single sample may be misleading: text that
// was cut out of a file starts anywhere.

import { linesOf } from '../format.ts';
import { parseFrameLine, oneLineFrame } from './frame-line.ts';
import {
  HEADER_SHAPES,
  isRecordLine,
  parseHeaderLine,
  timeOfRecordLine,
  type HeaderLine,
  type HeaderShape,
} from './header-line.ts';

/** Plain data, so that it can be posted to the chunk workers. */
export interface ScriptForm {
  /** Shape of the sample headers; 'none' if perf printed no header columns (`-F ip,sym`). */
  readonly header: HeaderShape | 'none';
  readonly hasCpu: boolean;
  /** True if the sample headers have a period column. */
  readonly hasPeriods: boolean;
  /** True if frame lines end in `(module)`; if false, no frame has a module. */
  readonly hasModules: boolean;
  /** True if each sample is a single line, without an empty line after it. */
  readonly hasOneLineSamples: boolean;
  /** True if each time is the time since the previous sample (`--deltatime`). Such text is not read in chunks. */
  readonly hasTimeDeltas: boolean;
  /** True if a frame and a header with a time were found, both as perf prints them. Otherwise, rewriter.ts may be needed. */
  readonly isCertain: boolean;
}

/** Maximum number of unrelated lines before the first sample, such as stderr output in the same file. */
const MAX_NOISE_LINES = 200;
/** Longer lines are ignored. */
const MAX_LINE = 65_536;
/** Number of samples with frames, and of lines after the first of them, that decide. */
const MAX_SAMPLES = 32;
const MAX_LINES = 4096;
/** Of samples without a tid, among those that seem to have one. */
const MIN_SHARE_WITHOUT_TID = 1 / 8;
/** Perf pads addresses to 16 characters. Before the first header, a frame line must have a padded address. */
const PADDED_ADDRESS = /^\t(?=.{16} ) *[0-9a-f]+ /;
/** Lines of perf's `--header` block. A `#` alone is not enough, because other text has `#` lines, too. */
const HEADER_BLOCK = /^# (?:captured on|cmdline|perf version) *:/;

interface Header {
  readonly shape: HeaderShape;
  readonly header: HeaderLine;
  readonly isFirstLine: boolean;
}

/** What the previous line is: a header, a frame, an empty line or the start of the text, or anything else. */
type Previous = Header | 'frame' | 'nothing' | 'other';

type Shape = ScriptForm['header'];

/** Detects the form of text from its beginning; undefined if it does not look like `perf script` output. */
export function sniffScript(head: Uint8Array): ScriptForm | undefined {
  const evidence = new Evidence();
  for (const line of linesOf(head, MAX_LINE)) {
    evidence.add(line);
    if (evidence.isEnough) break;
  }
  return evidence.form();
}

class Evidence {
  private previous: Previous = 'nothing';
  private readonly headers: Header[] = [];
  /** Of the first line that has one. */
  private firstTime = NaN;
  /** The shape of the header of each sample with frames. */
  private readonly votes: Shape[] = [];
  /** The leaf frame of each sample. */
  private readonly frames: string[] = [];
  /** Shapes of headers that directly follow one of the same shape. */
  private readonly repeated = new Set<HeaderShape>();
  private oneLineSamples = 0;
  /** True if another column of a header looks like a frame. */
  private hasOtherColumns = false;
  private isPerf = false;
  private noise = 0;
  private lines = 0;

  get isEnough(): boolean {
    if (this.frames.length === 0) return this.noise > MAX_NOISE_LINES;
    return this.frames.length >= MAX_SAMPLES || this.lines > MAX_LINES;
  }

  add(line: string): void {
    if (line.startsWith('\t')) this.addIndented(line);
    else {
      this.endHeader(line === '');
      this.previous = this.addOther(line);
    }
    if (this.frames.length > 0) this.lines++;
  }

  form(): ScriptForm | undefined {
    // The last line may be cut off in the middle, or before the frames that follow it.
    if (this.frames.length === 0) this.endHeader(false);
    const hasFrames = this.frames.length > 0;
    const [mostColumns] = HEADER_SHAPES;
    const shape = hasFrames ? this.decideShape() : mostColumns;
    const headers = this.headers.filter((each) => each.shape === shape);
    // Without any frame, only a header with all columns or one of perf's own records is conclusive.
    if (!hasFrames && !this.isPerf && !headers.some(({ header }) => header.event !== '')) return undefined;
    const isRepeated = shape !== 'none' && this.repeated.has(shape);
    const isTimed = shape === 'tid and time' || shape === 'time';
    return {
      header: shape,
      hasCpu: headers.some(({ header }) => header.hasCpu),
      hasPeriods: headers.some(({ header }) => header.hasPeriod),
      hasModules: isMajority(this.frames, (frame) => /(?:^| )\(.*\)$/.test(frame)),
      hasOneLineSamples: this.oneLineSamples > 0 || isRepeated,
      hasTimeDeltas: hasTimeDeltas(
        headers.map(({ header }) => header.time),
        this.firstTime,
      ),
      // Trailing white space is typical of pasted text, and keeps modules from being detected.
      isCertain: hasFrames && isTimed && !/\s$/.test(this.frames[0]),
    };
  }

  private addIndented(line: string): void {
    const { previous } = this;
    if (previous === 'frame' || (this.headers.length === 0 && !PADDED_ADDRESS.test(line))) return;
    if (!parseFrameLine(line.slice(1), false)) return;
    if (typeof previous === 'object') {
      this.vote(previous);
      this.hasOtherColumns ||= oneLineFrame(previous.header.rest) !== undefined;
    } else if (previous === 'nothing') this.votes.push('none');
    this.previous = 'frame';
    this.frames.push(line);
  }

  private addOther(line: string): Previous {
    if (line === '') return 'nothing';
    if (isRecordLine(line)) {
      this.isPerf ||= !line.startsWith('#') || HEADER_BLOCK.test(line);
      if (Number.isNaN(this.firstTime)) this.firstTime = timeOfRecordLine(line);
      return 'other';
    }
    const header = parseHeader(line, this.lines === 0 && this.headers.length === 0);
    if (!header) {
      this.noise++;
      return 'other';
    }
    if (typeof this.previous === 'object' && this.previous.shape === header.shape)
      this.repeated.add(header.shape);
    this.headers.push(header);
    if (Number.isNaN(this.firstTime)) this.firstTime = header.header.time;
    return header;
  }

  /** Called after a header that no frame line follows: its sample may be a single line. */
  private endHeader(isEmptyLine: boolean): void {
    if (typeof this.previous !== 'object' || (isEmptyLine && this.hasOtherColumns)) return;
    const frame = oneLineFrame(this.previous.header.rest);
    if (frame === undefined) return;
    this.oneLineSamples++;
    this.vote(this.previous);
    this.frames.push(frame);
  }

  private vote({ shape, isFirstLine }: Header): void {
    // The first line of an excerpt may be cut off.
    if (!isFirstLine || shape === 'tid and time') this.votes.push(shape);
  }

  /** The shape of most samples; if several are as frequent, the one with the most columns. */
  private decideShape(): Shape {
    const count = (shape: Shape) => this.votes.filter((each) => each === shape).length;
    // Other lines may stand between headers and frames, or there is only one sample.
    if (this.votes.length === 0)
      return HEADER_SHAPES.find((shape) => this.headers.some((each) => each.shape === shape)) ?? 'none';
    // An excerpt may begin with frames, but samples without headers have none at all.
    let best: Shape = count('tid and time') > 0 ? 'tid and time' : 'none';
    for (const shape of HEADER_SHAPES.toReversed())
      if (count(shape) >= Math.max(1, count(best))) best = shape;
    // The number at the end of a comm looks like a tid.
    const hasNoTids = count('time') > count('tid and time') * MIN_SHARE_WITHOUT_TID;
    return best === 'tid and time' && hasNoTids ? 'time' : best;
  }
}

function parseHeader(line: string, isFirstLine: boolean): Header | undefined {
  for (const shape of HEADER_SHAPES) {
    const header = parseHeaderLine(line, shape);
    if (header) return { shape, header, isFirstLine };
  }
  return undefined;
}

/** True also for an empty list. */
function isMajority<T>(list: readonly T[], matches: (each: T) => boolean): boolean {
  return list.filter(matches).length * 2 >= list.length;
}

const MIN_TIMES = 4;
/** Enough to recognize deltas although the beginning is missing. */
const MANY_TIMES = 16;
/** Perf prints times in order, so that one in four cannot be earlier than the one before. */
const MIN_SHARE_OF_DECREASES = 1 / 4;
/** In nanoseconds. Other times count from boot. */
const MAX_DELTA = 1e9;

// Recognizes `perf script --deltatime`, which prints the time since the previous line instead of a time.

/**
 * True if the times of the samples are time deltas, in nanoseconds and in the order of the lines; NaN without a time.
 * `firstTime` is the time of the first line, which may be a record's.
 */
export function hasTimeDeltas(times: readonly number[], firstTime: number): boolean {
  const known = times.filter((time) => !Number.isNaN(time));
  if (known.length < MIN_TIMES) return false;
  const decreases = known.filter((time, i) => i > 0 && time < known[i - 1]).length;
  if (decreases < MIN_SHARE_OF_DECREASES * (known.length - 1)) return false;
  if (firstTime === 0) return true;
  const median = known.toSorted((a, b) => a - b)[known.length >> 1];
  return known.length >= MANY_TIMES && median < MAX_DELTA;
}
