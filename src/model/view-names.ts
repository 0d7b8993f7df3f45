// The views, and what sorts their tables, by their names in links.

import type { CostId } from './costs.ts';

/** ui/views.ts describes them. */
export const VIEW_NAMES = ['flame', 'icicle', 'time', 'sandwich', 'inverted', 'table', 'tree'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** The halves of the sandwich; each shows the function in the middle as its root. */
export const HALVES = ['callers', 'callees'] as const;
export type Half = (typeof HALVES)[number];

/** Weight, samples and share are separate columns, although they sort alike. */
export const TABLE_COLUMNS = [
  'name',
  'self',
  'selfSamples',
  'selfShare',
  'total',
  'totalSamples',
  'totalShare',
] as const;
/** A cost stands for the column with the self weight of that cost. */
export type TableColumn = (typeof TABLE_COLUMNS)[number] | CostId;

export interface Sorting {
  readonly column: TableColumn;
  readonly isDescending: boolean;
}

/** What sorts the table of a comparison; `size` is the absolute difference. */
export const COMPARED_COLUMNS = ['name', 'a', 'b', 'd', 'size', 'relative', 'q'] as const;
export type ComparedColumn = (typeof COMPARED_COLUMNS)[number];

/** What the table of a comparison shows, and in which order. */
export interface ComparedTableState {
  readonly of: 'self' | 'total';
  readonly column: ComparedColumn;
  readonly isDescending: boolean;
  /** True to include functions that are too small to test. */
  readonly showsSmall: boolean;
}
