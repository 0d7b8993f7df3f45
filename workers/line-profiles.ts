// An open recording with source lines: stacks that differ in their lines stay apart. Most views merge them.

import { isPython } from '../src/model/kinds.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import type { Classified } from '../src/python/classify.ts';
import { atLevel } from '../src/python/levels.ts';
import { splitByLine, withLineColumn } from '../src/python/split-by-line.ts';
import { withInlined, type OpenProfile } from './pipeline.ts';

/** The stacks as recorded, with source lines, for files from which readers derive everything again. */
export function recordedProfileWithLines(open: OpenProfile): Profile {
  return atLevelWithLines(withInlined(open), 'raw');
}

/** The profile at a level, with source lines: stacks that differ in their lines stay apart. */
export function profileWithLines(open: OpenProfile, level: Level): Profile {
  return atLevelWithLines(level === 'raw' ? (open.recorded ?? open).classified : open.classified, level);
}

function atLevelWithLines(classified: Classified, level: Level): Profile {
  const split = splitByLine(classified);
  if (!split) return atLevel(classified, level);
  return withLineColumn(atLevel(split.classified, level), split.functions, classified.profile.funcs);
}

/** The recording with its functions split by line; undefined if no line is known. */
export function splitRecording(open: OpenProfile): OpenProfile | undefined {
  const split = splitByLine(open.classified);
  if (!split) return undefined;
  const { classified, functions } = split;
  const { strings, funcs } = classified.profile;
  const { aggregateOf, recorded } = open;
  const withSamplesOf = ({ profile: { samples } }: Classified): Classified => ({
    ...classified,
    profile: { ...classified.profile, samples },
  });
  return {
    classified,
    recording: { ...open.recording, strings, funcs },
    aggregateOf,
    split: { of: open, functions },
    // The stacks of a mended recording begin with the recorded ones.
    ...(recorded && { recorded: { ...recorded, classified: withSamplesOf(recorded.classified) } }),
  };
}

/**
 * The level of detail at which the self weight of a line is all of its time: Python functions include the C code that they call.
 * Recordings of other languages, such as Go, would be empty at that level.
 */
export function lineLevelOf({ classified: { profile } }: OpenProfile): Level {
  const { line, func } = profile.stacks;
  const hasPython = line?.some((each, stack) => each > 0 && isPython(profile.funcs.kind[func[stack]]));
  return hasPython === false ? DEFAULT_LEVEL : 'python';
}
