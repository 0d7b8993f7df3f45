// Compares build IDs in lower-case hex, which may be empty if unknown.

/** True if both build IDs are known and differ. */
export function isOtherBuild(a: string, b: string): boolean {
  return a !== '' && b !== '' && trimBuildId(a) !== trimBuildId(b);
}

/** Removes the zeros with which old versions of perf pad build IDs. */
export function trimBuildId(buildId: string): string {
  return buildId.replace(/(?:00)+$/, '');
}
