// The addresses of code objects that are left over on the stack: the evaluator had them in registers or local variables.
//
//      window [ … | 0x7f..0f0 | … | next 0x7f..1a4 | … ]
//                  ↑ a multiple of 16 so far below the pointer that this ends an instruction

import { PLACE_COUNT, EVALUATOR_REGISTERS } from '../model/code.ts';
import type { CodeObject } from './code-object.ts';
import { nextOf } from './calls.ts';
import type { FrameTable } from './frame-table.ts';
import { isPossible, type ReturnAddress } from './return-address.ts';

/** The frames of one trampoline that are searched. */
export interface ResidueFrames {
  readonly table: FrameTable;
  readonly rows: readonly number[];
}

interface Known {
  readonly addresses: readonly ReturnAddress[];
  readonly residuePlaces: readonly number[] | undefined;
}

/** The number of frames that contain each possible begin. */
export function countResidue(
  code: CodeObject,
  { table, rows }: ResidueFrames,
  { addresses, residuePlaces }: Known,
): Map<number, number> {
  const counts = new Map<number, number>();
  const places = residuePlaces ? Int32Array.from(residuePlaces) : new Int32Array(PLACE_COUNT);
  for (const frame of rows) {
    const next = nextOf(table, addresses, frame);
    if (next === 0) continue;
    const address = addresses[table.returnAddress.at(frame)];
    const inFrame: number[] = [];
    const low = next - code.total - 1;
    const count = residuePlaces ? places.length : table.placesWithin(frame, low, next - 1, places);
    for (let i = 0; i < count; i++) {
      const begin = table.value(frame, places[i]);
      if (places[i] < EVALUATOR_REGISTERS || begin <= low || begin >= next) continue;
      if (!isBegin(begin, code) || inFrame.includes(begin)) continue;
      if (isPossible(address, code, next - begin - code.header)) inFrame.push(begin);
    }
    for (const begin of inFrame) counts.set(begin, (counts.get(begin) ?? 0) + 1);
  }
  return counts;
}

/** True if code objects may begin at the value. */
export function isBegin(value: number, code: CodeObject): boolean {
  return value !== 0 && (value & (code.alignment - 1)) === 0;
}
