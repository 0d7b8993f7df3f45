// URLs of third-party WebAssembly code, resolved by scripts/wasm.ts.

/** The reference zstd decoder. */
declare module 'virtual:zstd-wasm' {
  const url: string;
  export default url;
}

/** XZ Embedded from the package `xz-decompress`. */
declare module 'virtual:xz-wasm' {
  const url: string;
  export default url;
}

/** The demanglers from the package `gecko-profiler-demangle`. */
declare module 'virtual:demangler-wasm' {
  const url: string;
  export default url;
}
