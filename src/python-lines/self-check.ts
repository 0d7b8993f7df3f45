// Step 6: whether the lines can be right. With a table of another version, or of other functions, operations are random:
//
//      return address 5   CALL 412, CALL_KW 9                    right
//      return address 5   CALL 31, LOAD_FAST 28, STORE_FAST 22   wrong table

import type { Candidate } from './begins.ts';
import type { LineEvidence } from './calls.ts';
import { operationOf, type ReturnAddress } from './return-address.ts';
import { Tally } from './tally.ts';

/** Of the distinct calls, the most frequent operation of each return address must have this share. */
const MIN_PURE = 0.9;
/** Return addresses with fewer distinct calls say nothing. */
const MIN_CALLS = 4;
/** Share of the functions with a code object in the table that must have one begin. */
const MIN_KNOWN = 0.6;

export interface Check {
  readonly isRight: boolean;
  /** Share of the most frequent operations. */
  readonly purity: number;
  /** Share of functions with one begin. */
  readonly known: number;
}

/** `candidates` and `evidence` are by trampoline, of those with a code object in the table. */
export function checkBegins(
  candidates: readonly (Candidate | undefined)[],
  evidence: readonly (readonly LineEvidence[])[],
  addresses: readonly ReturnAddress[],
): Check {
  const tallies = addresses.map(() => new Tally());
  let functions = 0;
  let known = 0;
  for (const [trampoline, calls] of evidence.entries()) {
    if (calls.length === 0) continue;
    functions++;
    const candidate = candidates[trampoline];
    if (!candidate) continue;
    known++;
    const { code, begin } = candidate;
    for (const { next, returnAddress } of calls) {
      const operation = operationOf(addresses[returnAddress], code, next - begin - code.header);
      tallies[returnAddress].add(next, operation);
    }
  }
  const counted = tallies.filter(({ distinct }) => distinct >= MIN_CALLS);
  const calls = counted.reduce((sum, { distinct }) => sum + distinct, 0);
  const pure = counted.reduce((sum, { most }) => sum + most, 0);
  const check = { purity: calls === 0 ? 0 : pure / calls, known: functions === 0 ? 0 : known / functions };
  return { ...check, isRight: check.purity >= MIN_PURE && check.known >= MIN_KNOWN };
}
