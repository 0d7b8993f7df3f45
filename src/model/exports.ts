// The export formats of the page and the command line.

/** Formats that show the same view as the page. */
export const VIEW_EXPORTS = ['html', 'svg'] as const;
/** Formats for other programs. */
export const PROFILE_EXPORTS = ['folded', 'pprof', 'speedscope'] as const;
/** Formats of a comparison. */
export const COMPARISON_EXPORTS = ['json', 'tsv', 'markdown'] as const;
export const EXPORT_NAMES = [...VIEW_EXPORTS, ...PROFILE_EXPORTS] as const;

type ViewExport = (typeof VIEW_EXPORTS)[number];
export type ProfileExport = (typeof PROFILE_EXPORTS)[number];
export type ComparisonExport = (typeof COMPARISON_EXPORTS)[number];
export type Export = ViewExport | ProfileExport;

/** An exported file. */
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
