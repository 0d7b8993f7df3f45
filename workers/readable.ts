// A recording's bytes: a local file, or a file on a web server.

import { blobStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import { UrlFile, type RemoteFile } from '../src/bytes/url-file.ts';

export type Readable = Blob | RemoteFile;

export function streamFrom(file: Readable): ByteStream {
  return file instanceof Blob ? blobStream(file) : new UrlFile(file).stream();
}
