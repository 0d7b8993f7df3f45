// A remote file on a server that supports range requests (state/opening/gallery.ts checks that). It can be streamed or read at any
// offset without keeping all of a large file in memory.

import { blobStream, chunkStream, type ByteStream } from './byte-stream.ts';
import { CachedRange, type RandomAccess } from './random-access.ts';

/** URL and size in bytes. */
interface RemoteFile {
  readonly url: string;
  readonly size: number;
}

/** Files up to this size are fetched and kept whole: most libraries are smaller, and each request adds latency. */
const MAX_SMALL_SIZE = 1 << 20;
/** Bytes kept from each end of a larger file: the start identifies it, the end holds a library's section table. */
const EDGE_SIZE = 1 << 16;

export class UrlFile implements RandomAccess {
  readonly size: number;
  private readonly remote: RemoteFile;
  private start: Promise<CachedRange> | undefined;
  private end: Promise<CachedRange> | undefined;

  constructor(remote: RemoteFile) {
    this.remote = remote;
    this.size = remote.size;
  }

  get isSmall(): boolean {
    return this.size <= MAX_SMALL_SIZE;
  }

  /** Streams the file. After the first chunk, a single request fetches the rest as it is consumed. */
  stream(): ByteStream {
    let rest: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
    let received = 0;
    const next = async () => {
      if (received >= this.size) return undefined;
      if (received > 0) rest ??= (await request(this.remote, received, this.size)).body?.getReader();
      const first = Math.min(this.size, this.isSmall ? MAX_SMALL_SIZE : EDGE_SIZE);
      const bytes = received === 0 ? await this.read(0, first) : (await rest?.read())?.value;
      if (!bytes) throw new Error(truncationMessage(this.remote));
      received += bytes.length;
      return bytes;
    };
    const chunks = chunkStream(next);
    return {
      damage: undefined,
      get bytesRead() {
        return chunks.bytesRead;
      },
      // There is no `next`, so that readers copy the many small chunks into one large buffer.
      read: (buffer, at, until) => chunks.read(buffer, at, until),
    };
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const { size, remote } = this;
    const until = Math.min(to, size);
    if (from >= until) return new Uint8Array(0);
    if (this.isSmall) this.start ??= loadRange(remote, 0, size);
    else if (until <= EDGE_SIZE) this.start ??= loadRange(remote, 0, EDGE_SIZE);
    else if (from >= size - EDGE_SIZE) this.end ??= loadRange(remote, size - EDGE_SIZE, size);
    for (const edge of [this.start, this.end]) {
      const bytes = (await edge)?.range(from, until - from);
      if (bytes) return bytes;
    }
    return fetchRange(remote, from, until);
  }
}

async function loadRange(remote: RemoteFile, from: number, to: number): Promise<CachedRange> {
  return new CachedRange(await fetchRange(remote, from, to), from, remote.size);
}

/** Throws if the server sends fewer bytes. */
async function fetchRange(remote: RemoteFile, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await (await request(remote, from, to)).arrayBuffer());
  if (bytes.length === to - from) return bytes;
  throw new Error(truncationMessage(remote));
}

async function request({ url }: RemoteFile, from: number, to: number): Promise<Response> {
  // The user has agreed to contact this host only, so redirects are not followed.
  const response = await fetch(url, { headers: { Range: `bytes=${from}-${to - 1}` }, redirect: 'manual' });
  if (response.status === 206) return response;
  await response.body?.cancel();
  const { host } = new URL(url);
  if (response.type === 'opaqueredirect') throw new Error(`${host} redirects to another address`);
  throw new Error(`${host} answered ${response.status}; the file may have been removed or changed`);
}

function truncationMessage({ url }: RemoteFile): string {
  return `${new URL(url).host} sent fewer bytes than requested; the file may have changed`;
}

/** A recording's bytes: a local file, or a file on a web server. */
export type Readable = Blob | RemoteFile;

export function streamFrom(file: Readable): ByteStream {
  return file instanceof Blob ? blobStream(file) : new UrlFile(file).stream();
}
