// Evaluates DWARF expressions in call frame information (DWARF 5 §2.5 and §6.4.2), which PLT entries,
// realigned stacks and signal frames use. Values are signed doubles, exact for addresses; NaN means unknown.

import type { Section } from '../model/code.ts';
import { ABSOLUTE, CfiCursor } from './cfi-cursor.ts';

/** The stack of the unwound thread. */
export interface Memory {
  /** The 8 bytes at an address as a signed number; NaN if unknown. */
  load(address: number): number;
  /** The `size` (1, 2, 4 or 8) bytes at an address, unsigned below 8; NaN if unknown. */
  loadPart(address: number, size: number): number;
}

/** The state of the frame an expression is evaluated in. */
export interface FrameValues {
  /** By DWARF number; NaN if unknown. */
  readonly registers: Float64Array;
  /** NaN while the CFA itself is being computed. */
  readonly cfa: number;
  /** Difference between an address in the process and the same address in the file. */
  readonly bias: number;
}

const WORD = 2 ** 32;
const LIMIT = 2 ** 63;
const MAX_DEPTH = 64;
/** Branches can form endless loops. */
const MAX_STEPS = 1000;

export class CfiExpression {
  private readonly stack = new Float64Array(MAX_DEPTH);
  private depth = 0;
  private failed = false;
  private end = 0;
  private readonly length: number;
  private readonly cursor: CfiCursor;

  constructor(section: Section) {
    this.length = section.bytes.length;
    this.cursor = new CfiCursor(section);
  }

  /**
   * Evaluates the expression whose length is at section offset `at`, with `first` as the initial stack entry,
   * and returns the top of its stack. NaN if it fails or uses an unknown value.
   */
  evaluate(at: number, first: number, frame: FrameValues, memory: Memory): number {
    const { cursor } = this;
    cursor.seek(at, this.length);
    const length = cursor.uleb();
    if (cursor.failed) return NaN;
    const from = cursor.at;
    this.end = from + length;
    cursor.seek(from, this.end);
    this.stack[0] = first;
    this.depth = 1;
    this.failed = false;
    for (let steps = 0; !cursor.atEnd; steps++) {
      this.step(cursor.u8(), frame, memory);
      if (this.failed || cursor.failed || steps > MAX_STEPS) return NaN;
    }
    return cursor.failed ? NaN : this.pop();
  }

  private step(code: number, frame: FrameValues, memory: Memory): void {
    if (code >= 0x30 && code <= 0x4f) this.push(code - 0x30);
    else if (code >= 0x70 && code <= 0x8f) this.pushRegister(code - 0x70, frame);
    else if (code >= 0x08 && code <= 0x11) this.push(this.constant(code));
    else if (code >= 0x12 && code <= 0x17) this.rearrange(code);
    else if (code >= 0x1a && code <= 0x27) this.calculate(code);
    else if (code >= 0x28 && code <= 0x2f) this.compare(code);
    else this.stepRare(code, frame, memory);
  }

  private stepRare(code: number, frame: FrameValues, memory: Memory): void {
    switch (code) {
      case 0x03: // addr
        return this.push(this.cursor.pointer(ABSOLUTE) + frame.bias);
      case 0x06: // deref
        return this.push(memory.load(this.pop()));
      case 0x19: // abs
        return this.push(Math.abs(this.pop()));
      case 0x92: // bregx
        return this.pushRegister(this.cursor.uleb(), frame);
      case 0x94: // deref_size
        return this.push(memory.loadPart(this.pop(), this.cursor.u8()));
      case 0x96: // nop
        return;
      case 0x9c: // call_frame_cfa
        return this.push(frame.cfa);
      default:
        this.failed = true;
    }
  }

  private constant(code: number): number {
    const { cursor } = this;
    switch (code) {
      case 0x08:
        return cursor.u8();
      case 0x09:
        return (cursor.u8() << 24) >> 24;
      case 0x0a:
        return cursor.u16();
      case 0x0b:
        return (cursor.u16() << 16) >> 16;
      case 0x0c:
        return cursor.u32();
      case 0x0d:
        return cursor.u32() | 0;
      case 0x10:
        return cursor.uleb();
      case 0x11:
        return cursor.sleb();
      default: // const8u, const8s: all values here are signed
        return cursor.s64();
    }
  }

  /** dup, drop, over, pick, swap, rot */
  private rearrange(code: number): void {
    switch (code) {
      case 0x12:
        return this.push(this.peek(0));
      case 0x13:
        this.pop();
        return;
      case 0x14:
        return this.push(this.peek(1));
      case 0x15:
        return this.push(this.peek(this.cursor.u8()));
      default: {
        const top = this.pop();
        const second = this.pop();
        if (code === 0x16) {
          this.push(top);
          return this.push(second);
        }
        const third = this.pop();
        this.push(top);
        this.push(third);
        return this.push(second);
      }
    }
  }

  /** Unary operations on the top entry and binary ones on the top two. */
  private calculate(code: number): void {
    const top = this.pop();
    if (code === 0x1f) return this.push(-top);
    if (code === 0x20) return this.push(-1 - top);
    if (code === 0x23) return this.push(top + this.cursor.uleb());
    const second = this.pop();
    switch (code) {
      case 0x1a: // and
      case 0x21: // or
      case 0x27: // xor
        return this.push(bitwise(code, second, top));
      case 0x1b: // div
        return this.push(top === 0 ? NaN : Math.trunc(second / top));
      case 0x1c: // minus
        return this.push(second - top);
      case 0x1d: // mod is unsigned: undefined here for negative values
        return this.push(top > 0 && second >= 0 ? second % top : NaN);
      case 0x1e: // mul
        return this.push(second * top);
      case 0x22: // plus
        return this.push(second + top);
      case 0x24: // shl
        return this.push(top >= 0 ? wrapped(second * 2 ** top) : NaN);
      case 0x25: // shr
        return this.push(shiftedRight(second, top));
      default: // 0x26 shra
        return this.push(top >= 0 ? Math.floor(second / 2 ** top) : NaN);
    }
  }

  /** bra, eq, ge, gt, le, lt, ne, skip */
  private compare(code: number): void {
    if (code === 0x2f) return this.jump(true);
    const top = this.pop();
    if (code === 0x28) return this.jump(top !== 0);
    const second = this.pop();
    if (Number.isNaN(top) || Number.isNaN(second)) {
      this.failed = true;
      return;
    }
    switch (code) {
      case 0x29:
        return this.push(Number(second === top));
      case 0x2a:
        return this.push(Number(second >= top));
      case 0x2b:
        return this.push(Number(second > top));
      case 0x2c:
        return this.push(Number(second <= top));
      case 0x2d:
        return this.push(Number(second < top));
      default:
        return this.push(Number(second !== top));
    }
  }

  private jump(taken: boolean): void {
    const distance = (this.cursor.u16() << 16) >> 16;
    if (!taken) return;
    const to = this.cursor.at + distance;
    if (to < 0 || to > this.end) this.failed = true;
    else this.cursor.seek(to, this.end);
  }

  private pushRegister(register: number, frame: FrameValues): void {
    const offset = this.cursor.sleb();
    this.push(register < frame.registers.length ? frame.registers[register] + offset : NaN);
  }

  /** Fails on unknown values and on values that exceed 64 bits, since every result derived from them would be wrong. */
  private push(value: number): void {
    if (this.depth === MAX_DEPTH || !(value >= -LIMIT && value < LIMIT)) this.failed = true;
    else this.stack[this.depth++] = value;
  }

  private pop(): number {
    if (this.depth > 0) return this.stack[--this.depth];
    this.failed = true;
    return NaN;
  }

  private peek(below: number): number {
    return below < this.depth ? this.stack[this.depth - 1 - below] : NaN;
  }
}

function bitwise(code: number, a: number, b: number): number {
  const highA = Math.floor(a / WORD);
  const highB = Math.floor(b / WORD);
  const lowA = a - highA * WORD;
  const lowB = b - highB * WORD;
  switch (code) {
    case 0x1a:
      return (highA & highB) * WORD + ((lowA & lowB) >>> 0);
    case 0x21:
      return (highA | highB) * WORD + ((lowA | lowB) >>> 0);
    default:
      return (highA ^ highB) * WORD + ((lowA ^ lowB) >>> 0);
  }
}

/** Logical shift right; exact if the result is below 2**53. */
function shiftedRight(value: number, by: number): number {
  if (!(by >= 0)) return NaN;
  const shifted = Math.floor(value / 2 ** by);
  return value < 0 && by > 0 ? shifted + 2 ** (64 - by) : shifted;
}

/** Wraps to 64 bits, signed. */
function wrapped(value: number): number {
  const low = value % (2 * LIMIT);
  if (low >= LIMIT) return low - 2 * LIMIT;
  return low < -LIMIT ? low + 2 * LIMIT : low;
}
