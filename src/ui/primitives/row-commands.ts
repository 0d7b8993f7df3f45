// Commands for the displayed rows. The view implements them, because only the view knows the order of its rows and which
// of them are expanded.

import { useEffect } from 'react';
import type { Scope } from '../command.ts';

/** Scope, keys and description of each command. */
export const ROW_COMMANDS = {
  up: ['rows', 'ArrowUp', 'Row above'],
  down: ['rows', 'ArrowDown', 'Row below'],
  'page-up': ['rows', 'PageUp', 'Page up'],
  'page-down': ['rows', 'PageDown', 'Page down'],
  first: ['rows', 'Home', 'First row'],
  last: ['rows', 'End', 'Last row'],
  open: ['table', 'Enter Space', 'Open the function in the sandwich; for other rows, open the context menu'],
  'next-match': ['table', 'n', 'Next row that matches the search'],
  'previous-match': ['table', 'N', 'Previous row that matches the search'],
  toggle: ['tree', 'Enter Space', 'Expand or collapse the row'],
  expand: ['tree', 'ArrowRight', 'Expand the row, or move to its first callee'],
  collapse: ['tree', 'ArrowLeft', 'Collapse the row, or move to its caller'],
  'expand-siblings': ['tree', '*', 'Expand all rows with the same caller'],
  'expand-heaviest': ['tree', 'e', 'Expand the heaviest path below the row'],
} as const satisfies Readonly<Record<string, readonly [scope: Scope, keys: string, title: string]>>;

export type RowCommands = { readonly [command in keyof typeof ROW_COMMANDS]?: () => void };

const eventOf = (command: string) => `pyrograph:row-command ${command}`;

export function runRowCommand(command: string): void {
  dispatchEvent(new Event(eventOf(command)));
}

export function useRowCommands(commands: RowCommands): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    for (const [command, run] of Object.entries(commands))
      addEventListener(eventOf(command), run, { signal });
    return () => controller.abort();
  }, [commands]);
}
