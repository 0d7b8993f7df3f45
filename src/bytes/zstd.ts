// Decodes zstd (RFC 8878) with the reference decoder, compiled to WebAssembly by the package `zstddec`. The package's own
// JavaScript loops forever on damaged input and fetches a data: URL, so only its WebAssembly is used (scripts/wasm.ts).
// It decodes 3.8 GB/s with a 128 MB window; a JavaScript decoder manages 14 MB/s.
//
// Supports windows up to 128 MB (`--long=27`); the decoder rejects larger ones before allocating memory.

import type { Decoder } from './decoder.ts';
import { loadWasm, exportedFunction, exportedMemory } from './load-wasm.ts';

/** Buffer size for one block of input or output: ZSTD_BLOCKSIZE_MAX is 128 kB, plus a header. */
const BUFFER_SIZE = (128 << 10) + 64;
/** Results above this are errors: -ZSTD_error_maxCode as an unsigned 32-bit number (lib/zstd_errors.h). */
const FIRST_ERROR = 0xffffff88;
const WINDOW_TOO_LARGE = 16;
const NOT_ENOUGH_MEMORY = 64;
/** Size of `ZSTD_outBuffer` and `ZSTD_inBuffer` together, each { pointer, size, pos }. */
const BUFFER_STRUCTS_SIZE = 24;

type Exports = Awaited<ReturnType<typeof load>>;

/** zstd's streaming interface (lib/zstd.h v1.5) and its allocator, with memory of their own. */
async function load() {
  const code = await WebAssembly.instantiate(await loadWasm('zstd'), {
    env: { emscripten_notify_memory_growth: () => {} },
  });
  const callable = (name: string) => {
    const f = exportedFunction(code, name);
    return (...numbers: number[]) => Number(f(...numbers));
  };
  return {
    memory: exportedMemory(code, 'memory'),
    malloc: callable('malloc'),
    ZSTD_createDCtx: callable('ZSTD_createDCtx'),
    /** (context, output, input) → preferred size of the next input, 0 at the end of a frame, or a negated error code. */
    ZSTD_decompressStream: callable('ZSTD_decompressStream'),
  };
}

/** Its window alone may take 128 MB, which are freed with it: many streams are not read to their end. */
export class ZstdDecoder implements Decoder {
  /** Undefined after the end of the input or a failure. */
  private wasm: Exports | undefined;
  private readonly context: number;
  private readonly source: number;
  private readonly target: number;
  private readonly buffers: number;
  private bytes: Uint8Array = new Uint8Array(0);
  private view = new DataView(new ArrayBuffer(0));
  /** Compressed bytes fed but not yet decoded. */
  private input: Uint8Array = new Uint8Array(0);
  /** Preferred size of the next input; 0 between frames. */
  private nextSize = 0;
  /** True if the last step filled its output, so more may be pending. */
  private hasMore = false;

  static async create(): Promise<ZstdDecoder> {
    return new ZstdDecoder(await load());
  }

  private constructor(wasm: Exports) {
    this.wasm = wasm;
    this.source = wasm.malloc(BUFFER_SIZE);
    this.target = wasm.malloc(BUFFER_SIZE);
    this.buffers = wasm.malloc(BUFFER_STRUCTS_SIZE);
    this.context = wasm.ZSTD_createDCtx();
    if (!this.source || !this.target || !this.buffers || !this.context)
      throw new Error('not enough memory for zstd');
  }

  feed(bytes: Uint8Array): void {
    this.input = bytes;
  }

  take(into: Uint8Array): number {
    while (this.wasm && (this.input.length > 0 || this.hasMore)) {
      const count = this.step(this.wasm, into);
      if (count > 0) return count;
    }
    return 0;
  }

  end(): void {
    this.release();
    if (this.nextSize > 0) throw new Error('its zstd data is truncated');
  }

  /** Decodes at most one block, so that a damaged block loses nothing before it. */
  private step(wasm: Exports, into: Uint8Array): number {
    const { source, target, buffers } = this;
    // The preferred size includes the three-byte header of the following block.
    const requested = this.nextSize > 3 ? this.nextSize - 3 : Math.max(1, this.nextSize);
    // Drain pending output first, so that it is delivered even if the next block is damaged.
    const size = this.hasMore ? 0 : Math.min(this.input.length, requested, BUFFER_SIZE);
    const room = Math.min(into.length, BUFFER_SIZE);
    this.refreshViews(wasm);
    this.bytes.set(this.input.subarray(0, size), source);
    [target, room, 0, source, size, 0].forEach((value, i) =>
      this.view.setUint32(buffers + i * 4, value, true),
    );
    const result = wasm.ZSTD_decompressStream(this.context, buffers, buffers + 12) >>> 0;
    if (result > FIRST_ERROR) {
      this.release();
      throw new Error(reasonOf(2 ** 32 - result));
    }
    this.refreshViews(wasm);
    const count = this.view.getUint32(buffers + 8, true);
    this.input = this.input.subarray(this.view.getUint32(buffers + 20, true));
    this.nextSize = result;
    this.hasMore = result !== 0 && count === room;
    into.set(this.bytes.subarray(target, target + count));
    return count;
  }

  /** Drops the memory, because streams may be kept after their end. */
  private release(): void {
    this.wasm = undefined;
    this.bytes = new Uint8Array(0);
    this.view = new DataView(new ArrayBuffer(0));
  }

  /** Recreates the views if memory growth replaced the buffer. */
  private refreshViews({ memory: { buffer } }: Exports): void {
    if (this.view.buffer === buffer) return;
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
  }
}

function reasonOf(code: number): string {
  if (code === WINDOW_TOO_LARGE)
    return 'its zstd window is larger than 128 MB; recompress it with --long=27 or less';
  if (code === NOT_ENOUGH_MEMORY) return 'there is not enough memory to decompress its zstd data';
  return `its zstd data is corrupt (error ${code})`;
}
