// Resolved by scripts/one-file.ts: where the page in one file can be fetched from.

declare module 'virtual:one-file' {
  const url: string;
  export default url;
}
