// Writes a profile in the formats of other programs. Loaded when somebody asks for it.

import { writeFolded } from '../src/formats/folded-writer.ts';
import { writePprof } from '../src/formats/pprof/write-pprof.ts';
import { writeSpeedscope } from '../src/formats/speedscope/write-speedscope.ts';
import { EXPORTS, type ProfileExport, type SavedExport } from '../src/model/exports.ts';
import type { Level } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { readBackChunks, weightsOf } from './read-back.ts';

interface Written {
  readonly chunks: Iterable<Uint8Array>;
  /** What the format could not hold, a sentence each; complete after the last chunk. */
  readonly notes: readonly string[];
}

/**
 * The plain bytes of such a file, in chunks; after the last the file is read back, and an error is thrown when that fails.
 * `profile` is at `level`; `event` is one of its events or, where the format can hold several, NONE for all; `name` is what
 * the recording is called.
 */
export function exportProfile(...args: Parameters<typeof written>): Written {
  const [to, , , event] = args;
  const { chunks, notes, totals } = written(...args);
  const weights = totals.filter((_, each) => event === NONE || each === event);
  const all = [...notes];
  return { chunks: readBackChunks(to, chunks, weights, (note) => all.push(note)), notes: all };
}

function written(to: ProfileExport, profile: Profile, level: Level, event: number, name: string) {
  if (to === 'pprof') return writePprof(profile, level, event);
  const chunks =
    to === 'folded'
      ? writeFolded(profile, event, 'period')
      : encoded(writeSpeedscope(profile, level, name, event));
  return { chunks, notes: [], totals: weightsOf(profile) };
}

export function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** The whole file, compressed where it has to be: what a page gives to be saved. */
export async function exportFile(...args: Parameters<typeof exportProfile>): Promise<SavedExport> {
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
