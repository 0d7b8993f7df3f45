// Selects lanes by click or key, as in a list.

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
  const selected = new Set(before);
  if (mode === 'replace') {
    // A second click on the only selected lane clears the selection.
    if (selected.size === 1 && selected.has(lane)) return undefined;
    return lanes > 1 ? new Set([lane]) : undefined;
  }
  if (mode === 'extend')
    for (let each = Math.min(anchor, lane); each <= Math.max(anchor, lane); each++) selected.add(each);
  else if (!selected.delete(lane)) selected.add(lane);
  return selected.size === 0 || selected.size === lanes ? undefined : selected;
}
