// Compares versions such as `3.13` or `6.7.2`.

/** Negative if `a` is earlier than `b`. Missing parts count as 0, and anything after the numbers is ignored. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => (version.match(/\d+/g) ?? []).map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** False for an unknown (empty) version. */
export function isBefore(version: string, limit: string): boolean {
  return version !== '' && compareVersions(version, limit) < 0;
}
