// A command: its action, and the keys that run it.

import type { State } from '../state/store.ts';

/** Limits where a key works: the focused element or an ancestor must list the scope in `data-keys`. */
export type Scope = 'graph' | 'rows' | 'table' | 'tree' | 'time';

export interface Command {
  /** Description in the help dialog. */
  readonly title: string;
  /** Values of `KeyboardEvent.key`; buttons and menus show the first one. */
  readonly keys: readonly string[];
  /** Commands with a scope take precedence over those that work everywhere. */
  readonly scope?: Scope;
  readonly isAvailable: (state: State) => boolean;
  readonly run: () => void;
}

/** `keys` is separated by spaces; `Space` stands for the space bar. */
export function command(
  keys: string,
  title: string,
  run: () => void,
  isAvailable: (state: State) => boolean = () => true,
): Command {
  return { keys: keys.split(' ').map((key) => (key === 'Space' ? ' ' : key)), title, run, isAvailable };
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'Page up',
  PageDown: 'Page down',
  ' ': 'Space',
  '-': '−',
};

/** Key name, as printed on the keyboard. */
export function keyName(key: string): string {
  return KEY_NAMES[key] ?? key.replace(/Arrow\w+/, (arrow) => KEY_NAMES[arrow] ?? arrow);
}

/** For example `Undo (u)`. */
export function tooltip({ keys }: Pick<Command, 'keys'>, title: string): string {
  return `${title} (${keyName(keys[0])})`;
}
