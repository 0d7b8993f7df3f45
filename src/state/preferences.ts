// Preferences, stored if the browser allows it.

import type { Callers } from '../model/mending-counts.ts';
import type { Direction } from '../model/tree.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

export interface Preferences {
  readonly theme: ThemeChoice;
  readonly singleKeys: boolean;
  /** True if this browser may remember opened recordings. */
  readonly remembersOpened: boolean;
  readonly invertedDirection: Direction;
  /** True if the timeline shows one lane per thread. */
  readonly showsLanes: boolean;
  /** The callers of stacks that were cut, in a recording opened without a link. */
  readonly callers: Callers;
}

export function storedPreferences(): Preferences {
  return {
    theme: stored('theme', ['system', 'light', 'dark'], 'system'),
    singleKeys: stored('single-keys', ['on', 'off'], 'on') === 'on',
    remembersOpened: stored('remembers-opened', ['on', 'off'], 'off') === 'on',
    invertedDirection: stored('inverted-direction', ['flame', 'icicle'], 'icicle'),
    showsLanes: stored('timeline-lanes', ['on', 'off'], 'off') === 'on',
    callers: stored('callers', ['inferred', 'recorded'], 'inferred'),
  };
}

/** Returns the fallback if the browser denies storage. */
function stored<T extends string>(key: string, choices: readonly T[], fallback: T): T {
  try {
    const value = localStorage.getItem(`pyrograph:${key}`);
    return choices.find((choice) => choice === value) ?? fallback;
  } catch {
    return fallback;
  }
}

export function storePreference(
  key: 'theme' | 'single-keys' | 'inverted-direction' | 'remembers-opened' | 'timeline-lanes' | 'callers',
  value: string,
): void {
  try {
    localStorage.setItem(`pyrograph:${key}`, value);
  } catch {
    // The preference then lasts until the page closes.
  }
}
