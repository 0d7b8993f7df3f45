import { expect, test } from 'vitest';
import {
  codeOf,
  inPool,
  nextAt,
  opcodeOf,
  RBP,
  RBX,
  type TestFrame,
  endsOf,
} from '../../fixtures/evaluator-frames.ts';
import { placeValues } from '../model/code.ts';
import type { CodeObject } from './code-object.ts';
import { InterpreterFrames } from './interpreter-frames.ts';
import type { LineTable } from './line-table.ts';

/** More than are kept with all values. */
const FRAMES = 10_000;
const BODY = 'LOAD CALL STORE CALL LOAD CALL STORE RETURN';
const CODES = Array.from({ length: 40 }, (_, i) =>
  codeOf(`py::f${i}:/a.py`, `${'LOAD '.repeat(i % 7)}${BODY}`),
);
const TABLE = { name: 'a.lines', codes: new Map(CODES.map((code) => [code.name, [code]])) };
/** Return addresses: the usual one, one that is called from late, and that of an interrupted evaluator. */
const [USUAL, LATE, LEAF] = [0x100, 0x200, NaN];

const callsIn = (code: CodeObject) =>
  endsOf(code).filter((end) => code.operationBefore(end) === opcodeOf('CALL'));

interface Call {
  readonly code: CodeObject;
  readonly end: number;
  readonly returnOffset: number;
}

/** A call of each function in turn; every eleventh is interrupted, and later every seventh returns elsewhere. */
function callAt(i: number): Call {
  const code = CODES[i % CODES.length];
  const ends = callsIn(code);
  const returnOffset = i % 11 === 0 ? LEAF : i > FRAMES / 2 && i % 7 === 0 ? LATE : USUAL;
  return { code, end: ends[Math.floor(i / CODES.length) % ends.length], returnOffset };
}

/** Reads how often each place of a frame is asked for, and the number of each frame. */
function read(tables: readonly LineTable[] = [TABLE], count = FRAMES) {
  let given = 0;
  const frames = new InterpreterFrames(tables, () => ++given);
  let values = 0;
  const numbers = Array.from({ length: count }, (_, i) => {
    const { code, end, returnOffset } = callAt(i);
    const next = nextAt(inPool(code, CODES.indexOf(code)), end);
    // At the late return address, another register has the pointer, and the usual one points into other code.
    const registers: TestFrame['values'] =
      returnOffset === LATE ? { [RBX]: next, [RBP]: 0x6000 } : { [RBP]: next };
    const trampoline = 0x1000 * (i % CODES.length);
    const site = frames.siteOf({ name: code.name, trampoline, interpreter: frames, returnOffset });
    return site?.add(
      placeValues((place) => {
        values++;
        return registers[place] ?? 0;
      }),
    );
  });
  return { frames, values, numbers };
}

/** The line of each frame. */
function linesOf({ frames, numbers }: ReturnType<typeof read>): (number | undefined)[] {
  const found = frames.infer()?.lines ?? [];
  const lines = new Map(Array.from(found, (line, i) => [frames.numbers.at(i), line]));
  return numbers.map((number) => lines.get(number ?? 0));
}

function expectedLine({ code, end }: Call): number {
  return code.lineAt(end);
}

test('finds the lines of frames that came after the places were learned', () => {
  const found = read();
  const { frames, numbers } = found;
  expect(linesOf(found)).toEqual(Array.from({ length: FRAMES }, (_, i) => expectedLine(callAt(i))));
  expect(frames.infer()?.table).toBe(TABLE);
  // Equal calls share a number, interrupted evaluators do not.
  expect(new Set(numbers).size).toBeLessThan(FRAMES * 0.6);
  expect(new Set(numbers.filter((_, i) => i % 11 === 0)).size).toBe(Math.ceil(FRAMES / 11));
});

test('reads few values of those frames', () => {
  const half = read([TABLE], FRAMES / 2).values;
  // All places of 5,000 frames are 650,000 values.
  expect(read().values - half).toBeLessThan(5 * FRAMES);
});

test('ignores functions that no table has', () => {
  const { frames, values, numbers } = read([{ name: 'b.lines', codes: new Map() }]);
  expect([new Set(numbers), values, frames.infer()]).toEqual([new Set([undefined]), 0, undefined]);
});

test('takes the table that fits', () => {
  const others = CODES.map((code) => codeOf(code.name, `STORE ${'CALL LOAD '.repeat(9)}RETURN`));
  const wrong = { name: 'b.lines', codes: new Map(others.map((code) => [code.name, [code]])) };
  expect(read([wrong, TABLE]).frames.infer()?.table).toBe(TABLE);
  expect(read([wrong]).frames.infer()).toBeUndefined();
  // Too few to learn from before the end.
  expect(read([wrong, TABLE], 800).frames.infer()?.table).toBe(TABLE);
});
