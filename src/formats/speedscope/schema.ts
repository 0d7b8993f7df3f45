// The part of speedscope's file format that Pyrograph reads and writes. Names are those of src/lib/file-format-spec.ts in
// github.com/jlfwong/speedscope at 3613918de0dd (1.25, 2025-12-05).
//
//   shared.frames[i]     { name, file? }: frame number i
//   profiles[i]          one thread: { type, name, unit, startValue, endValue, … }
//     type 'sampled'     samples[j]: frame numbers, root first; weights[j]: the weight of samples[j], in `unit`
//     type 'evented'     events[j]: { type 'O'|'C', frame, at }: opens or closes a frame; in time order

export const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/** Event name of weights that are durations. */
export const TIME = 'time (nanoseconds)';

/** For each unit, the factor that converts weights to Pyrograph's unit, and the event name of the converted weights. */
export const UNITS: ReadonlyMap<string, { readonly scale: number; readonly event: string }> = new Map([
  ['none', { scale: 1, event: 'weight' }],
  ['bytes', { scale: 1, event: 'memory (bytes)' }],
  ['nanoseconds', { scale: 1, event: TIME }],
  ['microseconds', { scale: 1e3, event: TIME }],
  ['milliseconds', { scale: 1e6, event: TIME }],
  ['seconds', { scale: 1e9, event: TIME }],
]);

/**
 * An additional member, which the schema allows, written by Pyrograph. In a profile, it contains event, pid, tid and comm, for
 * which the format has only a single `name`. At the top level, its `calls` is true if Python frames are calls; see
 * FuncFlags.called.
 */
export const PYROGRAPH_KEY = 'pyrograph';
