// Links that contain a profile: what the user chooses to share, and the result.

/**
 * In characters. Chromium's address bar shows links of up to 32 kB (but opens up to 2 MB), Firefox bookmarks are limited to 64 kB,
 * Windows command lines, which pass links to browsers, to 32,767 characters, and Slack messages to 40,000.
 */
export const LONGEST_LINK = 32_000;

export interface ShareChoice {
  /**
   * The complete recording at all levels; the selected samples (event, threads, range) at all levels; or the current view of
   * the selected samples: one level with its filters applied.
   */
  readonly what: 'all' | 'selected' | 'visible';
  /** Includes thread names and IDs. */
  readonly hasThreads: boolean;
  /** Shortens paths as short-path.ts does. */
  readonly isShort: boolean;
  /** Nodes with a smaller share of the weight, 0 to 1, are merged into their callers. */
  readonly minShare: number;
}

/** The side effects of short paths. */
export interface Ambiguities {
  /** The number of function and module names that are no longer unique. */
  readonly ambiguousNames: number;
  /** Patterns of filters and of the search that now match other functions. */
  readonly changedPatterns: readonly string[];
}

export interface Shared extends Ambiguities {
  /** The text for the link, see link-text.ts; undefined if the profile is far too large. */
  readonly text: string | undefined;
  readonly samples: number;
  /** The share of the event's weight that was merged into callers, 0 to 1. */
  readonly merged: number;
  /** The number of samples, over all events, that were merged into a caller. If 0, no node changed. */
  readonly moved: number;
}
