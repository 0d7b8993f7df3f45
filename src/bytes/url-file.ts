// A file on a web server that serves parts of it: read from its start to its end, or any part at any time, without ever
// holding all of a large one. Which servers do is asked before (state/gallery.ts).

import { chunkStream, type ByteStream } from './byte-stream.ts';
import { HeldPart, type RandomAccess } from './random-access.ts';

/** Where it is, and its size in bytes. */
export interface UrlPlace {
  readonly url: string;
  readonly size: number;
}

/** A file up to this size is fetched in one go and held: most libraries are smaller, and each request takes its time. */
const SMALL = 1 << 20;
/** Bytes of a larger one that are held: those at its start tell what it is, those at its end what is where in a library. */
const EDGE = 1 << 16;

export class UrlFile implements RandomAccess {
  readonly size: number;
  private readonly place: UrlPlace;
  private start: Promise<HeldPart> | undefined;
  private end: Promise<HeldPart> | undefined;

  constructor(place: UrlPlace) {
    this.place = place;
    this.size = place.size;
  }

  get isSmall(): boolean {
    return this.size <= SMALL;
  }

  /** The bytes from the start on. Behind the first, all are asked for at once and come as they are taken. */
  stream(): ByteStream {
    let rest: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
    let come = 0;
    const next = async () => {
      if (come >= this.size) return undefined;
      if (come > 0) rest ??= (await answerFor(this.place, come, this.size)).body?.getReader();
      const first = Math.min(this.size, this.isSmall ? SMALL : EDGE);
      const bytes = come === 0 ? await this.read(0, first) : (await rest?.read())?.value;
      if (!bytes) throw new Error(endedEarly(this.place));
      come += bytes.length;
      return bytes;
    };
    const chunks = chunkStream(next);
    return {
      damage: undefined,
      get taken() {
        return chunks.taken;
      },
      // They come in many small pieces: who wants them in their own memory gets as many at once as there is room for.
      read: (buffer, at, until) => chunks.read(buffer, at, until),
    };
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const { size, place } = this;
    const until = Math.min(to, size);
    if (from >= until) return new Uint8Array(0);
    if (this.isSmall) this.start ??= held(place, 0, size);
    else if (until <= EDGE) this.start ??= held(place, 0, EDGE);
    else if (from >= size - EDGE) this.end ??= held(place, size - EDGE, size);
    for (const edge of [this.start, this.end]) {
      const bytes = (await edge)?.range(from, until - from);
      if (bytes) return bytes;
    }
    return readPart(place, from, until);
  }
}

async function held(place: UrlPlace, from: number, to: number): Promise<HeldPart> {
  return new HeldPart(await readPart(place, from, to), from, place.size);
}

/** Throws when they are not all there. */
async function readPart(place: UrlPlace, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await (await answerFor(place, from, to)).arrayBuffer());
  if (bytes.length === to - from) return bytes;
  throw new Error(endedEarly(place));
}

async function answerFor({ url }: UrlPlace, from: number, to: number): Promise<Response> {
  // Nobody has agreed that another host is asked.
  const response = await fetch(url, { headers: { Range: `bytes=${from}-${to - 1}` }, redirect: 'manual' });
  if (response.status === 206) return response;
  await response.body?.cancel();
  const { host } = new URL(url);
  if (response.type === 'opaqueredirect') throw new Error(`${host} sends on to another address`);
  throw new Error(`${host} answers ${response.status}, so that it may be gone or changed`);
}

function endedEarly({ url }: UrlPlace): string {
  return `${new URL(url).host} sends less of it than was asked for, so that it may have changed`;
}
