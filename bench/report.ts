// How figures are printed: what was measured, the figure, what it is held against in the same run, and the target.

export interface Row {
  readonly what: string;
  readonly figure: string;
  /** The same thing measured another way in this run, or nothing to hold it against. */
  readonly against: string;
  readonly target: string;
  readonly isReached: boolean;
}

export function printRows(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}\n`);
  for (const { what, figure, against, target, isReached } of rows) {
    process.stdout.write(
      `  ${isReached ? 'reached' : 'MISSED '}  ${what}: ${figure}; ${against}; target ${target}\n`,
    );
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
