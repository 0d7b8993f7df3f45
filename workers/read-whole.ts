// Reads a recording of a format that is read as a whole. Loaded when there is one.

import { readCompact } from '../src/formats/compact/read-compact.ts';
import { readPprof } from '../src/formats/pprof/read-pprof.ts';
import { readSpeedscope } from '../src/formats/speedscope/read-speedscope.ts';
import { Unreadable, type Whole } from '../src/formats/whole.ts';
import type { Budget } from '../src/model/budget.ts';
import type { Profile } from '../src/model/profile.ts';
import { wholeOf, type Opened } from './sniff.ts';

/** Each throws Unreadable. */
export const READERS = { pprof: readPprof, speedscope: readSpeedscope, Pyrograph: readCompact };

/** What is made of its bytes takes a few times as much memory. Throws Unreadable, and what its stream throws. */
export async function readWhole({ stream, first }: Opened, format: Whole, budget: Budget): Promise<Profile> {
  const most = budget.wholeBytes;
  const tooLarge = `it has more than ${Math.floor(most / 2 ** 20)} MB unpacked, and such files are read as a whole: record for a shorter time`;
  let size = 0;
  const bytes = await wholeOf(stream, first, (more) => (size += more) <= most, new Unreadable(tooLarge));
  // What is missing may be what the rest is about.
  if (stream.damage !== undefined) throw new Unreadable(`it is damaged: ${stream.damage}`);
  return READERS[format](bytes, budget);
}
