// Reads the vdso of this process from its memory. The kernel maps the same code into every process, and no file contains it.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { memorySource, type FoundSource } from './search-root.ts';

const MAPPED = /^([0-9a-f]+)-([0-9a-f]+) .* \[vdso\]$/m;

/** Undefined if there is none, or the system does not allow reading it. */
export function ownVdso(name: string): FoundSource | undefined {
  try {
    const [, start, end] = MAPPED.exec(readFileSync('/proc/self/maps', 'latin1')) ?? [];
    const from = parseInt(start, 16);
    const bytes = new Uint8Array(parseInt(end, 16) - from);
    const memory = openSync('/proc/self/mem', 'r');
    try {
      readSync(memory, bytes, 0, bytes.length, from);
    } finally {
      closeSync(memory);
    }
    return memorySource(name, bytes);
  } catch {
    return undefined;
  }
}
