// The view of a recording as one plain record. The URL and shared links contain it, the browser's history and undo
// restore it, and every answer is displayed according to it.

import type { CostId } from '../../model/costs.ts';
import type { FunctionId } from '../../model/call-path.ts';
import { DEFAULT_LEVEL, type Callers } from '../../model/levels.ts';
import { ALL_SAMPLES, type Grouping, type SampleSelection, type ViewOptions } from '../../model/session.ts';
import type { Direction } from '../../model/tree.ts';
import type { ComparedTableState, Half, Sorting, ViewName } from '../../model/view-names.ts';
import { ALL_AT_ROOT, mapLocations, type Locations } from './location.ts';

export const COMPARISON_VIEWS: readonly ViewName[] = ['flame', 'icicle', 'sandwich', 'table', 'tree'];

/** The code or thread of a table row or a menu. */
export interface Subject {
  readonly by: Grouping;
  /** As in `Table.id`; of a line, its function. */
  readonly id: number;
  /** The line if it is one, 0 if unknown. The page knows the rows of lines only with the table. */
  readonly line?: number | undefined;
}

export const DEFAULT_COMPARED_TABLE: ComparedTableState = {
  of: 'self',
  column: 'size',
  isDescending: true,
  showsSmall: false,
};

/** What the colors of the graphs and of the timeline show. */
const COLORINGS = ['kind', 'cost'] as const;
export type Coloring = (typeof COLORINGS)[number];

export interface ViewState {
  readonly options: ViewOptions;
  readonly viewName: ViewName;
  readonly locations: Locations;
  /** The function in the middle of the sandwich; undefined for the one with the most self weight. */
  readonly sandwiched: FunctionId | undefined;
  /** Functions that were in the middle before, most recent last. */
  readonly sandwichedBefore: readonly FunctionId[];
  /** The half of the sandwich that has the focus. */
  readonly half: Half;
  readonly invertedDirection: Direction;
  /** What the rows of the table represent. */
  readonly grouping: Grouping;
  readonly sorting: Sorting;
  /** Costs that have a column of their own in the table, in the order of COSTS. */
  readonly costColumns: readonly CostId[];
  readonly comparedTable: ComparedTableState;
  /** The pattern that the rows of the table must match. */
  readonly rowQuery: string;
  /** The row of the table that the user chose; a filter may hide it. */
  readonly row: Subject | undefined;
  /** The sort key of callees in the call tree. */
  readonly treeSorting: 'total' | 'self';
  /** True to split the functions of the call tree by source line. */
  readonly treeByLine: boolean;
  /** Kinds highlighted in the legend; empty for all. */
  readonly highlighted: ReadonlySet<number>;
  /** Costs whose samples are highlighted; empty for all. Only kinds or costs are highlighted, never both. */
  readonly highlightedCosts: ReadonlySet<CostId>;
  readonly colorBy: Coloring;
  readonly query: string;
}

/** The view of a newly opened recording; all other fields keep the user's last choice. */
export const START_VIEW = {
  options: { level: DEFAULT_LEVEL, event: 0, foldImports: true, ...ALL_SAMPLES },
  locations: ALL_AT_ROOT,
  sandwiched: undefined,
  sandwichedBefore: [],
  half: 'callers',
  rowQuery: '',
  row: undefined,
  highlighted: new Set<number>(),
  highlightedCosts: new Set<CostId>(),
  query: '',
} as const satisfies Partial<ViewState>;

export function viewStateOf(state: ViewState): ViewState {
  const { options, viewName, locations, sandwiched, sandwichedBefore, half, invertedDirection } = state;
  const { grouping, sorting, comparedTable, rowQuery, row, treeSorting, treeByLine, query } = state;
  const { highlighted, highlightedCosts, colorBy, costColumns } = state;
  const sandwich = { sandwiched, sandwichedBefore, half };
  const lists = { grouping, sorting, costColumns, comparedTable, rowQuery, row, treeSorting, treeByLine };
  const colors = { highlighted, highlightedCosts, colorBy };
  return { options, viewName, locations, ...sandwich, invertedDirection, ...lists, ...colors, query };
}

/** The options that undo reverts. */
export type UndoableOptions = SampleSelection & Pick<ViewOptions, 'foldImports' | 'comparison'>;

export function selectionOf({
  options: { threads, range, filters, foldImports, comparison },
}: Pick<ViewState, 'options'>): UndoableOptions {
  return { threads, range, filters, foldImports, comparison };
}

/** Undefined for the default. */
export function optionsWith(callers: Callers): Pick<ViewOptions, 'callers'> {
  return { callers: callers === 'recorded' ? callers : undefined };
}

/** Changes the options and resets the visible ranges, which do not apply to other samples, events or levels. */
export function withOptions(
  { options, locations }: Pick<ViewState, 'options' | 'locations'>,
  change: Partial<ViewOptions>,
): Pick<ViewState, 'options' | 'locations'> {
  return {
    options: { ...options, ...change },
    // A location that does not change is not drawn again.
    locations: mapLocations(locations, (location) =>
      location.visibleRange ? { ...location, visibleRange: undefined } : location,
    ),
  };
}

/**
 * The state after undo or redo: the samples of `to` in the current view and level; also the location in `to`, if its
 * view, level and event are the current ones.
 */
export function restored(to: ViewState, now: ViewState): Pick<ViewState, 'options' | 'locations'> {
  const selected = withOptions(now, selectionOf(to));
  const isSame =
    to.viewName === now.viewName &&
    to.options.level === now.options.level &&
    to.options.event === now.options.event &&
    to.sandwiched === now.sandwiched;
  return isSame ? { ...selected, locations: to.locations } : selected;
}
