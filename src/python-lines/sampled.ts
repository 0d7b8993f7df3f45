// Limits how many rows are searched.

/** At most `most` of the rows, evenly spread. */
export function sampled<T>(rows: readonly T[], most: number): readonly T[] {
  const step = rows.length / most;
  return step <= 1 ? rows : Array.from({ length: most }, (_, i) => rows[Math.floor(i * step)]);
}
