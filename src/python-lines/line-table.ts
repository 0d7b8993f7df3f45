// Reads `*.lines`: the source lines of the Python functions that a recording names, as the recorded interpreter compiled them.
//
//   # python 3.13 header c8
//   0 4a 3 2:3,18:4,2a:5,44:4,4a:6 801… py::foo:/src/script.py
//   │ │  │ └ END:LINE,…            └ opcode (2 digits) and code units (1 digit) of each instruction
//   │ │  └ first line, decimal       a next instruction at an offset in (previous END, END] is at LINE; 0 is no line
//   │ └ bytes of instructions        all other numbers are hex
//   └ address of the first instruction, 0 if unknown

import { CODE_UNIT, CodeObject } from './code-object.ts';
import { hexDigit } from '../model/hex.ts';
import { forEachLine } from './line-entries.ts';
import { NONE } from '../model/profile.ts';

export interface LineTable {
  /** File name. */
  readonly name: string;
  /** Several code objects may have the same name, such as lambdas. */
  readonly codes: ReadonlyMap<string, readonly CodeObject[]>;
}

const FIRST_LINE = /^# python (?<major>\d{1,3})\.(?<minor>\d{1,3}) header (?<header>[0-9a-f]{1,4})$/;
/** Address, size and first line. */
const NUMBERS = /^[0-9a-f]{1,13} [0-9a-f]{1,8} \d{1,10} /;
const PREFIX = 'py::';
/** The last version in which the code of frozen modules is part of the binary. */
const LAST_STATIC_FROZEN = { major: 3, minor: 12 };
const FROZEN = /:<frozen [^>]*>$/;

/** Throws an Error whose message completes the sentence “X cannot be used: …” and names the first invalid line. */
export function readLineTable(name: string, bytes: Uint8Array): LineTable {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(text.includes('\r') ? /\r?\n/ : '\n');
  const first = FIRST_LINE.exec(lines[0])?.groups;
  if (!first) throw new Error('line 1 is not like “# python 3.13 header c8”');
  if (lines.at(-1) !== '') throw new Error(`line ${lines.length} is truncated: make the table again`);
  const header = Number.parseInt(first.header, 16);
  const hasStaticFrozen =
    Number(first.major) === LAST_STATIC_FROZEN.major && Number(first.minor) <= LAST_STATIC_FROZEN.minor;
  const codes = new Map<string, CodeObject[]>();
  for (let i = 1; i < lines.length - 1; i++) {
    const code = codeIn(lines[i], header, hasStaticFrozen);
    if (typeof code === 'string') throw new Error(`line ${i + 1} ${code}`);
    const same = codes.get(code.name);
    if (same) same.push(code);
    else codes.set(code.name, [code]);
  }
  return { name, codes };
}

/** What is wrong with the line, if it is invalid. */
function codeIn(text: string, header: number, hasStaticFrozen: boolean): CodeObject | string {
  const sizeAt = text.indexOf(' ') + 1;
  const firstLineAt = text.indexOf(' ', sizeAt) + 1;
  const linesAt = text.indexOf(' ', firstLineAt) + 1;
  const stepsAt = text.indexOf(' ', linesAt) + 1;
  const nameAt = text.indexOf(' ', stepsAt) + 1;
  const isRow = NUMBERS.test(text) && stepsAt > 0 && nameAt > 0;
  const name = text.slice(nameAt);
  if (!isRow || !name.startsWith(PREFIX) || name === PREFIX)
    return 'is not like “ADDRESS SIZE LINE LINES STEPS py::NAME:FILE”';
  const size = Number.parseInt(text.slice(sizeAt, firstLineAt - 1), 16);
  const steps = text.slice(stepsAt, nameAt - 1);
  const stepsSize = sizeOf(steps);
  if (Number.isNaN(stepsSize)) return 'has invalid instructions';
  if (stepsSize !== size) return `has instructions of another size than ${size.toString(16)}`;
  const lines = text.slice(linesAt, stepsAt - 1);
  const end = endOf(lines);
  if (Number.isNaN(end)) return 'has invalid line numbers';
  if (end !== size) return `has offsets that do not ascend to ${size.toString(16)}`;
  const address = Number.parseInt(text.slice(0, sizeAt - 1), 16);
  return new CodeObject({ name, address, size, lines, steps }, header, hasStaticFrozen && FROZEN.test(name));
}

/** In bytes; NaN if the instructions are invalid. */
function sizeOf(steps: string): number {
  let units = 0;
  for (let at = 0; at < steps.length; at += 3) {
    const length = hexDigit(steps.charCodeAt(at + 2));
    const isValid = hexDigit(steps.charCodeAt(at)) >= 0 && hexDigit(steps.charCodeAt(at + 1)) >= 0;
    if (!isValid || length <= 0) return NaN;
    units += length;
  }
  return steps === '' ? NaN : units * CODE_UNIT;
}

/** The last offset; NaN if the lines are invalid, and NONE if their offsets do not ascend by code units. */
function endOf(lines: string): number {
  let last = 0;
  let isAscending = true;
  const isValid = forEachLine(lines, (end) => {
    if (end <= last || end % CODE_UNIT !== 0) isAscending = false;
    last = end;
  });
  if (!isValid) return NaN;
  return isAscending ? last : NONE;
}
