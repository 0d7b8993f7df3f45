// Verifies exports by reading them back: a file whose weights differ from those of the profile is never offered.
// Reading takes about as long as writing.

import { concatBytes } from '../../src/bytes/random-access.ts';
import { FoldedReader } from '../../src/formats/folded-reader.ts';
import { Unreadable } from '../../src/formats/in-memory-formats.ts';
import { BUDGET } from '../../src/model/budget.ts';
import { formatBytes } from '../../src/text/format.ts';
import type { ProfileExport } from '../../src/model/exports.ts';
import type { Profile } from '../../src/model/profile.ts';
import { READERS } from '../reading/read-in-memory.ts';

/** In bytes; larger files are not read back, because that takes several times their size in memory. */
const MAX_READ_BACK = 1 << 26;
export const MISMATCH = 'the written file does not read back with the same weights';
/** Relative to an event's weight: floating-point sums depend on their order. */
const TOLERANCE = 1e-6;

function readFolded(bytes: Uint8Array): Profile {
  const reader = new FoldedReader(
    { hasComm: true, isPython: false, isFlat: false, isWeightFirst: false },
    BUDGET,
  );
  reader.push(bytes, bytes.length, true);
  return reader.finish();
}

/** Total weight of each event. */
export function weightsOf({ samples, events }: Profile): number[] {
  const weights = events.map(() => 0);
  for (let i = 0; i < samples.length; i++) weights[samples.event[i]] += samples.weight[i];
  return weights;
}

/**
 * Returns the profile that was read back, and whether its weights are those of the written events. Throws when `bytes`
 * cannot be read in this format.
 */
export function readBack(to: ProfileExport | 'Pyrograph', bytes: Uint8Array, weights: readonly number[]) {
  const profile = parse(to, bytes);
  // Ignores event names: formats may change them, and folded text has none.
  const [found, expected] = [weightsOf(profile), weights].map((each) =>
    each.filter((weight) => weight > 0).sort((a, b) => a - b),
  );
  const isSame =
    found.length === expected.length &&
    found.every((weight, i) => Math.abs(weight - expected[i]) <= TOLERANCE * expected[i]);
  return { profile, isSame };
}

function parse(to: ProfileExport | 'Pyrograph', bytes: Uint8Array): Profile {
  try {
    return to === 'folded' ? readFolded(bytes) : READERS[to](bytes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Error(`the written file cannot be read back: ${error.message}`, { cause: error });
  }
}

/**
 * Passes the chunks through and reads them back after the last one. Throws when that fails or the weights differ.
 * Adds a note instead if the file is too large to be read back, or if only our own reader's limits caused the
 * difference.
 */
export function* readBackChunks(
  to: ProfileExport,
  chunks: Iterable<Uint8Array>,
  weights: readonly number[],
  addNote: (sentence: string) => void,
): Generator<Uint8Array> {
  let kept: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    size += chunk.length;
    if (size <= MAX_READ_BACK) kept.push(chunk);
    else kept = [];
    yield chunk;
  }
  if (size > MAX_READ_BACK)
    return addNote(
      `The file was not verified by reading it back, because it exceeds ${formatBytes(MAX_READ_BACK)} uncompressed.`,
    );
  const { profile, isSame } = readBack(to, concatBytes(kept), weights);
  if (isSame) return;
  const why = profile.notes.map(({ text }) => text).join('; ');
  if (why === '') throw new Error(MISMATCH);
  addNote(`Pyrograph itself can read only part of the file. ${why}.`);
}
