// What a recording is saved as: what a person is offered, in the terminal and on the page.

/** For whoever is to see it: as the page shows it. */
export const SHOWN_EXPORTS = ['html', 'svg'] as const;
/** For other programs. */
export const PROFILE_EXPORTS = ['folded', 'pprof', 'speedscope'] as const;
export const EXPORT_NAMES = [...SHOWN_EXPORTS, ...PROFILE_EXPORTS] as const;

export type ShownExport = (typeof SHOWN_EXPORTS)[number];
export type ProfileExport = (typeof PROFILE_EXPORTS)[number];
export type Export = ShownExport | ProfileExport;

interface About {
  readonly label: string;
  readonly about: string;
  readonly ending: string;
  readonly isGzip: boolean;
}

export const EXPORTS: Readonly<Record<Export, About>> = {
  html: {
    label: 'Page with the recording',
    about: 'one page with the recording in it, for a browser without a network',
    ending: '.html',
    isGzip: false,
  },
  svg: { label: 'Vector picture', about: 'the flame graph as a picture', ending: '.svg', isGzip: false },
  folded: {
    label: 'Folded stacks',
    about: 'folded stacks, for flamegraph.pl and its like',
    ending: '.folded',
    isGzip: false,
  },
  pprof: { label: 'pprof', about: 'for go tool pprof, Pyroscope and Parca', ending: '.pb.gz', isGzip: true },
  speedscope: {
    label: 'speedscope',
    about: 'JSON, for speedscope',
    ending: '.speedscope.json',
    isGzip: false,
  },
};
