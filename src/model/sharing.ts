// What of a recording travels in a link: what a person chooses, and what comes of it. The wire has both.

/**
 * In characters. Chromium shows no longer link than 32 kB in its address bar (it opens 2 MB), Firefox keeps none above 64 kB
 * among its bookmarks, the command line by which a program on Windows hands a link to a browser ends at 32,767, and Slack cuts
 * messages at 40,000.
 */
export const LONGEST_LINK = 32_000;

export interface ShareChoice {
  /**
   * All of the recording at all levels; all levels of the samples that are looked at (event, threads, range); or only what is
   * seen of those, one level with its filters applied.
   */
  readonly what: 'all' | 'looked at' | 'seen';
  /** Do names and numbers of threads go with it? */
  readonly hasThreads: boolean;
  /** Are paths written as short-path.ts has them? */
  readonly isShort: boolean;
  /** Boxes that weigh a smaller share than this, 0 to 1, are merged into their callers. */
  readonly least: number;
}

/** What short paths do to names: some are alike, and some patterns find others. */
export interface Blurred {
  /** Names of functions and of modules that are no longer told from another. */
  readonly alike: number;
  /** Patterns of filters and of the search that do not find the same functions. */
  readonly strayed: readonly string[];
}

export interface Shared extends Blurred {
  /** What stands in the link, as link-text.ts reads it; undefined where there is too much to even try. */
  readonly text: string | undefined;
  readonly samples: number;
  /** Of the weight of the event that is looked at the share that was merged into callers, 0 to 1. */
  readonly merged: number;
  /** How many samples of all events end in a caller: without any, every box is as it was. */
  readonly moved: number;
}
