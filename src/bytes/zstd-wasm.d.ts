// Resolved by scripts/wasm.ts: where code that was compiled to WebAssembly can be fetched from.

/** zstd's decoder. */
declare module 'virtual:zstd-wasm' {
  const url: string;
  export default url;
}

/** XZ Embedded, as the package `xz-decompress` has it. */
declare module 'virtual:xz-wasm' {
  const url: string;
  export default url;
}

/** The demanglers of the package `gecko-profiler-demangle`. */
declare module 'virtual:demangler-wasm' {
  const url: string;
  export default url;
}
