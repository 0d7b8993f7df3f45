// What the bytes of a recording are read from: a file the browser was given, or one on a web server.

import { blobStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import { UrlFile, type UrlPlace } from '../src/bytes/url-file.ts';

export type Readable = Blob | UrlPlace;

export function streamFrom(file: Readable): ByteStream {
  return file instanceof Blob ? blobStream(file) : new UrlFile(file).stream();
}
