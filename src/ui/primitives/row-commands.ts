// The commands of the displayed rows. The view registers them, because only it knows the order of its rows and which of
// them are expanded.

import { useEffect } from 'react';

/** `unfold` and the commands after it exist only in the call tree. */
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

/** The page displays at most one list of rows. */
let displayed: RowCommands = {};

/** Runs a command of the displayed rows. */
export function commandRows(command: RowCommand): void {
  displayed[command]?.();
}

export function useRowCommands(commands: RowCommands): void {
  useEffect(() => {
    displayed = commands;
    return () => {
      displayed = {};
    };
  }, [commands]);
}
