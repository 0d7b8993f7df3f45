// Compares build ids, in lower-case hex.

/** Recordings of an old perf fill ids up with zeros to 20 bytes. A file that has lost its id is not taken, as by perf. */
export function isSameBuild(recorded: string, own: string): boolean {
  return own !== '' && recorded.startsWith(own) && /^0*$/.test(recorded.slice(own.length));
}
