// Exports a profile in the formats of other programs. Loaded on demand.

import { writeFolded } from '../../src/formats/folded-writer.ts';
import { writePprof } from '../../src/formats/pprof/write-pprof.ts';
import { writeSpeedscope } from '../../src/formats/speedscope/write-speedscope.ts';
import { EXPORTS, type ProfileExport, type ExportedFile } from '../../src/model/exports.ts';
import type { SampleParts } from '../../src/model/costs.ts';
import type { Level } from '../../src/model/levels.ts';
import type { Profile } from '../../src/model/profile.ts';

interface PlainFile {
  readonly chunks: Iterable<Uint8Array>;
  /** What the format cannot represent, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Returns the uncompressed file. `profile` is at `level`; `event` is an event index, or NONE for all events if the format supports
 * that; `name` is the recording's name. `costs` are those of the profile's samples, for the format that can store them.
 */
export function exportProfile(
  to: ProfileExport,
  profile: Profile,
  level: Level,
  event: number,
  name: string,
  costs?: SampleParts,
): PlainFile {
  if (to === 'pprof') return writePprof(profile, level, event, costs);
  const chunks =
    to === 'folded'
      ? writeFolded(profile, event, 'period')
      : encodeTexts(writeSpeedscope(profile, level, name, event));
  return { chunks, notes: [] };
}

export function* encodeTexts(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** Returns the whole file, compressed if the format requires it. */
export async function exportFile(...args: Parameters<typeof exportProfile>): Promise<ExportedFile> {
  const [to] = args;
  const { chunks, notes } = exportProfile(...args);
  const iterator = chunks[Symbol.iterator]();
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  });
  const packed = EXPORTS[to].isGzip ? plain.pipeThrough(new CompressionStream('gzip')) : plain;
  return { content: await new Response(packed).blob(), notes };
}
