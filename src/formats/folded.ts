// The folded format: where to split the text, and how to read a chunk. The sniffer (folded-sniff.ts) and the reader are
// loaded only for text that is not perf script output.

import type { FoldedForm } from './folded-line.ts';
import type { TextFormat } from './text-format.ts';

export const folded: TextFormat<FoldedForm> = {
  name: 'folded stacks',
  lastRecordEnd: (bytes, end) => bytes.lastIndexOf(10, end - 1) + 1,
  open: async (form, budget) => new (await import('./folded-reader.ts')).FoldedReader(form, budget),
};
