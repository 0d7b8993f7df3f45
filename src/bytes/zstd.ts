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
/** Size of `ZSTD_outBuffer` and `ZSTD_inBuffer` together, each { pointer, size, pos }. */
const BUFFER_STRUCTS_SIZE = 24;

type Exports = Awaited<ReturnType<typeof load>>;

/** Shared by all streams, because WebAssembly memory never shrinks. */
let instance: Promise<Exports> | undefined;

/** zstd's streaming interface (lib/zstd.h v1.5) and its allocator. */
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
    free: callable('free'),
    ZSTD_createDCtx: callable('ZSTD_createDCtx'),
    ZSTD_freeDCtx: callable('ZSTD_freeDCtx'),
    /** (context, output, input) → preferred size of the next input, 0 at the end of a frame, or a negated error code. */
    ZSTD_decompressStream: callable('ZSTD_decompressStream'),
  };
}

export class ZstdDecoder implements Decoder {
  private readonly wasm: Exports;
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
    instance ??= load();
    return new ZstdDecoder(await instance);
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
    while (this.input.length > 0 || this.hasMore) {
      const count = this.step(into);
      if (count > 0) return count;
    }
    return 0;
  }

  end(): void {
    this.free();
    if (this.nextSize > 0) throw new Error('its zstd data is truncated');
  }

  /** Decodes at most one block, so that a damaged block loses nothing before it. */
  private step(into: Uint8Array): number {
    const { wasm, source, target, buffers } = this;
    // The preferred size includes the three-byte header of the following block.
    const wanted = this.nextSize > 3 ? this.nextSize - 3 : Math.max(1, this.nextSize);
    // Drain pending output first, so that it is delivered even if the next block is damaged.
    const size = this.hasMore ? 0 : Math.min(this.input.length, wanted, BUFFER_SIZE);
    const room = Math.min(into.length, BUFFER_SIZE);
    this.refreshViews();
    this.bytes.set(this.input.subarray(0, size), source);
    [target, room, 0, source, size, 0].forEach((value, i) =>
      this.view.setUint32(buffers + i * 4, value, true),
    );
    const result = wasm.ZSTD_decompressStream(this.context, buffers, buffers + 12) >>> 0;
    if (result > FIRST_ERROR) {
      this.free();
      throw new Error(reasonOf(2 ** 32 - result));
    }
    this.refreshViews();
    const count = this.view.getUint32(buffers + 8, true);
    this.input = this.input.subarray(this.view.getUint32(buffers + 20, true));
    this.nextSize = result;
    this.hasMore = result !== 0 && count === room;
    into.set(this.bytes.subarray(target, target + count));
    return count;
  }

  /** Frees the decoder, whose window alone may take 128 MB. After this, no output can be taken. */
  private free(): void {
    this.wasm.ZSTD_freeDCtx(this.context);
    for (const pointer of [this.source, this.target, this.buffers]) this.wasm.free(pointer);
    this.input = new Uint8Array(0);
    this.hasMore = false;
  }

  /** Recreates the views if memory growth replaced the buffer. */
  private refreshViews(): void {
    if (this.view.buffer === this.wasm.memory.buffer) return;
    this.bytes = new Uint8Array(this.wasm.memory.buffer);
    this.view = new DataView(this.wasm.memory.buffer);
  }
}

function reasonOf(code: number): string {
  if (code === WINDOW_TOO_LARGE)
    return 'its zstd window is larger than 128 MB; recompress it with --long=27 or less';
  return `its zstd data is corrupt (error ${code})`;
}
