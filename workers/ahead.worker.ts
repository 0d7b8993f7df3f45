// Worker that reads files ahead: receives a file and returns its decompressed bytes piece by piece.

import * as Comlink from 'comlink';
import { nextBlock } from '../src/bytes/byte-stream.ts';
import { decompress } from '../src/bytes/decompress.ts';
import { answerWith } from './subworker.ts';
import { streamFrom, type Readable } from './readable.ts';

/** Bytes per read, except the first. */
const PIECE = 4 << 20;
/** Bytes of the first read. */
const FIRST = 1 << 16;

/** Result of one read, with the state of the stream after it. */
export interface AheadPiece {
  /** Undefined after the last piece. */
  readonly bytes: Uint8Array | undefined;
  readonly bytesRead: number;
  readonly damage: string | undefined;
  readonly isDecompressed: boolean;
}

/** A file that is read from its start. */
export interface AheadFile {
  /** Concurrent calls are answered in order. */
  next(): Promise<AheadPiece>;
}

const endpoint = {
  open(file: Readable): AheadFile {
    const open = () => streamFrom(file);
    const opened = decompress(open(), Math.min(FIRST, file.size), FIRST, open);
    // The error is reported by the first read.
    opened.catch(() => {});
    let isFirst = true;
    let last: Promise<unknown> = Promise.resolve();
    const read = async (): Promise<AheadPiece> => {
      const { stream, buffer, count, isCompressed } = await opened;
      const piece = isFirst ? buffer.subarray(0, count) : await nextBlock(stream, PIECE);
      isFirst = false;
      const { bytesRead, damage } = stream;
      const bytes = piece.length > 0 ? piece : undefined;
      const answer = { bytes, bytesRead, damage, isDecompressed: isCompressed };
      return bytes ? Comlink.transfer(answer, [bytes.buffer]) : answer;
    };
    const next = () => {
      const answer = last.then(read);
      last = answer;
      return answer;
    };
    return Comlink.proxy({ next });
  },
};

export type AheadEndpoint = typeof endpoint;

answerWith(endpoint);
