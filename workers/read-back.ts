// Reads back what was written before anyone is offered it: a file that does not hold the weights of what was exported is
// never saved. Reading takes about as long as writing.

import { FoldedReader } from '../src/formats/folded-reader.ts';
import { Unreadable } from '../src/formats/whole.ts';
import { BUDGET } from '../src/model/budget.ts';
import { formatBytes } from '../src/model/format.ts';
import type { ProfileExport } from '../src/model/exports.ts';
import type { Profile } from '../src/model/profile.ts';
import { READERS } from './read-whole.ts';

/** In bytes: larger files for other programs are not read back, which needs a few times as much memory. */
export const MOST_READ_BACK = 1 << 26;
/** What is wrong with a file that is not offered. */
export const DIFFERENT = 'what was written does not read back with the same weights';
/** Of an event's weight: sums of fractions depend on their order. */
const TOLERANCE = 1e-6;

function readFolded(bytes: Uint8Array): Profile {
  const reader = new FoldedReader({ hasComm: true, isPython: false, isFlat: false }, BUDGET);
  reader.push(bytes, bytes.length, true);
  return reader.finish();
}

/** The weight of each event. */
export function weightsOf({ samples, events }: Profile): number[] {
  const weights = events.map(() => 0);
  for (let i = 0; i < samples.length; i++) weights[samples.event[i]] += samples.weight[i];
  return weights;
}

/** What was read back, and whether it holds what was written. */
interface ReadBack {
  readonly profile: Profile;
  readonly isSame: boolean;
}

/** `weights` are those of the events that were written. Throws when `bytes` cannot be read as such a file. */
export function readBack(
  to: ProfileExport | 'Pyrograph',
  bytes: Uint8Array,
  weights: readonly number[],
): ReadBack {
  const profile = reading(to, bytes);
  // Names of events may change on the way, and folded text has none.
  const [found, expected] = [weightsOf(profile), weights].map((each) =>
    each.filter((weight) => weight > 0).sort((a, b) => a - b),
  );
  const isSame =
    found.length === expected.length &&
    found.every((weight, i) => Math.abs(weight - expected[i]) <= TOLERANCE * expected[i]);
  return { profile, isSame };
}

function reading(to: ProfileExport | 'Pyrograph', bytes: Uint8Array): Profile {
  try {
    return to === 'folded' ? readFolded(bytes) : READERS[to](bytes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Error(`what was written cannot be read back: ${error.message}`, { cause: error });
  }
}

/**
 * The same chunks, read back after the last. Throws when the file cannot be read, or does not hold `weights`; a file that is
 * too large to be read back, or that other programs may read more of, gets a note instead.
 */
export function* readBackChunks(
  to: ProfileExport,
  chunks: Iterable<Uint8Array>,
  weights: readonly number[],
  note: (sentence: string) => void,
): Generator<Uint8Array> {
  let kept: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    size += chunk.length;
    if (size <= MOST_READ_BACK) kept.push(chunk);
    else kept = [];
    yield chunk;
  }
  if (size > MOST_READ_BACK)
    return note(
      `The file was not read back to check it: it has more than ${formatBytes(MOST_READ_BACK)} uncompressed.`,
    );
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of kept) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  const { profile, isSame } = readBack(to, bytes, weights);
  if (isSame) return;
  const why = profile.notes.map(({ text }) => text).join('; ');
  if (why === '') throw new Error(DIFFERENT);
  note(`Pyrograph itself reads only a part of the file. ${why}.`);
}
