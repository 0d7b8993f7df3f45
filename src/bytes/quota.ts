// Limits the memory used by files opened together, since a small archive may contain any number of bytes and members.
// A quota is plain data, so code that only passes it along does not load this module.

export interface Quota {
  /** Remaining allowance. */
  bytes: number;
  members: number;
  /** Initial allowance. */
  readonly limit: { readonly bytes: number; readonly members: number };
}

/** Claims memory; returns false and claims nothing if it exceeds the quota. */
export function claimBytes(quota: Quota, bytes: number): boolean {
  if (bytes > quota.bytes) return false;
  quota.bytes -= bytes;
  return true;
}

/** The limit as a noun phrase. */
export function describeLimit({ limit: { bytes, members } }: Quota): string {
  const megabytes = Math.floor(bytes / 1e6).toLocaleString('en');
  return `the limit of ${megabytes} MB or ${members.toLocaleString('en')} files in total`;
}
