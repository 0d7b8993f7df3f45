// Sums weights over time for the timeline, by lane, column and family of code, cost or state of waiting. A thread has
// one lane for all its names.

import { COSTS } from '../../model/costs.ts';
import { areLasting, eventMask, timeExtent } from '../../model/events.ts';
import type { TimeRange } from '../../model/filter.ts';
import { FAMILIES, familyOf, Kind, KIND_LABELS } from '../../model/kinds.ts';
import { NONE, threadKey, type SampleData, type SampleTable } from '../../model/profile.ts';
import type { Lane, Timeline } from '../../model/session.ts';
import type { StackChains } from '../../model/trie.ts';
import { groupOfState, WAIT_GROUPS, WAIT_STATES } from '../../model/wait-states.ts';
import { groupBy } from '../../model/lists.ts';

/** Maximum number of cells over all lanes (64 MB). With thousands of lanes, there are fewer columns. */
const MAX_CELLS = 16 << 20;

/**
 * The family of a sample is that of its innermost visible frame, as in the self weights of the graph. `kinds` has the Kind of each
 * function; if `costOfSample` is given, the bands are costs instead. For an event of wall time, `stateOfFunc` tells the waits, and samples
 * are spread over the columns that they last. The timeline of each event spans `axis`, the whole recording, so that the time axis stays the same for all events.
 * Samples without a time count toward the weight of their lane, but appear in no column. Returns undefined if no sample has a time.
 */
export function timelineOf(
  { samples, threads, chains }: StackChains,
  kinds: Uint8Array,
  event: number,
  columns: number,
  axis: TimeRange | undefined = timeRangeOf(samples),
  costOfSample?: Uint8Array,
  stateOfFunc?: Uint8Array,
): Timeline | undefined {
  if (!axis) return undefined;
  const { heads, ofThread } = lanesOf({ samples, threads }, event);
  const isIncluded = eventMask(samples, event);
  const lasting = areLasting(samples, event) ? stateOfFunc : undefined;
  const codeBands = costOfSample ? COSTS.length : FAMILIES.length;
  const bands = lasting ? codeBands + WAIT_GROUPS.length : codeBands;
  const most = Math.floor(MAX_CELLS / bands / Math.max(1, heads.length));
  const count = Math.max(1, Math.min(Math.floor(columns), most));
  const lanes = heads.map((head) => ({
    ...head,
    bands,
    columns: new Float32Array(count * bands),
    isIdle: lasting !== undefined,
  }));
  /** Per Kind: its index into FAMILIES. */
  const familyOfKind = Uint8Array.from(KIND_LABELS, (_, kind) => FAMILIES.indexOf(familyOf(kind)));
  const isSampled = new Uint8Array(KIND_LABELS.length);
  const bandOfState = WAIT_STATES.map((_, state) => codeBands + groupOfState(state));
  const { from, to } = axis;
  const scale = count / (to - from);
  const { length, event: events, time: times, weight: weights, stack, thread } = samples;
  for (let i = 0; i < length; i++) {
    const time = times[i];
    if (isIncluded[events[i]] === 0 || Number.isNaN(time)) continue;
    const chain = stack[i];
    const func = chain < 0 ? NONE : chains.func[chains.to[chain] - 1];
    const kind = func < 0 ? Kind.empty : kinds[func];
    const state = func < 0 || !lasting ? 0 : lasting[func];
    const band = state > 0 ? bandOfState[state] : (costOfSample?.[i] ?? familyOfKind[kind]);
    isSampled[kind] = 1;
    const lane = lanes[ofThread[thread[i]]];
    if (!WAIT_STATES[state].isIdle) lane.isIdle = false;
    const start = (time - from) * scale;
    const end = start + weights[i] * scale;
    // Rounding can put the last sample beyond the last column.
    const column = Math.min(count - 1, Math.floor(start));
    if (!lasting || end <= column + 1) lane.columns[column * bands + band] += weights[i];
    else spread(lane.columns, { start, end, bands, band }, weights[i]);
  }
  const weight = heads.reduce((sum, head) => sum + head.weight, 0);
  return {
    event,
    from,
    to,
    columns: count,
    bands: costOfSample ? 'costs' : 'families',
    hasStates: lasting !== undefined,
    kinds: Object.values(Kind).filter((kind) => isSampled[kind] === 1),
    lanes,
    highest: highestOf(lanes),
    weight,
  };
}

interface Spread {
  /** In columns. */
  readonly start: number;
  readonly end: number;
  readonly bands: number;
  readonly band: number;
}

/** Divides a weight among the columns between `start` and `end`. */
function spread(lane: Float32Array, { start, end, bands, band }: Spread, weight: number): void {
  const last = lane.length / bands - 1;
  const perColumn = weight / (end - start);
  for (let column = Math.min(last, Math.floor(start)); column <= last && column < end; column++) {
    const to = column === last ? end : Math.min(end, column + 1);
    lane[column * bands + band] += (to - Math.max(start, column)) * perColumn;
  }
}

function highestOf(lanes: readonly Lane[]): number {
  let highest = 0;
  for (const { columns, bands } of lanes) {
    for (let at = 0; at < columns.length; at += bands) {
      let sum = 0;
      for (let band = 0; band < bands; band++) sum += columns[at + band];
      highest = Math.max(highest, sum);
    }
  }
  return highest;
}

export type LaneHead = Omit<Lane, 'bands' | 'columns' | 'isIdle'>;

/**
 * Counts all samples of the event, including those without a time and those that a filter removed. Lanes are grouped by
 * process. Processes, and the threads of each process, are sorted by weight, heaviest first. `ofThread` maps each row
 * of `profile.threads` to its lane, or to NONE if the thread has no samples of the event.
 */
export function lanesOf(profile: SampleData, event: number) {
  const { samples, threads } = profile;
  const weight = new Float64Array(threads.length);
  const count = new Int32Array(threads.length);
  const isIncluded = eventMask(samples, event);
  for (let i = 0; i < samples.length; i++) {
    if (isIncluded[samples.event[i]] === 0) continue;
    weight[samples.thread[i]] += samples.weight[i];
    count[samples.thread[i]]++;
  }
  const rows = Array.from(threads, (_, row) => row).filter((row) => count[row] > 0);
  const sum = (column: Float64Array | Int32Array, of: readonly number[]) =>
    of.reduce((all, row) => all + column[row], 0);
  const heads = [...groupBy(rows, (row) => threadKey(threads[row])).values()].map((ofLane): LaneHead => {
    const heaviest = ofLane.reduce((best, row) => (weight[row] > weight[best] ? row : best));
    return {
      threads: ofLane,
      ...threads[heaviest],
      weight: sum(weight, ofLane),
      samples: sum(count, ofLane),
    };
  });
  const ordered = byProcess(heads);
  const ofThread = new Int32Array(threads.length).fill(NONE);
  for (const [lane, head] of ordered.entries()) for (const row of head.threads) ofThread[row] = lane;
  return { heads: ordered, ofThread };
}

/** Sorts processes by weight, and the lanes of each process by weight. Ties stay in order of first appearance. */
function byProcess(heads: readonly LaneHead[]): LaneHead[] {
  const weights = new Map<number, number>();
  for (const { pid, weight } of heads) weights.set(pid, (weights.get(pid) ?? 0) + weight);
  const pids = [...weights.keys()].sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
  const rank = new Map(pids.map((pid, i) => [pid, i]));
  return heads.toSorted((a, b) => (rank.get(a.pid) ?? 0) - (rank.get(b.pid) ?? 0) || b.weight - a.weight);
}

/**
 * From the first time to the smallest representable time after the last one, so that the range includes the last
 * sample. `last` is the end of a sample that lasts.
 */
export function timeRangeOf(
  samples: SampleTable,
): { readonly from: number; readonly last: number; readonly to: number } | undefined {
  const extent = timeExtent(samples);
  if (!extent) return undefined;
  const { min: from, max: last } = extent;
  // A double cannot represent every nanosecond since 1970, so find the smallest step that changes the value.
  let step = 1;
  while (last + step <= last) step *= 2;
  return { from, last, to: last + step };
}
