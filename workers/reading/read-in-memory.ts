// Reads recordings in formats that are parsed in memory. Loaded on demand.

import { readAll } from '../../src/bytes/byte-stream.ts';
import { readCompact } from '../../src/formats/compact/read-compact.ts';
import { readPprof } from '../../src/formats/pprof/read-pprof.ts';
import { readSpeedscope } from '../../src/formats/speedscope/read-speedscope.ts';
import { Unreadable, type InMemoryFormat } from '../../src/formats/in-memory-formats.ts';
import type { Budget } from '../../src/model/budget.ts';
import type { Profile } from '../../src/model/profile.ts';
import type { OpenedRecording } from './sniff.ts';

/** Each throws Unreadable for an invalid file. */
const READERS = { pprof: readPprof, speedscope: readSpeedscope, Pyrograph: readCompact };

/** Parsing takes several times the file's size in memory. Throws Unreadable, or the error of a failing source. */
export async function readInMemory(
  { stream, first }: OpenedRecording,
  format: InMemoryFormat,
  budget: Budget,
): Promise<Profile> {
  const maxSize = budget.wholeBytes;
  let size = 0;
  const bytes = await readAll(stream, first, (more) => {
    size += more;
    if (size <= maxSize) return;
    const limit = `${Math.floor(maxSize / 2 ** 20)} MB`;
    throw new Unreadable(
      `it exceeds ${limit} uncompressed, the limit of this format: record for a shorter time`,
    );
  });
  if (stream.damage !== undefined) throw new Unreadable(`it is damaged: ${stream.damage}`);
  return READERS[format](bytes, budget);
}
