// Rewrites links of earlier versions as links of this version, so that they keep working.

/** Renamed keys, old to new. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['box', 'node'],
  ['seen', 'visible'],
  ['box2', 'node2'],
  ['seen2', 'visible2'],
]);

/**
 * Converts each `key=value` to the current version. Links without a version contain numbers of nodes, threads and
 * rows, which are still read: they are valid for the same recording with the same selection.
 */
export function upgraded(parts: readonly string[]): readonly string[] {
  if (parts.some((part) => part.startsWith('v='))) return parts;
  const isTable = parts.includes('view=table');
  return parts.map((part) => {
    const [key] = part.split('=', 1);
    const value = part.slice(key.length + 1);
    // In the table, `box` was the number of a row.
    if (key === 'box' && isTable) return `row=~${value === 'none' ? -1 : value}`;
    return `${RENAMED.get(key) ?? key}=${value}`;
  });
}
