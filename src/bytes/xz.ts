// Decodes xz (https://tukaani.org/xz/xz-file-format.txt) with XZ Embedded, compiled to WebAssembly by the package
// `xz-decompress`. The package's own JavaScript loses output that precedes damage, so only its WebAssembly is used
// (scripts/wasm.ts).
//
// Supports dictionaries up to 64 MB (`xz -9`) with CRC32, CRC64 or no check, and no BCJ filters; anything else is rejected
// before allocating memory. Each decoder has its own memory, which is freed with the decoder.

import type { Decoder } from './decoder.ts';
import { concatBytes } from './random-access.ts';
import { loadWasm, exportedFunction, exportedMemory } from './load-wasm.ts';

/** `enum xz_ret` of XZ Embedded (linux/include/linux/xz.h). */
const OK = 0;
const STREAM_END = 1;
const NO_MEMORY = 3;
const DICTIONARY_TOO_LARGE = 4;
const UNKNOWN_OPTIONS = 6;
/** No progress in two consecutive calls (XZ_BUF_ERROR). */
const NO_PROGRESS = 8;

/**
 * `DecompressionContext` of xz-decompress 0.2.3 (src/native/xz-decompress.h) in 32-bit words: the size of its two
 * buffers, then xz.h's `struct xz_buf`.
 */
const Word = { size: 0, input: 1, inputAt: 2, inputSize: 3, output: 4, outputAt: 5 } as const;

/** Maximum decompressed size of an xz-compressed section. */
const MAX_UNPACKED_SIZE = 512 << 20;
/** Decompressed bytes to take at a time. */
const PIECE_SIZE = 1 << 16;

export class XzDecoder implements Decoder {
  private readonly memory: WebAssembly.Memory;
  private readonly supply: (context: number, size: number) => unknown;
  private readonly run: (context: number) => unknown;
  private readonly context: number;
  private bytes = new Uint8Array(0);
  private words = new Uint32Array(0);
  /** Compressed bytes fed but not yet copied to the input buffer. */
  private input: Uint8Array = new Uint8Array(0);
  /** Number of bytes already taken from the output buffer. */
  private taken = 0;
  /** True if the last step filled the output buffer, so more output may be pending. */
  private hasMore = false;
  /** Thrown once all earlier output has been taken. */
  private failure: Error | undefined;

  static async create(): Promise<XzDecoder> {
    return new XzDecoder(await WebAssembly.instantiate(await loadWasm('xz')));
  }

  private constructor(instance: WebAssembly.Instance) {
    this.memory = exportedMemory(instance, 'memory');
    this.supply = exportedFunction(instance, 'supply_input');
    this.run = exportedFunction(instance, 'get_next_output');
    this.context = Number(exportedFunction(instance, 'create_context')());
    if (this.context === 0) throw new Error('not enough memory for xz');
    this.refreshViews();
  }

  feed(bytes: Uint8Array): void {
    this.input = bytes;
  }

  take(into: Uint8Array): number {
    for (;;) {
      const count = Math.min(this.words[Word.outputAt] - this.taken, into.length);
      if (count > 0) {
        const start = this.words[Word.output] + this.taken;
        into.set(this.bytes.subarray(start, start + count));
        this.taken += count;
        return count;
      }
      if (this.failure) throw this.failure;
      if (into.length === 0 || !this.canStep()) return 0;
      this.step();
    }
  }

  end(): void {
    if (this.failure) throw this.failure;
    // Zero new bytes signal the end of the input.
    const result = this.decode(0);
    if (result === OK || result === NO_PROGRESS) throw new Error('its xz data is truncated');
    if (result !== STREAM_END) throw new Error(reasonOf(result));
  }

  private canStep(): boolean {
    return this.hasMore || this.input.length > 0 || this.words[Word.inputAt] < this.words[Word.inputSize];
  }

  /** Fills the output buffer or consumes the input buffer. */
  private step(): void {
    const { words } = this;
    words[Word.outputAt] = 0;
    this.taken = 0;
    let size: number | undefined;
    if (!this.hasMore && words[Word.inputAt] === words[Word.inputSize]) {
      size = Math.min(this.input.length, words[Word.size]);
      this.bytes.set(this.input.subarray(0, size), words[Word.input]);
      this.input = this.input.subarray(size);
    }
    const result = this.decode(size);
    if (result !== OK) this.failure = new Error(reasonOf(result));
    this.hasMore = this.words[Word.outputAt] === this.words[Word.size];
  }

  /** Decodes `size` new bytes in the input buffer; if undefined, continues with the bytes already there. */
  private decode(size: number | undefined): number {
    try {
      if (size !== undefined) this.supply(this.context, size);
      return Number(this.run(this.context));
    } catch (error) {
      // The WebAssembly code trapped, so its memory is unreliable.
      this.words[Word.outputAt] = 0;
      this.failure = new Error(`its xz data cannot be decompressed (${String(error)})`);
      throw this.failure;
    } finally {
      this.refreshViews();
    }
  }

  /** Recreates the views if memory growth replaced the buffer. */
  private refreshViews(): void {
    const { buffer } = this.memory;
    if (this.bytes.buffer === buffer) return;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer, this.context);
  }
}

function reasonOf(result: number): string {
  if (result === NO_MEMORY) return 'not enough memory for its xz dictionary';
  if (result === DICTIONARY_TOO_LARGE)
    return 'its xz dictionary is larger than 64 MB; recompress it with -9 or less';
  if (result === UNKNOWN_OPTIONS)
    return 'its xz data uses an unsupported filter or check; recompress it with: xz --check=crc64';
  return `its xz data is corrupt (error ${result})`;
}

/** Decompresses an xz file in memory, such as .gnu_debugdata. Throws if it is damaged or decompresses to over 512 MB. */
export async function unxz(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const decoder = await XzDecoder.create();
  decoder.feed(packed);
  const room = new Uint8Array(PIECE_SIZE);
  const pieces: Uint8Array[] = [];
  for (let size = 0; size < MAX_UNPACKED_SIZE;) {
    const count = decoder.take(room);
    if (count === 0) {
      decoder.end();
      return concatBytes(pieces);
    }
    pieces.push(room.slice(0, count));
    size += count;
  }
  throw new Error('its xz data exceeds 512 MB when decompressed');
}
