// Keys of the time order: as in the other graphs, but for a focused box and a viewport of its own.

import { chartOfPage } from './chart-of-page.ts';

const timeChart = () => chartOfPage()?.own;

export const TIME_SHORTCUTS = [
  { keys: ['ArrowUp'], shown: '↑', does: 'To the caller', run: () => timeChart()?.walk('parent') },
  { keys: ['ArrowDown'], shown: '↓', does: 'To the first callee', run: () => timeChart()?.walk('child') },
  {
    keys: ['ArrowRight'],
    shown: '→',
    does: 'To the next box with the same caller, from a thread to the next',
    run: () => timeChart()?.walk('next'),
  },
  {
    keys: ['ArrowLeft'],
    shown: '←',
    does: 'To the previous box with the same caller, from a thread to the previous',
    run: () => timeChart()?.walk('previous'),
  },
  { keys: ['Home'], shown: 'Home', does: 'To the thread', run: () => timeChart()?.walk('root') },
  {
    keys: ['End'],
    shown: 'End',
    does: 'Along the longest calls to the end',
    run: () => timeChart()?.walk('end'),
  },
  {
    keys: ['Enter', ' '],
    shown: 'Enter or Space',
    does: 'Zoom to the focused box',
    run: () => timeChart()?.zoomToSelected(),
  },
  {
    keys: ['Escape', 'Backspace', '0'],
    shown: 'Esc, Backspace or 0',
    does: 'Show all of the time',
    run: () => timeChart()?.showAll(),
  },
].map((shortcut) => ({ ...shortcut, where: 'time' as const }));
