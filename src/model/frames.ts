// Numbers the frames of stacks: a frame is a function, at a source line if that is known.

import { Int32Column } from './columns.ts';
import { NumberIds } from './number-ids.ts';

/** Above all lines. */
const LINES = 2 ** 23;
/** Above all functions. */
const FUNCS = 2 ** 30;

export interface LinedFrame {
  readonly func: number;
  /** 1-based; 0 if unknown. */
  readonly line: number;
}

export class FrameIds {
  private readonly ids = new NumberIds();
  private readonly funcs = new Int32Column();
  private readonly lines = new Int32Column();
  private readonly first: number;

  /** `first` is the ID of the first frame with a line. Those without one have that of their function, which is lower. */
  constructor(first = FUNCS) {
    this.first = first;
  }

  /** Number of frames with a line. */
  get length(): number {
    return this.funcs.length;
  }

  /** Returns the frame's ID. `line` is 0 if it is unknown. */
  of(func: number, line: number): number {
    if (!(line > 0 && line < LINES)) return func;
    const id = this.ids.of(func * LINES + line);
    if (id === this.length) {
      this.funcs.push(func);
      this.lines.push(line);
    }
    return this.first + id;
  }

  /** The frame with this ID. */
  frame(id: number): LinedFrame {
    return id < this.first ? { func: id, line: 0 } : this.at(id - this.first);
  }

  /** The frame with a line that was added as this one, counted from 0. */
  at(index: number): LinedFrame {
    return { func: this.funcs.at(index), line: this.lines.at(index) };
  }

  /** The functions and lines of these frames; no lines if none has one. */
  columns(frames: Int32Array): { readonly func: Int32Array; readonly line?: Int32Array } {
    const { first, funcs, lines } = this;
    if (this.length === 0) return { func: frames };
    return {
      func: frames.map((frame) => (frame < first ? frame : funcs.at(frame - first))),
      line: frames.map((frame) => (frame < first ? 0 : lines.at(frame - first))),
    };
  }
}
