// What of speedscope's file format is read and written. The names are those of src/lib/file-format-spec.ts in
// github.com/jlfwong/speedscope at 3613918de0dd (1.25, 2025-12-05).
//
//   shared.frames[i]     { name, file? }: what profiles mean by the number i
//   profiles[i]          one thread: { type, name, unit, startValue, endValue, … }
//     type 'sampled'     samples[j]: frames, root first; weights[j]: what that sample weighs, in `unit`
//     type 'evented'     events[j]: { type 'O'|'C', frame, at }: a frame was opened or closed, at rising times

export const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/** The event of weights that are times. */
export const TIME = 'time (nanoseconds)';

/** Of each unit how many of Pyrograph's it is, and the event that is counted in those. */
export const UNITS: ReadonlyMap<string, { readonly scale: number; readonly event: string }> = new Map([
  ['none', { scale: 1, event: 'weight' }],
  ['bytes', { scale: 1, event: 'memory (bytes)' }],
  ['nanoseconds', { scale: 1, event: TIME }],
  ['microseconds', { scale: 1e3, event: TIME }],
  ['milliseconds', { scale: 1e6, event: TIME }],
  ['seconds', { scale: 1e9, event: TIME }],
]);

/**
 * A member that Pyrograph writes beside those of the format; the schema allows others. Of each profile, which has a name
 * only, its event, pid, tid and comm; of the file whether its frames are calls, see Seen.called.
 */
export const OURS = 'pyrograph';
