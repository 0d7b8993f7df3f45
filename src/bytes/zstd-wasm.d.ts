/** Resolved by scripts/zstd-wasm.ts. */
declare module 'virtual:zstd-wasm' {
  /** Where zstd's decoder, compiled to WebAssembly, can be fetched from. */
  const url: string;
  export default url;
}
