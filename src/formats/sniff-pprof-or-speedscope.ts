// Detects pprof and speedscope JSON. Loaded only for files that may be either.

import { jsonHead } from './json-head.ts';
import { isPprof } from './pprof/is-pprof.ts';
import { isSpeedscope } from './speedscope/is-speedscope.ts';

export function sniffPprofOrSpeedscope(head: Uint8Array): 'pprof' | 'speedscope' | undefined {
  if (isPprof(head)) return 'pprof';
  return isSpeedscope(jsonHead(head)) ? 'speedscope' : undefined;
}
