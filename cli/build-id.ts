// Compares build IDs in lower-case hex.

/**
 * Recordings of old versions of perf pad build IDs with zeros to 20 bytes. Files without an ID do not match, as in
 * perf.
 */
export function isSameBuild(recorded: string, own: string): boolean {
  return own !== '' && recorded.startsWith(own) && /^0*$/.test(recorded.slice(own.length));
}
