// A Decoder that turns text into other text: subclasses say what each run of bytes becomes.

import type { Decoder } from './decoder.ts';

export abstract class RewrittenText implements Decoder {
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

  /** The text that `bytes` add to the output. */
  protected abstract rewrite(bytes: Uint8Array): string;

  /** The rest of the output, once all bytes have come. Throws when they end too early. */
  protected abstract finish(): string;
}
