// Preferences, stored if the browser allows it.

import type { Callers } from '../model/levels.ts';
import type { Direction } from '../model/tree.ts';
import { NO_EDITOR, type EditorSetting } from '../text/editor-link.ts';

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
  /** How source lines are opened in the user's editor. */
  readonly editor: EditorSetting;
}

export function storedPreferences(): Preferences {
  return {
    theme: stored('theme', ['system', 'light', 'dark'], 'system'),
    singleKeys: stored('single-keys', ['on', 'off'], 'on') === 'on',
    remembersOpened: stored('remembers-opened', ['on', 'off'], 'off') === 'on',
    invertedDirection: stored('inverted-direction', ['flame', 'icicle'], 'icicle'),
    showsLanes: stored('timeline-lanes', ['on', 'off'], 'off') === 'on',
    callers: stored('callers', ['inferred', 'recorded'], 'inferred'),
    editor: storedEditor(),
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

function storedEditor(): EditorSetting {
  try {
    const value: unknown = JSON.parse(localStorage.getItem('pyrograph:editor') ?? '{}');
    const { link, from, to } = { ...NO_EDITOR, ...(typeof value === 'object' ? value : undefined) };
    const texts: readonly unknown[] = [link, from, to];
    return texts.every((text) => typeof text === 'string') ? { link, from, to } : NO_EDITOR;
  } catch {
    return NO_EDITOR;
  }
}

export function storePreference(
  key:
    | 'editor'
    | 'theme'
    | 'single-keys'
    | 'inverted-direction'
    | 'remembers-opened'
    | 'timeline-lanes'
    | 'callers',
  value: string,
): void {
  try {
    localStorage.setItem(`pyrograph:${key}`, value);
  } catch {
    // The preference then lasts until the page closes.
  }
}
