// Writes a profile in the formats of other programs. Loaded when somebody asks for it.

import { writeFolded } from '../src/formats/folded-writer.ts';
import { writePprof } from '../src/formats/pprof/write-pprof.ts';
import { writeSpeedscope } from '../src/formats/speedscope/write-speedscope.ts';
import { EXPORTS, type ProfileExport } from '../src/model/exports.ts';
import type { Level } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';

/**
 * The plain bytes of such a file, in chunks. `profile` is at `level`; `event` is one of its events or, where the format can
 * hold several, NONE for all; `name` is what the recording is called.
 */
export function exportProfile(
  to: ProfileExport,
  profile: Profile,
  level: Level,
  event: number,
  name: string,
): Iterable<Uint8Array> {
  switch (to) {
    case 'pprof':
      return writePprof(profile, level, event);
    case 'speedscope':
      return encoded(writeSpeedscope(profile, level, name, event));
    case 'folded':
      return writeFolded(profile, event, 'period');
  }
}

export function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** The whole file, compressed where it has to be: what a page gives to be saved. */
export async function exportFile(...args: Parameters<typeof exportProfile>): Promise<Blob> {
  const [to] = args;
  const chunks = exportProfile(...args)[Symbol.iterator]();
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  });
  const packed = EXPORTS[to].isGzip ? plain.pipeThrough(new CompressionStream('gzip')) : plain;
  return new Response(packed).blob();
}
