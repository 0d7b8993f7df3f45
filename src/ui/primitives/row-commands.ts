// The commands of the displayed rows. The view registers them, because only it knows the order of its rows and which of
// them are expanded.

import { useEffect } from 'react';
import type { Scope } from '../command.ts';

/** Scope, keys and help text. */
export const ROW_COMMANDS = {
  up: ['rows', 'ArrowUp', 'Row above'],
  down: ['rows', 'ArrowDown', 'Row below'],
  'page-up': ['rows', 'PageUp', 'Page up'],
  'page-down': ['rows', 'PageDown', 'Page down'],
  first: ['rows', 'Home', 'First row'],
  last: ['rows', 'End', 'Last row'],
  open: ['table', 'Enter Space', 'Open a function in the sandwich, or the menu of any other row'],
  'next-found': ['table', 'n', 'Next row that matches the search'],
  'previous-found': ['table', 'N', 'Previous row that matches the search'],
  toggle: ['tree', 'Enter Space', 'Expand or collapse the row'],
  unfold: ['tree', 'ArrowRight', 'Expand the row, or move to its first callee'],
  fold: ['tree', 'ArrowLeft', 'Collapse the row, or move to its caller'],
  'unfold-siblings': ['tree', '*', 'Expand all rows with the same caller'],
  'unfold-heaviest': ['tree', 'e', 'Expand the heaviest path below the row'],
} as const satisfies Readonly<Record<string, readonly [scope: Scope, keys: string, title: string]>>;

export type RowCommands = { readonly [command in keyof typeof ROW_COMMANDS]?: () => void };

const NAME = 'pyrograph:row-command';

class RowCommandEvent extends Event {
  readonly command: string;

  constructor(command: string) {
    super(NAME);
    this.command = command;
  }
}

/** Runs a command of the displayed rows. */
export function commandRows(command: string): void {
  dispatchEvent(new RowCommandEvent(command));
}

export function useRowCommands(commands: RowCommands): void {
  useEffect(() => {
    const named: Readonly<Record<string, (() => void) | undefined>> = commands;
    const run = (event: Event) => event instanceof RowCommandEvent && named[event.command]?.();
    addEventListener(NAME, run);
    return () => removeEventListener(NAME, run);
  }, [commands]);
}
