// Where the wall time of a recording went, as tab-separated and folded text.

import { writeFolded } from '../src/formats/folded-writer.ts';
import type { Level } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import { WAIT_STATES } from '../src/model/wait-states.ts';
import { otherIdle, WALL_TIME } from '../src/model/events.ts';
import { atLevel } from '../src/python/levels.ts';
import { gilHolders } from '../src/waiting/holders.ts';
import type { Life } from '../src/waiting/life.ts';
import type { SpanKind } from '../src/waiting/spans.ts';
import { stateTotals, type Waits } from '../src/waiting/waits.ts';
import { withPieces } from '../src/waiting/wall-time.ts';
import { sampledIn, type OpenProfile } from './pipeline.ts';

/** Judges the stacks as recorded. Undefined if the recording does not say when threads ran. */
export function waitsIn(open: OpenProfile): Waits | undefined {
  return open.wall?.waits;
}

/** The time in each state, longest first. */
export function waitsAsTsv(waits: Waits): string {
  const totals = stateTotals(waits);
  const lifetime = waits.lives.reduce((sum, { start, end }) => sum + end - start, 0);
  const rows = totals.map(({ state, count, total, longest: { span } }) => [
    WAIT_STATES[state].id,
    count,
    total,
    span.to - span.from,
    (total / lifetime).toFixed(6),
  ]);
  const count = totals.reduce((sum, each) => sum + each.count, 0);
  const longest = Math.max(0, ...totals.map(({ longest: { span } }) => span.to - span.from));
  return tsv('state count total_ns longest_ns share', [
    ...rows,
    ['total', count, lifetime, longest, '1.000000'],
  ]);
}

/** One line per life, by start. */
export function threadsAsTsv({ lives }: Waits): string {
  const rows = lives
    .toSorted((a, b) => a.start - b.start || a.tid - b.tid)
    .map((life) => {
      const { pid, tid, comm, start, end } = life;
      const on = timeIn(life, 'on');
      const missing = timeIn(life, 'notRecorded');
      return [pid, tid, comm.trim(), start, end, end - start, on, end - start - on - missing, missing];
    });
  return tsv('pid tid comm start_ns end_ns life_ns on_ns off_ns not_recorded_ns', rows);
}

function timeIn({ spans }: Life, wanted: SpanKind): number {
  let sum = 0;
  for (const { kind, from, to } of spans) if (kind === wanted) sum += to - from;
  return sum;
}

/** Who held the GIL while threads waited for it. */
export function holdersAsTsv(waits: Waits): string {
  const rows = gilHolders(waits).map(({ name, waited, preempted }) => [name, waited, preempted]);
  return tsv('function waited_ns holder_preempted_ns', rows);
}

/** Folded stacks with nanoseconds. `hasIdle` is false to leave out idle states. */
export function foldedWaits(
  open: OpenProfile,
  waits: Waits,
  level: Level,
  hasIdle: boolean,
): Iterable<Uint8Array> {
  const shown = atLevel(withPieces(sampledIn(open.recorded ?? open), waits), level);
  const name = (hasIdle && otherIdle(WALL_TIME)) || WALL_TIME;
  const event = shown.samples.sums?.find((sum) => sum.name === name)?.event ?? NONE;
  return writeFolded(shown, event, 'period');
}

/** The columns in the header are separated by spaces. */
function tsv(header: string, rows: readonly (readonly (string | number)[])[]): string {
  return [header.split(' '), ...rows].map((row) => `${row.join('\t')}\n`).join('');
}
