// What a search within a table finds.

import type { Grouping, Matches } from './session.ts';

/** The rows of a table that match a pattern. */
export interface RowMatches {
  readonly by: Grouping;
  /** As in `Table.id`. */
  readonly ids: ReadonlySet<number>;
  readonly mode: Matches['mode'];
}
