// The keys in the help dialog. Loaded with it.

import type { Command } from './command.ts';
import { SECTIONS } from './commands.ts';

type KeyHelp = Pick<Command, 'title' | 'keys' | 'scope'>;

export interface HelpSection {
  readonly title: string;
  readonly rows: readonly KeyHelp[];
}

/** Keys that a focused field, timeline, chip or menu handles itself. */
const IN_WIDGETS: readonly KeyHelp[] = [
  { keys: ['Escape'], title: 'Return from a field to the view and keep its text' },
  {
    keys: ['Shift+F10'],
    title: 'Open the context menu of the focused box, row or thread, like the Menu key',
  },
  {
    keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'],
    title: 'Move to another thread; with Shift, select all threads up to it',
  },
  { keys: ['Enter', ' '], title: 'Select or deselect the thread' },
  { keys: ['Ctrl+A'], title: 'Select all threads' },
  {
    keys: ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown'],
    title: 'Move the focused end of the time range to another tick; with Shift, the whole range',
  },
  {
    keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'],
    title: 'Move a chip to apply its filter earlier or later',
  },
  { keys: ['Delete'], title: 'Remove a chip' },
];

export const HELP_SECTIONS: readonly HelpSection[] = [
  ...SECTIONS,
  { title: 'Fields, timeline, chips and menus', rows: IN_WIDGETS },
];
