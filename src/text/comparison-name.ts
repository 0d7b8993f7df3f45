// Names a comparison by the recordings of its sides.

import { formatList } from './format.ts';
import { quoted } from './quoted.ts';

/** Maximum number of recordings of a side that are listed by name. */
const MAX_NAMES = 3;

/** `base-1, base-2 → new-1`, or `base-1 and 4 more → new-1`. */
export function comparisonName(a: readonly string[], b: readonly string[]): string {
  return [a, b].map(sideNames).join(' → ');
}

function sideNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  return names.length > MAX_NAMES ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
}

/** `“base” with “new-1” and “new-2”`, or `parts of “base”`. */
export function comparedNames(a: readonly string[], b: readonly string[]): string {
  const isWithin = new Set([...a, ...b]).size === 1;
  if (isWithin) return `parts of ${quoted(a[0])}`;
  return [a, b].map((names) => formatList([...new Set(names)].map(quoted), MAX_NAMES)).join(' with ');
}
