// zstd (RFC 8878) by the decoder of zstd itself, compiled to WebAssembly by the package `zstddec`. The package's own
// JavaScript loops for ever on damaged input and fetches a data: URL, so only its code is taken (scripts/wasm.ts)
// and driven here: 3.8 GB/s on a 128 MB window where a decoder in JavaScript gives 14 MB/s.
//
// Windows up to 128 MB (`--long=27`); frames that ask for more are refused by the decoder before it allocates.

import type { Decoder } from './decoder.ts';
import { compiledCode, exportedFunction, exportedMemory } from './wasm-code.ts';

/** What the compiled code exports: zstd's streaming interface (lib/zstd.h v1.5) and its allocator. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(pointer: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  /** The size of the next piece of input it would like, 0 at the end of a frame, or minus an error code. */
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

/** Room for one block of input and of output: ZSTD_BLOCKSIZE_MAX is 128 kB, and a header goes before it. */
const ROOM = (128 << 10) + 64;
/** Results above this are errors: -ZSTD_error_maxCode, as an unsigned 32-bit number (lib/zstd_errors.h). */
const FIRST_ERROR = 0xffffff88;
const WINDOW_TOO_LARGE = 16;
/** `ZSTD_outBuffer` and `ZSTD_inBuffer` are each { pointer, size, pos }. */
const BUFFERS = 24;

/** One instance for all streams: its memory never shrinks. */
let instance: Promise<Exports> | undefined;

async function load(): Promise<Exports> {
  const code = await WebAssembly.instantiate(await compiledCode('zstd'), {
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
  /** Compressed bytes that were fed and not taken in yet. */
  private input: Uint8Array = new Uint8Array(0);
  /** How much input the decoder would like next; 0 between frames. */
  private wanted = 0;
  /** Did the last step fill its output, so that more may be waiting inside? */
  private more = false;

  static async create(): Promise<ZstdDecoder> {
    instance ??= load();
    return new ZstdDecoder(await instance);
  }

  private constructor(wasm: Exports) {
    this.wasm = wasm;
    this.source = wasm.malloc(ROOM);
    this.target = wasm.malloc(ROOM);
    this.buffers = wasm.malloc(BUFFERS);
    this.context = wasm.ZSTD_createDCtx();
    if (!this.source || !this.target || !this.buffers || !this.context)
      throw new Error('there is no memory for zstd');
  }

  feed(bytes: Uint8Array): void {
    this.input = bytes;
  }

  take(into: Uint8Array): number {
    while (this.input.length > 0 || this.more) {
      const count = this.step(into);
      if (count > 0) return count;
    }
    return 0;
  }

  end(): void {
    this.free();
    if (this.wanted > 0) throw new Error('its zstd data are cut');
  }

  /** One block at most, so that a damage loses nothing before its own block. */
  private step(into: Uint8Array): number {
    const { wasm, source, target, buffers } = this;
    // Three bytes of what it asks for are the header of the block after the next.
    const wanted = this.wanted > 3 ? this.wanted - 3 : Math.max(1, this.wanted);
    // What waits inside is taken first, so that it is out when the next block turns out to be damaged.
    const size = this.more ? 0 : Math.min(this.input.length, wanted, ROOM);
    const room = Math.min(into.length, ROOM);
    this.refresh();
    this.bytes.set(this.input.subarray(0, size), source);
    [target, room, 0, source, size, 0].forEach((value, i) =>
      this.view.setUint32(buffers + i * 4, value, true),
    );
    const result = wasm.ZSTD_decompressStream(this.context, buffers, buffers + 12) >>> 0;
    if (result > FIRST_ERROR) {
      this.free();
      throw new Error(reasonOf(2 ** 32 - result));
    }
    this.refresh();
    const count = this.view.getUint32(buffers + 8, true);
    this.input = this.input.subarray(this.view.getUint32(buffers + 20, true));
    this.wanted = result;
    this.more = result !== 0 && count === room;
    into.set(this.bytes.subarray(target, target + count));
    return count;
  }

  /** Nothing can be taken after this: a window alone may be 128 MB. */
  private free(): void {
    this.wasm.ZSTD_freeDCtx(this.context);
    for (const pointer of [this.source, this.target, this.buffers]) this.wasm.free(pointer);
    this.input = new Uint8Array(0);
    this.more = false;
  }

  /** Memory that grew is another buffer. */
  private refresh(): void {
    if (this.view.buffer === this.wasm.memory.buffer) return;
    this.bytes = new Uint8Array(this.wasm.memory.buffer);
    this.view = new DataView(this.wasm.memory.buffer);
  }
}

function reasonOf(code: number): string {
  if (code === WINDOW_TOO_LARGE)
    return 'its zstd window is larger than 128 MB; compress it again with --long=27 or less';
  return `its zstd data are corrupt (error ${code})`;
}
