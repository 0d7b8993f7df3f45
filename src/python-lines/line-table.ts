// Reads `*.lines`: the source lines of the Python functions that a recording names, as the recorded interpreter compiled them.
//
//   # python 3.13 header c8
//   0 4a 3 2:3,18:4,2a:5,44:4,4a:6 801… py::foo:/src/script.py
//   │ │  │ └ END:LINE,…            └ opcode (2 digits) and code units (1 digit) of each instruction
//   │ │  └ first line, decimal       a next instruction at an offset in (previous END, END] is at LINE; 0 is no line
//   │ └ bytes of instructions        all other numbers are hex
//   └ address of the first instruction, 0 if unknown

import { CODE_UNIT, CodeObject } from './code-object.ts';
import { hexDigit } from './hex-digit.ts';

/** The line table of one interpreter. */
export interface LineTable {
  /** File name. */
  readonly name: string;
  /** Several code objects may have the same name, such as lambdas. */
  readonly codes: ReadonlyMap<string, readonly CodeObject[]>;
}

const FIRST_LINE = /^# python (?<major>\d{1,3})\.(?<minor>\d{1,3}) header (?<header>[0-9a-f]{1,4})$/;
const ROW =
  /^(?<address>[0-9a-f]{1,13}) (?<size>[0-9a-f]{1,8}) \d{1,10} (?<lines>[0-9a-f:,]+) (?<steps>[0-9a-f]+) (?<name>py::.+)$/;
const LINES = /^[0-9a-f]{1,8}:[0-9a-f]{1,7}(?:,[0-9a-f]{1,8}:[0-9a-f]{1,7})*$/;
const STEPS = /^(?:[0-9a-f]{2}[1-9a-f])+$/;
const COMMA = 44;
const COLON = 58;
/** The last version in which the code of frozen modules is part of the binary. */
const LAST_STATIC_FROZEN = { major: 3, minor: 12 };
const FROZEN = /:<frozen [^>]*>$/;

/** Throws an Error whose message completes the sentence “X cannot be used: …” and names the first invalid line. */
export function readLineTable(name: string, bytes: Uint8Array): LineTable {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
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
  const row = ROW.exec(text)?.groups;
  if (!row) return 'is not like “ADDRESS SIZE LINE LINES STEPS py::NAME:FILE”';
  const size = Number.parseInt(row.size, 16);
  if (!STEPS.test(row.steps)) return 'has invalid instructions';
  if (sizeOf(row.steps) !== size) return `has instructions of another size than ${row.size}`;
  if (!LINES.test(row.lines)) return 'has invalid line numbers';
  if (!areAscending(row.lines, size)) return `has offsets that do not ascend to ${row.size}`;
  const address = Number.parseInt(row.address, 16);
  const { name, lines, steps } = row;
  return new CodeObject({ name, address, size, lines, steps }, header, hasStaticFrozen && FROZEN.test(name));
}

function sizeOf(steps: string): number {
  let units = 0;
  for (let at = 2; at < steps.length; at += 3) units += hexDigit(steps.charCodeAt(at));
  return units * CODE_UNIT;
}

/** Parses in place, because a table has hundreds of thousands of entries. */
function areAscending(lines: string, size: number): boolean {
  let last = 0;
  let end = 0;
  let isLine = false;
  for (let at = 0; at <= lines.length; at++) {
    const char = at < lines.length ? lines.charCodeAt(at) : COMMA;
    if (char === COMMA) {
      if (end <= last || end % CODE_UNIT !== 0) return false;
      last = end;
      end = 0;
      isLine = false;
    } else if (char === COLON) isLine = true;
    else if (!isLine) end = end * 16 + hexDigit(char);
  }
  return last === size;
}
