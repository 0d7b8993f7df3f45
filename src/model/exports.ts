// The formats that the page and the command line can export a recording to.

/** Formats that show the recording as the page does. */
export const SHOWN_EXPORTS = ['html', 'svg'] as const;
/** Formats for other programs. */
export const PROFILE_EXPORTS = ['folded', 'pprof', 'speedscope'] as const;
export const EXPORT_NAMES = [...SHOWN_EXPORTS, ...PROFILE_EXPORTS] as const;

export type ShownExport = (typeof SHOWN_EXPORTS)[number];
export type ProfileExport = (typeof PROFILE_EXPORTS)[number];
export type Export = ShownExport | ProfileExport;

/** A file for another program. */
export interface SavedExport {
  readonly content: Blob;
  /** What the format cannot store, one sentence each. */
  readonly notes: readonly string[];
}

interface About {
  readonly label: string;
  readonly ending: string;
  readonly isGzip: boolean;
}

export const EXPORTS: Readonly<Record<Export, About>> = {
  html: { label: 'Page with the recording', ending: '.html', isGzip: false },
  svg: { label: 'Vector picture', ending: '.svg', isGzip: false },
  folded: { label: 'Folded stacks', ending: '.folded', isGzip: false },
  pprof: { label: 'pprof', ending: '.pb.gz', isGzip: true },
  speedscope: { label: 'speedscope', ending: '.speedscope.json', isGzip: false },
};
