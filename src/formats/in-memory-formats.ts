// The formats that are parsed in memory, in the order in which they are tested. Loaded for files that may be in one of them.

import { readCompact } from './compact/read-compact.ts';
import { isCompact } from './compact/layout.ts';
import type { InMemoryFormat } from './format.ts';
import { jsonHead } from './json-head.ts';
import { isPprof } from './pprof/is-pprof.ts';
import { readPprof } from './pprof/read-pprof.ts';
import { readSpeedscope } from './speedscope/read-speedscope.ts';
import { isSpeedscope } from './speedscope/schema.ts';

export const IN_MEMORY_FORMATS: readonly InMemoryFormat[] = [
  { id: 'Pyrograph', sniff: isCompact, read: readCompact },
  { id: 'pprof', sniff: isPprof, read: readPprof },
  { id: 'speedscope', sniff: (head) => isSpeedscope(jsonHead(head)), read: readSpeedscope },
];
