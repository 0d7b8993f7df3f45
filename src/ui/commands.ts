// All commands of the page. Keyboard shortcuts, the help dialog, menus and button tooltips all use this list.

import { isMyCode } from '../model/filter.ts';
import { LEVELS } from '../model/levels.ts';
import { canInferCallers, directionOf, hasImports } from '../state/view/graphs.ts';
import { isComparing, type State, store } from '../state/store.ts';
import {
  resetZoom,
  sandwichSubject,
  setLevel,
  setView,
  toggleCallers,
  toggleColorBy,
  walk,
  walkMatches,
  zoomBack,
  zoomBy,
  zoomToSelected,
} from '../state/view/navigation.ts';
import { toggleFindings } from '../state/view/findings.ts';
import { setHelpOpen } from '../state/page.ts';
import { redo, selectAllSamples, toggleImports, toggleMyCode, undo } from '../state/view/selection.ts';
import { openNumbers, switchBy } from '../state/opening/switching.ts';
import { command, type Command, type Scope } from './command.ts';
import { FILTER_COMMANDS } from './filters/filter-commands.ts';
import { SEARCH_ID } from './primitives/focus.ts';
import { runRowCommand, ROW_COMMANDS } from './primitives/row-commands.ts';
import { VIEWS } from './views.ts';

function inScope(scope: Scope, rows: readonly Command[]): Command[] {
  return rows.map((row) => ({ ...row, scope }));
}

function rowCommand(name: string, [scope, keys, title]: readonly [Scope, string, string]): Command {
  return { ...command(keys, title, () => runRowCommand(name)), scope };
}

const isFlame = () => directionOf(store.getState()) === 'flame';
const walkUp = () => walk(isFlame() ? 'child' : 'parent');
const walkDown = () => walk(isFlame() ? 'parent' : 'child');

const IN_GRAPH = inScope('graph', [
  command('ArrowUp', 'Box above: the first callee in a flame graph, the caller in an icicle graph', walkUp),
  command(
    'ArrowDown',
    'Box below: the caller in a flame graph, the first callee in an icicle graph',
    walkDown,
  ),
  command('ArrowRight', 'Next box with the same caller', () => walk('next')),
  command('ArrowLeft', 'Previous box with the same caller', () => walk('previous')),
  command('Home', 'Root', () => walk('root')),
  command('End', 'End of the heaviest path', () => walk('end')),
  command('Enter Space', 'Zoom to the focused box', zoomToSelected),
]);

const IN_TIME_ORDER = inScope('time', [
  command('ArrowUp', 'Caller', () => walk('parent')),
  command('ArrowDown', 'First callee', () => walk('child')),
  command('ArrowRight', 'Next box with the same caller, or next thread', () => walk('next')),
  command('ArrowLeft', 'Previous box with the same caller, or previous thread', () => walk('previous')),
  command('Home', 'Thread', () => walk('root')),
  command('End', 'End of the path through the longest calls', () => walk('end')),
  command('Enter Space', 'Zoom to the focused box', zoomToSelected),
]);

const IN_ROWS = Object.entries(ROW_COMMANDS).map(([name, row]) => rowCommand(name, row));

const isAlone = (state: State) => !isComparing(state);
const hasOthers = (state: State) => openNumbers(state).length > 1;
const hasMatches = ({ searchResult }: State) => (searchResult?.functions ?? 0) > 0;

/** Commands that have both a key and a button. */
export const COMMANDS = {
  undo: command('u', 'Undo', undo, ({ past }) => past.length > 0),
  redo: command('U', 'Redo', redo, ({ future }) => future.length > 0),
  myCode: command(
    'y',
    'Show only my code, or all code again',
    toggleMyCode,
    ({ ownCode, options }) => !ownCode || ownCode.folder !== undefined || options.filters.some(isMyCode),
  ),
  showAllSamples: command(
    'x',
    'Clear all filters, the time range and the thread selection',
    selectAllSamples,
  ),
  toggleImports: command('I', 'Fold or unfold imports', toggleImports, hasImports),
  toggleCallers: command(
    'M',
    'Callers of cut stacks: as recorded, or inferred again',
    toggleCallers,
    canInferCallers,
  ),
  nextMatch: command('n', 'Next match', () => walkMatches(1), hasMatches),
  previousMatch: command('N', 'Previous match', () => walkMatches(-1), hasMatches),
  colorBy: command('C', 'Color by cost, or by kind of code again', toggleColorBy, isAlone),
  openSandwich: command('S', 'Open the focused function in the sandwich', sandwichSubject),
  heaviestPath: rowCommand('expand-heaviest', ROW_COMMANDS['expand-heaviest']),
  // The bar of a comparison says what is misleading about its recordings.
  findings: command('w', 'What is wrong with the recording', toggleFindings, isAlone),
  nextRecording: command('.', 'Next open recording', () => switchBy(1), hasOthers),
  previousRecording: command(',', 'Previous open recording', () => switchBy(-1), hasOthers),
  help: command('?', 'Help', () => setHelpOpen(true)),
} as const satisfies Record<string, Command>;

/** In the order of `LEVELS`. */
export const LEVEL_COMMANDS: readonly Command[] = LEVELS.map(({ name, label }, index) =>
  command(String(index + 1), `Detail: ${label}`, () => setLevel(name)),
);

const EVERYWHERE: readonly Command[] = [
  command(
    'Escape Backspace',
    'Back to the previous zoom or sandwich function; then clear the search, then show the overview',
    zoomBack,
  ),
  command('0', 'Zoom out completely', resetZoom),
  command('+ =', 'Zoom in', () => zoomBy(1 / 1.5)),
  command('-', 'Zoom out', () => zoomBy(1.5)),
  ...LEVEL_COMMANDS,
  ...VIEWS.map(({ name, label, description, key }) =>
    command(key, `${label}: ${description}`, () => setView(name)),
  ),
  COMMANDS.openSandwich,
  command('/', 'Search', () => document.getElementById(SEARCH_ID)?.focus()),
  COMMANDS.nextMatch,
  COMMANDS.previousMatch,
  COMMANDS.colorBy,
  COMMANDS.findings,
  COMMANDS.nextRecording,
  COMMANDS.previousRecording,
  COMMANDS.help,
];

interface CommandSection {
  readonly title: string;
  readonly rows: readonly Command[];
}

/** In the order of the help dialog. */
export const SECTIONS: readonly CommandSection[] = [
  { title: 'Graphs', rows: IN_GRAPH },
  { title: 'Time order', rows: IN_TIME_ORDER },
  { title: 'Tables', rows: IN_ROWS },
  { title: 'Focused box or row', rows: FILTER_COMMANDS },
  {
    title: 'Filters, time and threads',
    rows: [
      COMMANDS.myCode,
      COMMANDS.undo,
      COMMANDS.redo,
      COMMANDS.showAllSamples,
      COMMANDS.toggleImports,
      COMMANDS.toggleCallers,
    ],
  },
  { title: 'Everywhere', rows: EVERYWHERE },
];

/** Finds the command for a key; `scopes` are those of the focused element and its ancestors. */
export function findCommand(key: string, scopes: readonly string[]): Command | undefined {
  const matching = SECTIONS.flatMap(({ rows }) => rows).filter(
    ({ keys, scope }) => keys.includes(key) && (scope === undefined || scopes.includes(scope)),
  );
  return matching.find(({ scope }) => scope !== undefined) ?? matching[0];
}
