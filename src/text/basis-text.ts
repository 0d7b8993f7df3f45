// What the bases of a comparison are called, and when to use them.

import type { Basis } from '../model/comparison.ts';

export const BASIS_TEXT: Readonly<Record<Basis, { readonly label: string; readonly use: string }>> = {
  matched: {
    label: 'Equal work',
    use: 'How much work each side did is estimated from the functions that did not change.',
  },
  cpu: {
    label: 'CPU time',
    use: 'For recordings of the same work from start to end.',
  },
  rate: {
    label: 'CPU time per second',
    use: 'For a service under the same load.',
  },
  work: {
    label: 'CPU time per request',
    use: 'If you know how many requests, or other units of work, each recording served.',
  },
  share: {
    label: 'Shares',
    use: 'Only proportions: if one function shrinks, all others grow.',
  },
};
