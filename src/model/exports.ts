// What can be exported: the formats of the page and the command line, and links that contain a profile.

/** Formats that show the same view as the page. */
export const VIEW_EXPORTS = ['html', 'svg'] as const;
/** Formats for other programs. */
export const PROFILE_EXPORTS = ['folded', 'pprof', 'speedscope'] as const;
export const COMPARISON_EXPORTS = ['json', 'tsv', 'markdown'] as const;
export const EXPORT_NAMES = [...VIEW_EXPORTS, ...PROFILE_EXPORTS] as const;

type ViewExport = (typeof VIEW_EXPORTS)[number];
export type ProfileExport = (typeof PROFILE_EXPORTS)[number];
export type ComparisonExport = (typeof COMPARISON_EXPORTS)[number];
export type Export = ViewExport | ProfileExport;

export interface ExportedFile {
  readonly content: Blob;
  /** One sentence for each thing that the format cannot store. */
  readonly notes: readonly string[];
}

interface ExportInfo {
  readonly label: string;
  readonly extension: string;
  readonly isGzip: boolean;
}

export const EXPORTS: Readonly<Record<Export | ComparisonExport, ExportInfo>> = {
  html: { label: 'Self-contained page', extension: '.html', isGzip: false },
  svg: { label: 'Vector image', extension: '.svg', isGzip: false },
  folded: { label: 'Folded stacks', extension: '.folded', isGzip: false },
  pprof: { label: 'pprof', extension: '.pb.gz', isGzip: true },
  speedscope: { label: 'speedscope', extension: '.speedscope.json', isGzip: false },
  json: { label: 'JSON', extension: '.json', isGzip: false },
  tsv: { label: 'Tab-separated lines', extension: '.tsv', isGzip: false },
  markdown: { label: 'Markdown', extension: '.md', isGzip: false },
};

/**
 * In characters. Chromium opens links of up to 2 MB, but its address bar shows only up to 32 kB. Firefox limits bookmarks to 64 kB,
 * Windows limits command lines, which pass links to browsers, to 32,767 characters, and Slack limits messages to 40,000.
 */
export const MAX_LINK_LENGTH = 32_000;

export interface ShareChoice {
  /**
   * `all`: the complete recording at all levels. `selected`: the selected samples (event, threads, range) at all levels.
   * `visible`: the selected samples at the current level, with the filters applied.
   */
  readonly scope: 'all' | 'selected' | 'visible';
  readonly includesThreads: boolean;
  /** True to shorten paths as in short-path.ts. */
  readonly hasShortPaths: boolean;
  /** Nodes with a share of the weight below this, 0 to 1, are merged into their callers. */
  readonly minShare: number;
}

/** The side effects of short paths. */
export interface Ambiguities {
  /** Number of function and module names that are no longer unique. */
  readonly ambiguousNames: number;
  /** Patterns of the filters and the search that now match different functions. */
  readonly changedPatterns: readonly string[];
}

export interface SharedProfile extends Ambiguities {
  /** The text for the link (see link-text.ts); undefined if the profile is far too large. */
  readonly text: string | undefined;
  readonly samples: number;
  /** Share of the event's weight that was merged into callers, 0 to 1. */
  readonly merged: number;
  /** Number of samples, over all events, that were merged into a caller; 0 if no node changed. */
  readonly moved: number;
}
