// Folded ("collapsed") stacks as a format: where the text may be cut, how a chunk of it is read. How it is recognized
// (folded-sniff.ts) and read is loaded when there is a text that is not perf script.

import type { FoldedForm } from './folded-line.ts';
import type { TextFormat } from './text-format.ts';

export const folded: TextFormat<FoldedForm> = {
  name: 'folded stacks',
  lastCut: (bytes, end) => bytes.lastIndexOf(10, end - 1) + 1,
  open: async (form, budget) => new (await import('./folded-reader.ts')).FoldedReader(form, budget),
};
