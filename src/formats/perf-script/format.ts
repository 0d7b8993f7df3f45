// The `perf script` text format: finds where to split the text, and opens chunk readers.

import type { TextFormat } from '../text-format.ts';
import type { ScriptForm } from './form.ts';
import { ScriptReader } from './reader.ts';

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;

export const perfScript: TextFormat<ScriptForm> = {
  name: 'perf script',
  lastRecordEnd: (bytes, end, form) =>
    afterLastEmptyLine(bytes, end) || (form.hasOneLineSamples ? beforeLastSample(bytes, end) : 0),
  open: (form, budget) => new ScriptReader(form, budget),
};

function afterLastEmptyLine(bytes: Uint8Array, end: number): number {
  for (let at = end - 1; at > 0; at--) {
    if (bytes[at] !== NEWLINE) continue;
    const before = bytes[at - 1] === RETURN ? at - 2 : at - 1;
    if (before >= 0 && bytes[before] === NEWLINE) return at + 1;
  }
  return 0;
}

/** One-line samples have no empty line after them, so any line that is not a frame starts a sample. */
function beforeLastSample(bytes: Uint8Array, end: number): number {
  for (let at = end - 2; at > 0; at--) {
    if (bytes[at] === NEWLINE && bytes[at + 1] !== TAB) return at + 1;
  }
  return 0;
}
