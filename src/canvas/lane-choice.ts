// Selects lanes by click or key, as in a list: selects one lane, adds or removes one, or adds a range.

/**
 * `replace` selects only this lane, `toggle` adds or removes this lane, `extend` adds all lanes between the anchor and this
 * one.
 */
export type SelectionMode = 'replace' | 'toggle' | 'extend';

/** Returns undefined if all lanes are selected. */
export function selectLanes(
  before: ReadonlySet<number> | undefined,
  lane: number,
  mode: SelectionMode,
  anchor: number,
  lanes: number,
): ReadonlySet<number> | undefined {
  const chosen = new Set(before);
  if (mode === 'replace') {
    // A second click on the only selected lane clears the selection.
    if (chosen.size === 1 && chosen.has(lane)) return undefined;
    return lanes > 1 ? new Set([lane]) : undefined;
  }
  if (mode === 'extend')
    for (let each = Math.min(anchor, lane); each <= Math.max(anchor, lane); each++) chosen.add(each);
  else if (!chosen.delete(lane)) chosen.add(lane);
  return chosen.size === 0 || chosen.size === lanes ? undefined : chosen;
}
