// What a decoder of a stream implements, and one that rewrites text.

/** Decodes compressed bytes incrementally. All methods throw on damaged input, with the reason as the message. */
export interface Decoder {
  /** Supplies more compressed bytes. Call only after `take` has returned 0. */
  feed(bytes: Uint8Array): void;
  /** Writes decoded bytes to `into` and returns their count; 0 when it needs more input. */
  take(into: Uint8Array): number;
  /** Signals the end of the input; throws if the input is truncated. */
  end(): void;
}

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

  protected abstract rewrite(bytes: Uint8Array): string;

  /** Returns the remaining output after the last input. Throws if the input is truncated. */
  protected abstract finish(): string;
}
