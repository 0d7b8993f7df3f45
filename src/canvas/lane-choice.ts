// Which lanes are chosen after a click or a key, as in any list: alone, one more or less, or all up to here.

/** `alone` takes the place of what was chosen, `toggled` goes in or out, `up to` adds all from the anchor on. */
export type Choosing = 'alone' | 'toggled' | 'up to';

/** Undefined stands for all lanes: nothing is chosen, so nothing is left out. */
export function chosenLanes(
  before: ReadonlySet<number> | undefined,
  lane: number,
  choosing: Choosing,
  anchor: number,
  lanes: number,
): ReadonlySet<number> | undefined {
  const chosen = new Set(before);
  if (choosing === 'alone') {
    // A second click on the only one takes the choice back.
    if (chosen.size === 1 && chosen.has(lane)) return undefined;
    return lanes > 1 ? new Set([lane]) : undefined;
  }
  if (choosing === 'up to')
    for (let each = Math.min(anchor, lane); each <= Math.max(anchor, lane); each++) chosen.add(each);
  else if (!chosen.delete(lane)) chosen.add(lane);
  return chosen.size === 0 || chosen.size === lanes ? undefined : chosen;
}
