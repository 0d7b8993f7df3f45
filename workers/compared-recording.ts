// An open recording, or a part of it, as one recording of a side of a comparison.

import type { ComparedRecording } from '../src/compare/run.ts';
import type { Level } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import { profileAtLevel, type OpenProfile } from './pipeline.ts';

/** What is compared of a recording, when its file was written, and what is misleading about it. */
export type ComparedPart = Partial<Pick<ComparedRecording, 'threads' | 'range' | 'date' | 'problems'>>;

/** `event` is an index into the recording's events. Levels are computed once. */
export function comparedRecording(
  open: OpenProfile,
  event: number,
  { date, ...part }: ComparedPart = {},
): ComparedRecording {
  const levels = new Map<Level, Profile>();
  const at = (level: Level): Profile => {
    const known = levels.get(level);
    if (known) return known;
    const profile = profileAtLevel(open, level);
    levels.set(level, profile);
    return profile;
  };
  return { ...part, at, event, date: open.classified.profile.recorded?.date ?? date };
}
