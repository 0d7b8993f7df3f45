// Finds what the user probably meant.

/** Number of typos that are still the same word. */
const MAX_TYPOS = 2;

/** `: did you mean record?`; empty if no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const ranked = names
    .map((name) => ({ name, typos: typosBetween(word, name) }))
    .filter(({ name, typos }) => typos <= MAX_TYPOS && typos < name.length / 2)
    .sort((a, b) => a.typos - b.typos);
  const [nearest] = ranked;
  return nearest ? `: did you mean ${nearest.name}?` : '';
}

/** Characters to insert, delete, replace or swap with the next one (optimal string alignment). */
function typosBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          rows[i - 1][j] + 1,
          row[j - 1] + 1,
          rows[i - 1][j - 1] + (isSame ? 0 : 1),
          isSwapped ? rows[i - 2][j - 2] + 1 : Infinity,
        ),
      );
    }
  }
  return rows[a.length][b.length];
}
