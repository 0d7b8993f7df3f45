// Evaluates DWARF expressions in call frame information (DWARF 5 §2.5 and §6.4.2), which PLT entries,
// realigned stacks and signal frames use. Values are signed doubles, exact for addresses; NaN means unknown.

import type { Section } from '../../model/code.ts';
import { ABSOLUTE, CfiCursor } from './cfi-cursor.ts';

/** The frame in which an expression is evaluated; unknown values are NaN. */
export interface CfiFrame {
  /** By DWARF number. */
  readonly registers: Float64Array;
  /** NaN while the CFA itself is being computed. */
  readonly cfa: number;
  /** Difference between an address in the process and the same address in the file. */
  readonly bias: number;
  /** Reads 8 bytes of the thread's stack as a signed number. */
  load(address: number): number;
  /** Reads `size` (1, 2, 4 or 8) bytes of the stack; unsigned if `size` is below 8. */
  loadPart(address: number, size: number): number;
}

const WORD = 2 ** 32;
const LIMIT = 2 ** 63;
const MAX_DEPTH = 64;
/** Stops endless loops, which branches can form. */
const MAX_STEPS = 1000;

type ByCode<V> = Readonly<Partial<Record<number, V>>>;

/** DW_OP_const2u, const2s, const4u, …, constu and consts, with the pointer encodings (DW_EH_PE_*) of the same format. */
const CONSTANTS: ByCode<number> = {
  0x0a: 0x02,
  0x0b: 0x0a,
  0x0c: 0x03,
  0x0d: 0x0b,
  0x0e: 0x04,
  0x0f: 0x0c,
  0x10: 0x01,
  0x11: 0x09,
};

/** Operations on the top entry. */
const UNARY: ByCode<(a: number) => number> = {
  0x19: Math.abs,
  0x1f: (a) => -a, // neg
  0x20: (a) => -1 - a, // not
};

/** Operations on the top two entries; `b` is the top. */
const BINARY: ByCode<(a: number, b: number) => number> = {
  0x1a: (a, b) => bitwise(a, b, (one, other) => one & other),
  0x1b: (a, b) => (b === 0 ? NaN : Math.trunc(a / b)),
  0x1c: (a, b) => a - b,
  0x1d: (a, b) => (b > 0 && a >= 0 ? a % b : NaN), // mod, which is unsigned; negative values are not supported
  0x1e: (a, b) => a * b,
  0x21: (a, b) => bitwise(a, b, (one, other) => one | other),
  0x22: (a, b) => a + b,
  0x24: (a, b) => (b >= 0 ? wrapped(a * 2 ** b) : NaN), // shl
  0x25: shiftedRight,
  0x26: (a, b) => (b >= 0 ? Math.floor(a / 2 ** b) : NaN), // shra
  0x27: (a, b) => bitwise(a, b, (one, other) => one ^ other),
  0x29: (a, b) => Number(a === b),
  0x2a: (a, b) => Number(a >= b),
  0x2b: (a, b) => Number(a > b),
  0x2c: (a, b) => Number(a <= b),
  0x2d: (a, b) => Number(a < b),
  0x2e: (a, b) => Number(a !== b),
};

export class CfiExpression {
  private readonly stack = new Float64Array(MAX_DEPTH);
  private depth = 0;
  private failed = false;
  private end = 0;
  private readonly cursor: CfiCursor;

  constructor(section: Section) {
    this.cursor = new CfiCursor(section);
  }

  /**
   * Evaluates the expression whose length is at section offset `at`, with `first` as the initial stack entry.
   * Returns the top of the stack; NaN if the expression fails or uses an unknown value.
   */
  evaluate(at: number, first: number, frame: CfiFrame): number {
    const { cursor } = this;
    cursor.seek(at, cursor.length);
    const length = cursor.uleb();
    if (cursor.failed) return NaN;
    this.end = cursor.at + length;
    cursor.seek(cursor.at, this.end);
    this.stack[0] = first;
    this.depth = 1;
    this.failed = false;
    for (let steps = 0; !cursor.atEnd; steps++) {
      this.step(cursor.u8(), frame);
      if (this.failed || cursor.failed || steps > MAX_STEPS) return NaN;
    }
    return cursor.failed ? NaN : this.pop();
  }

  private step(code: number, frame: CfiFrame): void {
    if (code >= 0x30 && code <= 0x4f) return this.push(code - 0x30);
    if (code >= 0x70 && code <= 0x8f) return this.pushRegister(code - 0x70, frame);
    const binary = BINARY[code];
    if (binary) {
      const top = this.pop();
      return this.push(binary(this.pop(), top));
    }
    const unary = UNARY[code];
    if (unary) return this.push(unary(this.pop()));
    const constant = CONSTANTS[code];
    if (constant) return this.push(this.cursor.number(constant));
    this.stepRare(code, frame);
  }

  private stepRare(code: number, frame: CfiFrame): void {
    const { cursor } = this;
    switch (code) {
      case 0x03: // addr
        return this.push(cursor.pointer(ABSOLUTE) + frame.bias);
      case 0x06: // deref
        return this.push(frame.load(this.pop()));
      case 0x08: // const1u
        return this.push(cursor.u8());
      case 0x09: // const1s
        return this.push((cursor.u8() << 24) >> 24);
      case 0x12: // dup
        return this.push(this.peek(0));
      case 0x13: // drop
        this.pop();
        return;
      case 0x14: // over
        return this.push(this.peek(1));
      case 0x15: // pick
        return this.push(this.peek(cursor.u8()));
      case 0x16: // swap
        return this.rotate(2);
      case 0x17: // rot
        return this.rotate(3);
      case 0x23: // plus_uconst
        return this.push(this.pop() + cursor.uleb());
      case 0x28: // bra
        return this.jump(this.pop() !== 0);
      case 0x2f: // skip
        return this.jump(true);
      case 0x92: // bregx
        return this.pushRegister(cursor.uleb(), frame);
      case 0x94: // deref_size
        return this.push(frame.loadPart(this.pop(), cursor.u8()));
      case 0x96: // nop
        return;
      case 0x9c: // call_frame_cfa
        return this.push(frame.cfa);
      default:
        this.failed = true;
    }
  }

  private jump(taken: boolean): void {
    const distance = (this.cursor.u16() << 16) >> 16;
    if (!taken) return;
    const to = this.cursor.at + distance;
    if (to < 0 || to > this.end) this.failed = true;
    else this.cursor.seek(to, this.end);
  }

  private pushRegister(register: number, frame: CfiFrame): void {
    const offset = this.cursor.sleb();
    this.push(register < frame.registers.length ? frame.registers[register] + offset : NaN);
  }

  /** Fails on unknown values and on values over 64 bits, since any result derived from them would be wrong. */
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

  /** Moves the top entry below the next `count - 1` entries. */
  private rotate(count: number): void {
    const from = this.depth - count;
    if (from < 0) {
      this.failed = true;
      return;
    }
    const top = this.peek(0);
    this.stack.copyWithin(from + 1, from, this.depth - 1);
    this.stack[from] = top;
  }
}

/** Applies a 32-bit operation to both halves of 64-bit values. */
function bitwise(a: number, b: number, operation: (a: number, b: number) => number): number {
  const highA = Math.floor(a / WORD);
  const highB = Math.floor(b / WORD);
  return operation(highA, highB) * WORD + (operation(a - highA * WORD, b - highB * WORD) >>> 0);
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
