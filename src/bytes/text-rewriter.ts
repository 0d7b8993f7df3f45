// Base class of decoders that rewrite text.

import type { Decoder } from './decoder.ts';

export abstract class TextRewriter implements Decoder {
  private readonly encoder = new TextEncoder();
  private output = new Uint8Array(0);

  feed(bytes: Uint8Array): void {
    this.output = this.encoder.encode(this.rewrite(bytes));
  }

  take(into: Uint8Array): number {
    const count = Math.min(into.length, this.output.length);
    into.set(this.output.subarray(0, count));
    this.output = this.output.subarray(count);
    return count;
  }

  end(): void {
    this.output = this.encoder.encode(this.finish());
  }

  /** Returns the output for `bytes`. */
  protected abstract rewrite(bytes: Uint8Array): string;

  /** Returns the remaining output after the last input. Throws if the input is truncated. */
  protected abstract finish(): string;
}
