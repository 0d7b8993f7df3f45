// Rewrites links of earlier versions as links of this version, so that they keep working.

/** Renamed keys, old to new. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['box', 'node'],
  ['seen', 'visible'],
  ['box2', 'node2'],
  ['seen2', 'visible2'],
]);

/** Keys whose values depend on the nodes of trees. */
const NODE_KEYS = ['zoom', 'node', 'visible', 'zoom2', 'node2', 'visible2', 'open'];

/**
 * Converts each `key=value` to the current version. Links without a version contain numbers of nodes, threads and
 * rows, which are still read: they are valid for the same recording with the same selection. Before version 2, imports were
 * never folded.
 */
export function upgradeParts(parts: readonly string[]): readonly string[] {
  const version = parts.findLast((part) => part.startsWith('v='));
  if (version !== undefined && version !== 'v=1') return parts;
  const named = version === undefined ? withCurrentKeys(parts) : parts;
  const refersToNodes = NODE_KEYS.some((key) => named.some((part) => part.startsWith(`${key}=`)));
  return refersToNodes ? [...named, 'imports=all'] : named;
}

function withCurrentKeys(parts: readonly string[]): readonly string[] {
  const isTable = parts.includes('view=table');
  return parts.map((part) => {
    const [key] = part.split('=', 1);
    const value = part.slice(key.length + 1);
    // In the table, `box` was the number of a row.
    if (key === 'box' && isTable) return `row=~${value === 'none' ? -1 : value}`;
    return `${RENAMED.get(key) ?? key}=${value}`;
  });
}
