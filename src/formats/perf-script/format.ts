// `perf script` text as a format: where it may be cut, how a chunk of it is read.

import type { TextFormat } from '../text-format.ts';
import type { ScriptForm } from './form.ts';
import { ScriptReader } from './reader.ts';

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;

export const perfScript: TextFormat<ScriptForm> = {
  name: 'perf script',
  lastCut: (bytes, end, form) =>
    afterLastEmptyLine(bytes, end) || (form.lineIsSample ? beforeLastSample(bytes, end) : 0),
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

/** Samples without a call chain have no empty lines: a line that is no frame begins one. */
function beforeLastSample(bytes: Uint8Array, end: number): number {
  for (let at = end - 2; at > 0; at--) {
    if (bytes[at] === NEWLINE && bytes[at + 1] !== TAB) return at + 1;
  }
  return 0;
}
