// Worker that reads and decompresses files ahead of use, and returns their bytes in pieces.

import * as Comlink from 'comlink';
import { readBlock } from '../src/bytes/byte-stream.ts';
import { decompress } from '../src/bytes/decompress.ts';
import { streamFrom, type Readable } from '../src/bytes/url-file.ts';
import { exposeMethods } from './subworker.ts';

/** Bytes per read, except the first. */
const PIECE_SIZE = 4 << 20;
/** Bytes of the first read. */
const FIRST_PIECE_SIZE = 1 << 16;

/** Result of one read, with the state of the stream after it. */
export interface ReadAheadPiece {
  /** Undefined after the last piece. */
  readonly bytes: Uint8Array | undefined;
  readonly bytesRead: number;
  readonly damage: string | undefined;
  readonly isDecompressed: boolean;
}

interface ReadAheadFile {
  /** Reads the next piece. Concurrent calls are answered in order. */
  next(): Promise<ReadAheadPiece>;
}

const endpoint = {
  open(file: Readable): ReadAheadFile {
    const open = () => streamFrom(file);
    const opened = decompress(open(), Math.min(FIRST_PIECE_SIZE, file.size), FIRST_PIECE_SIZE, open);
    // The first read reports the error.
    opened.catch(() => {});
    let isFirst = true;
    let previous: Promise<unknown> = Promise.resolve();
    const read = async (): Promise<ReadAheadPiece> => {
      const { stream, buffer, count, isCompressed } = await opened;
      const piece = isFirst ? buffer.subarray(0, count) : await readBlock(stream, PIECE_SIZE);
      isFirst = false;
      const { bytesRead, damage } = stream;
      const bytes = piece.length > 0 ? piece : undefined;
      const answer = { bytes, bytesRead, damage, isDecompressed: isCompressed };
      return bytes ? Comlink.transfer(answer, [bytes.buffer]) : answer;
    };
    const next = () => {
      const answer = previous.then(read);
      previous = answer;
      return answer;
    };
    return Comlink.proxy({ next });
  },
};

export type ReadAheadEndpoint = typeof endpoint;

exposeMethods(endpoint);
