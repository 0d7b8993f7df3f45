// Tells pprof and speedscope's JSON from the beginning of a file. Loaded only for a file that may be one of them.

import { jsonHead } from './json-head.ts';
import { isPprof } from './pprof/is-pprof.ts';
import { isSpeedscope } from './speedscope/is-speedscope.ts';

export function sniffPprofOrSpeedscope(head: Uint8Array): 'pprof' | 'speedscope' | undefined {
  if (isPprof(head)) return 'pprof';
  return isSpeedscope(jsonHead(head)) ? 'speedscope' : undefined;
}
