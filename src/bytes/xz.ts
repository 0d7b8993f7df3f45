// xz (https://tukaani.org/xz/xz-file-format.txt) by XZ Embedded, compiled to WebAssembly by the package `xz-decompress`.
// The package's own JavaScript loses what came out before a damage, so only its code is taken (scripts/wasm.ts) and
// driven here.
//
// Dictionaries up to 64 MB, which is what `xz -9` asks for, checked by CRC32, CRC64 or not at all, without BCJ filters:
// what asks for more is refused before it allocates. Each decoder has a memory of its own, which goes away with it.

import type { Decoder } from './decoder.ts';
import { compiledCode, exportedFunction, exportedMemory } from './wasm-code.ts';

/** `enum xz_ret` of XZ Embedded (linux/include/linux/xz.h). */
const OK = 0;
const STREAM_END = 1;
const NO_MEMORY = 3;
const DICTIONARY_TOO_LARGE = 4;
const UNKNOWN_OPTIONS = 6;
/** It could not go on for the second time. */
const STUCK = 8;

/**
 * `DecompressionContext` of xz-decompress 0.2.3 (src/native/xz-decompress.h) as 32-bit words: the size of its two
 * buffers, and xz.h's `struct xz_buf`.
 */
const Word = { size: 0, input: 1, inputAt: 2, inputSize: 3, output: 4, outputAt: 5 } as const;

/** Plain bytes a packed file inside another may have. */
const LARGEST_WHOLE = 512 << 20;

export class XzDecoder implements Decoder {
  private readonly memory: WebAssembly.Memory;
  private readonly supply: (context: number, size: number) => unknown;
  private readonly run: (context: number) => unknown;
  private readonly context: number;
  private bytes = new Uint8Array(0);
  private words = new Uint32Array(0);
  /** Compressed bytes that were fed and not taken in yet. */
  private input: Uint8Array = new Uint8Array(0);
  /** Of the plain bytes in the output buffer, those that were taken. */
  private taken = 0;
  /** Did the last step fill the output buffer, so that more may be waiting inside? */
  private more = false;
  /** What is wrong; said when all that came out before was taken. */
  private failure: Error | undefined;

  static async create(): Promise<XzDecoder> {
    return new XzDecoder(await WebAssembly.instantiate(await compiledCode('xz')));
  }

  private constructor(instance: WebAssembly.Instance) {
    this.memory = exportedMemory(instance, 'memory');
    this.supply = exportedFunction(instance, 'supply_input');
    this.run = exportedFunction(instance, 'get_next_output');
    this.context = Number(exportedFunction(instance, 'create_context')());
    if (this.context === 0) throw new Error('there is no memory for xz');
    this.refresh();
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
    // Without input means: no more comes.
    const result = this.decode(0);
    if (result === OK || result === STUCK) throw new Error('its xz data are cut');
    if (result !== STREAM_END) throw new Error(reasonOf(result));
  }

  private canStep(): boolean {
    return this.more || this.input.length > 0 || this.words[Word.inputAt] < this.words[Word.inputSize];
  }

  /** Fills the output buffer, or uses up the input buffer. */
  private step(): void {
    const { words } = this;
    words[Word.outputAt] = 0;
    this.taken = 0;
    let size: number | undefined;
    if (!this.more && words[Word.inputAt] === words[Word.inputSize]) {
      size = Math.min(this.input.length, words[Word.size]);
      this.bytes.set(this.input.subarray(0, size), words[Word.input]);
      this.input = this.input.subarray(size);
    }
    const result = this.decode(size);
    if (result !== OK) this.failure = new Error(reasonOf(result));
    this.more = this.words[Word.outputAt] === this.words[Word.size];
  }

  /** With so many new bytes in the input buffer; undefined goes on with those that are there. */
  private decode(size: number | undefined): number {
    try {
      if (size !== undefined) this.supply(this.context, size);
      return Number(this.run(this.context));
    } catch (error) {
      // The code itself went wrong: nothing in its memory can be relied on.
      this.words[Word.outputAt] = 0;
      this.failure = new Error(`its xz data cannot be unpacked (${String(error)})`);
      throw this.failure;
    } finally {
      this.refresh();
    }
  }

  /** Memory that grew is another buffer. */
  private refresh(): void {
    const { buffer } = this.memory;
    if (this.bytes.buffer === buffer) return;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer, this.context);
  }
}

function reasonOf(result: number): string {
  if (result === NO_MEMORY) return 'there is no memory for its xz dictionary';
  if (result === DICTIONARY_TOO_LARGE)
    return 'its xz dictionary is larger than 64 MB; compress it again with -9 or less';
  if (result === UNKNOWN_OPTIONS)
    return 'its xz data have a filter or a check that cannot be read here; compress them again with: xz --check=crc64';
  return `its xz data are corrupt (error ${result})`;
}

/** A whole xz file in memory, as .gnu_debugdata holds one. Throws when it is damaged or has more than 512 MB inside. */
export async function unxz(packed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const decoder = await XzDecoder.create();
  decoder.feed(packed);
  let plain = new Uint8Array(Math.min(LARGEST_WHOLE, Math.max(1 << 16, packed.length * 4)));
  for (let filled = 0; ;) {
    const count = decoder.take(plain.subarray(filled));
    if (count === 0) {
      decoder.end();
      return plain.subarray(0, filled);
    }
    filled += count;
    if (filled < plain.length) continue;
    if (filled >= LARGEST_WHOLE) throw new Error('its xz data are larger than 512 MB unpacked');
    const larger = new Uint8Array(Math.min(LARGEST_WHOLE, plain.length * 2));
    larger.set(plain);
    plain = larger;
  }
}
