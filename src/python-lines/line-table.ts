// Reads `*.lines`: the source lines of the Python functions that a recording names, as the recorded interpreter compiled them.
//
//   # python 3.13 header c8
//   0 4a 3 2:3,18:4,2a:5,44:4,4a:6 801… py::foo:/src/script.py
//   │ │  │ └ END:LINE,…            └ opcode (2 digits) and code units (1 digit) of each instruction
//   │ │  └ first line, decimal       a next instruction at an offset in (previous END, END] is at LINE; 0 is no line
//   │ └ bytes of instructions        all other numbers are hex
//   └ address of the first instruction, 0 if unknown

import { CodeObject } from './code-object.ts';
import { decodeLines, decodeSteps } from './code-row.ts';

export interface LineTable {
  /** File name. */
  readonly name: string;
  /** Several code objects may have the same name, such as lambdas. */
  readonly codes: Pick<ReadonlyMap<string, readonly CodeObject[]>, 'get' | 'has' | 'keys'>;
  /** What is wrong with the rows that were used; completes the sentence “X cannot be used: …”. */
  readonly problem?: string | undefined;
}

const FIRST_LINE = /^# python (?<major>\d{1,3})\.(?<minor>\d{1,3}) header (?<header>[0-9a-f]{1,4})$/;
/** Address, size and first line. */
const NUMBERS = /^[0-9a-f]{1,13} [0-9a-f]{1,8} \d{1,10} /;
const PREFIX = 'py::';
const FORM = 'is not like “ADDRESS SIZE LINE LINES STEPS py::NAME:FILE”';
/** The last version in which the code of frozen modules is part of the binary. */
const LAST_STATIC_FROZEN = { major: 3, minor: 12 };
const FROZEN = /:<frozen [^>]*>$/;

/**
 * Finds the name of each row. Rows are decoded on first use, because most functions have no samples. Throws an Error whose message
 * completes the sentence “X cannot be used: …” and names the first line that is no row.
 */
export function readLineTable(name: string, bytes: Uint8Array): LineTable {
  const text = new TextDecoder().decode(bytes);
  const firstEnd = lineEnd(text, 0);
  const first = FIRST_LINE.exec(text.slice(0, firstEnd))?.groups;
  if (!first) throw new Error('line 1 is not like “# python 3.13 header c8”');
  const isTruncated = !text.endsWith('\n');
  if (isTruncated)
    throw new Error(`line ${lineNumber(text, text.length)} is truncated: make the table again`);
  const rows = new Map<string, number[]>();
  for (let at = text.indexOf('\n') + 1; at < text.length; at = text.indexOf('\n', at) + 1) {
    const end = lineEnd(text, at);
    const nameAt = text.indexOf(` ${PREFIX}`, at) + 1;
    if (nameAt === 0 || nameAt + PREFIX.length >= end)
      throw new Error(`line ${lineNumber(text, at)} ${FORM}`);
    const key = text.slice(nameAt, end);
    const same = rows.get(key);
    if (same) same.push(at);
    else rows.set(key, [at]);
  }
  const header = Number.parseInt(first.header, 16);
  const hasStaticFrozen =
    Number(first.major) === LAST_STATIC_FROZEN.major && Number(first.minor) <= LAST_STATIC_FROZEN.minor;
  const codes = new CodeRows(text, rows, header, hasStaticFrozen);
  return {
    name,
    codes,
    get problem() {
      return codes.problem;
    },
  };
}

/** Without a carriage return. */
function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  const end = found < 0 ? text.length : found;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** 1-based number of the line that contains a position. */
function lineNumber(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** The code objects by name. */
class CodeRows {
  problem: string | undefined;
  private readonly text: string;
  /** Where the rows of each name begin. */
  private readonly rows: ReadonlyMap<string, readonly number[]>;
  private readonly header: number;
  private readonly hasStaticFrozen: boolean;
  private readonly decoded = new Map<string, readonly CodeObject[]>();

  constructor(
    text: string,
    rows: ReadonlyMap<string, readonly number[]>,
    header: number,
    hasStaticFrozen: boolean,
  ) {
    this.text = text;
    this.rows = rows;
    this.header = header;
    this.hasStaticFrozen = hasStaticFrozen;
  }

  has(name: string): boolean {
    return this.rows.has(name);
  }

  keys(): MapIterator<string> {
    return this.rows.keys();
  }

  /** Without invalid ones. */
  get(name: string): readonly CodeObject[] | undefined {
    const known = this.decoded.get(name);
    if (known) return known;
    const codes: CodeObject[] = [];
    for (const at of this.rows.get(name) ?? []) {
      const code = this.codeAt(at, name);
      if (typeof code !== 'string') codes.push(code);
      else this.problem ??= `line ${lineNumber(this.text, at)} ${code}`;
    }
    this.decoded.set(name, codes);
    return this.has(name) ? codes : undefined;
  }

  /** What is wrong with the row, if it is invalid. */
  private codeAt(at: number, name: string): CodeObject | string {
    const numbers = this.text.slice(at, this.text.indexOf(` ${PREFIX}`, at));
    const [address, size, , lineField, stepField, ...others] = numbers.split(' ');
    if (!NUMBERS.test(numbers) || !stepField || others.length > 0) return FORM;
    const bytes = Number.parseInt(size, 16);
    const operations = decodeSteps(stepField, bytes);
    if (typeof operations === 'string') return operations;
    const lines = decodeLines(lineField, bytes);
    if (typeof lines === 'string') return lines;
    const row = { name, address: Number.parseInt(address, 16), size: bytes, operations, lines };
    return new CodeObject(row, this.header, this.hasStaticFrozen && FROZEN.test(name));
  }
}
