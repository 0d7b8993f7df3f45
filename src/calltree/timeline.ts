// Counts samples over time for the timeline: per lane, column and family of code.

import { isPythonLike, Kind, KIND_LABELS } from '../model/kinds.ts';
import type { Profile } from '../model/profile.ts';
import { FAMILIES, type Lane, type Timeline } from '../model/session.ts';
import { lanesOf, timeRangeOf } from './lanes.ts';

/** Maximum number of cells over all lanes (64 MB): with thousands of lanes, there are fewer columns. */
const MAX_CELLS = 16 << 20;

/**
 * `profile` is classified and has its stacks as recorded; the sampled function determines the family. The timeline spans the whole
 * recording for every event, so that switching events keeps the time axis. Samples without a time count in their lane's weight, but
 * in no column. Undefined if no sample has a time.
 */
export function timelineOf(profile: Profile, event: number, columns: number): Timeline | undefined {
  const ends = timeRangeOf(profile.samples.time);
  if (!ends) return undefined;
  const { heads, ofThread } = lanesOf(profile, event);
  const families = FAMILIES.length;
  const most = Math.floor(MAX_CELLS / families / Math.max(1, heads.length));
  const count = Math.max(1, Math.min(Math.floor(columns), most));
  const lanes: Lane[] = heads.map((head) => ({ ...head, columns: new Float32Array(count * families) }));
  const { samples, stacks, funcs } = profile;
  /** Per Kind: its index into FAMILIES. */
  const family = Uint8Array.from(KIND_LABELS, (_, kind) => FAMILIES.indexOf(familyOf(kind)));
  const scale = count / (ends.to - ends.from);
  for (let i = 0; i < samples.length; i++) {
    const time = samples.time[i];
    if (samples.event[i] !== event || Number.isNaN(time)) continue;
    const stack = samples.stack[i];
    const kind = stack < 0 ? Kind.empty : funcs.kind[stacks.func[stack]];
    // Rounding may put the last sample after the last column.
    const column = Math.min(count - 1, Math.floor((time - ends.from) * scale));
    lanes[ofThread[samples.thread[i]]].columns[column * families + family[kind]] += samples.weight[i];
  }
  const weight = heads.reduce((sum, head) => sum + head.weight, 0);
  return { event, ...ends, columns: count, lanes, highest: highestOf(lanes), weight };
}

function familyOf(kind: number): (typeof FAMILIES)[number] {
  if (isPythonLike(kind)) return 'python';
  if (kind === Kind.kernel) return 'kernel';
  return kind === Kind.unknown || kind === Kind.empty ? 'unknown' : 'c';
}

function highestOf(lanes: readonly Lane[]): number {
  let highest = 0;
  for (const { columns } of lanes) {
    for (let at = 0; at < columns.length; at += FAMILIES.length) {
      let sum = 0;
      for (let family = 0; family < FAMILIES.length; family++) sum += columns[at + family];
      highest = Math.max(highest, sum);
    }
  }
  return highest;
}
