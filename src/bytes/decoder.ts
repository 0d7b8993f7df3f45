// What takes one kind of compression off, whoever feeds it: gzip.ts, zstd.ts and xz.ts.

/** Turns compressed bytes into plain ones, piece by piece. All of it throws on damage, with what is wrong as the message. */
export interface Decoder {
  /** Takes more compressed bytes, after all that came out of those before was taken. */
  feed(bytes: Uint8Array): void;
  /** Puts plain bytes into `into`, says how many; 0 when it needs more compressed ones. */
  take(into: Uint8Array): number;
  /** No more bytes come: throws when that is too early. */
  end(): void;
}
