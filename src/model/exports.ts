// Formats that a profile is written in for other programs: what a person is offered, in the terminal and on the page.

export const EXPORTS = {
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
} as const;

export type Export = keyof typeof EXPORTS;
