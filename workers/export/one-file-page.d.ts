// URL of the one-file page, resolved by scripts/one-file.ts.

declare module 'virtual:one-file' {
  const url: string;
  export default url;
}
