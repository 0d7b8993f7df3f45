// Reads a recording of a format that is read as a whole. Loaded when there is one.

import { readCompact } from '../src/formats/compact/read-compact.ts';
import { readPprof } from '../src/formats/pprof/read-pprof.ts';
import { readSpeedscope } from '../src/formats/speedscope/read-speedscope.ts';
import { Unreadable, type Whole } from '../src/formats/whole.ts';
import type { Profile } from '../src/model/profile.ts';
import { wholeOf, type Opened } from './sniff.ts';

/** In bytes, unpacked. What is made of them takes a few times as much. */
export const LARGEST = 1 << 28;

/** Each throws Unreadable. */
export const READERS = { pprof: readPprof, speedscope: readSpeedscope, Pyrograph: readCompact };
const TOO_LARGE = `it has more than ${LARGEST >> 20} MB unpacked, and such files are read as a whole: record for a shorter time`;

/** Throws Unreadable, and what its stream throws. */
export async function readWhole({ stream, first }: Opened, format: Whole): Promise<Profile> {
  const bytes = await wholeOf(stream, first, LARGEST, new Unreadable(TOO_LARGE));
  // What is missing may be what the rest is about.
  if (stream.damage !== undefined) throw new Unreadable(`it is damaged: ${stream.damage}`);
  return READERS[format](bytes);
}
