// Where the wall time of a recording went: the lives of its threads, and what they did at each instant.

import { WAIT_STATES } from '../model/wait-states.ts';
import type { Life } from './life.ts';
import { livesOf, type Lives } from './lives.ts';
import { piecesOf, stateOfSpan, type Pieces } from './pieces.ts';
import { Reasons } from './reasons.ts';
import type { ClassifiedStacks } from './classified-stacks.ts';
import type { Span } from './spans.ts';

export interface Waits extends Lives {
  readonly stacks: ClassifiedStacks;
  readonly reasons: Reasons;
  readonly pieces: Pieces;
}

/** Undefined if the recording does not say when threads ran. */
export function waitsOf(stacks: ClassifiedStacks): Waits | undefined {
  const found = livesOf(stacks.profile);
  if (!found) return undefined;
  const reasons = new Reasons(stacks);
  return { ...found, stacks, reasons, pieces: piecesOf(found.lives, stacks, reasons) };
}

/** Only the threads of this process. */
export function ofProcess(waits: Waits, pid: number): Waits {
  const lives = waits.lives.filter((life) => life.pid === pid);
  return { ...waits, lives, pieces: piecesOf(lives, waits.stacks, waits.reasons) };
}

/** The time that threads spent in a state. */
export interface StateTotal {
  /** Index into WAIT_STATES. */
  readonly state: number;
  /** Number of spans: running ones count from switch to switch. */
  readonly count: number;
  readonly total: number;
  readonly longest: { readonly span: Span; readonly life: Life };
}

/** The states that occur, longest first. */
export function stateTotals({ lives, stacks, reasons }: Waits): StateTotal[] {
  const totals: ({ -readonly [K in keyof StateTotal]: StateTotal[K] } | undefined)[] = WAIT_STATES.map(
    () => undefined,
  );
  for (const life of lives)
    for (const span of life.spans) {
      const state = stateOfSpan(span, reasons, stacks);
      const length = span.to - span.from;
      const known = (totals[state] ??= { state, count: 0, total: 0, longest: { span, life } });
      known.count++;
      known.total += length;
      if (length > known.longest.span.to - known.longest.span.from) known.longest = { span, life };
    }
  const idOf = ({ state }: StateTotal) => WAIT_STATES[state].id;
  return totals
    .filter((each) => each !== undefined)
    .sort((a, b) => b.total - a.total || (idOf(a) < idOf(b) ? -1 : 1));
}
