// The interface of a streaming decompressor.

/** Decodes compressed bytes incrementally. All methods throw on damaged input, with the reason as the message. */
export interface Decoder {
  /** Supplies more compressed bytes. Call only after `take` has returned 0. */
  feed(bytes: Uint8Array): void;
  /** Writes decoded bytes to `into` and returns their count; 0 when it needs more input. */
  take(into: Uint8Array): number;
  /** Signals the end of the input; throws if the input is truncated. */
  end(): void;
}
