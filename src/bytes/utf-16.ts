// Converts a UTF-16 stream to UTF-8: PowerShell's `>` writes UTF-16 with a byte order mark.

import { TextRewriter } from './decoder.ts';

export class Utf16Decoder extends TextRewriter {
  private readonly decoder: TextDecoder;
  /** True after an odd number of bytes. */
  private isOdd = false;

  constructor(encoding: 'utf-16le' | 'utf-16be') {
    super();
    this.decoder = new TextDecoder(encoding);
  }

  protected rewrite(bytes: Uint8Array): string {
    if (bytes.length % 2 !== 0) this.isOdd = !this.isOdd;
    return this.decoder.decode(bytes, { stream: true });
  }

  protected finish(): string {
    if (this.isOdd) throw new Error('its UTF-16 text ends in the middle of a character');
    return this.decoder.decode();
  }
}
