/** URLs of third-party WebAssembly code, resolved by scripts/wasm.ts. */
declare module 'virtual:*-wasm' {
  const url: string;
  export default url;
}
