// The rows on the page, for the shortcuts that work in them: which row is next and which are open is their view's own
// and not part of the state.

import { useEffect } from 'react';

/** `unfold` and those behind it are of the call tree alone. */
export type RowCommand =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'open'
  | 'next-found'
  | 'previous-found'
  | 'unfold'
  | 'fold'
  | 'unfold-siblings'
  | 'unfold-heaviest';

export type RowCommands = { readonly [command in RowCommand]?: () => void };

let current: RowCommands = {};

/** Does what a key asks of the rows that are shown. */
export function commandRows(command: RowCommand): void {
  current[command]?.();
}

export function useRowCommands(commands: RowCommands): void {
  useEffect(() => {
    current = commands;
    return () => {
      current = {};
    };
  }, [commands]);
}
