// Looks for what names the functions of the recorded kernel: perf's copy of its symbols, or those of the running one when
// it is the same kernel.

import { readFileSync } from 'node:fs';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { memoryFile } from '../src/bytes/random-access.ts';
import { KERNEL } from '../src/model/code.ts';
import type { FoundSource, Place } from './place.ts';

export interface FoundKernel {
  readonly source: FoundSource | undefined;
  readonly why: readonly string[];
}

const KALLSYMS = '/proc/kallsyms';
/** The ELF notes of the running kernel, its build id among them. */
const NOTES = '/sys/kernel/notes';
/** An address that is not zero. */
const ADDRESS = /^0*[1-9a-f][0-9a-f]* /m;

/** `buildId` is '' where the recording has none: then, as with perf, the running kernel is taken for the recorded one. */
export function lookUpKernel(buildId: string, place: Place): FoundKernel {
  const running = hexAt(place.at(NOTES));
  const isRunning = buildId === '' || running === undefined || running.includes(buildId);
  const places = [
    ...(isRunning ? [place.at(KALLSYMS)] : []),
    ...(buildId === '' ? [] : [place.inCache(KERNEL, buildId, 'kallsyms')]),
  ];
  const why = isRunning ? [] : [`This machine runs another kernel than the recorded one`];
  for (const where of places) {
    const bytes = bytesAt(where);
    if (!bytes || bytes.length === 0) continue;
    if (ADDRESS.test(new TextDecoder('latin1').decode(bytes))) {
      const file = memoryFile(bytes);
      return {
        source: { name: KALLSYMS, size: bytes.length, stream: () => memoryStream(bytes), file },
        why: [],
      };
    }
    why.push(
      `${where} hides the addresses of the kernel: run this as root, or set kernel.kptr_restrict to 0`,
    );
  }
  return { source: undefined, why };
}

/** Files of /proc and /sys do not say how large they are, and are read in one go. */
function bytesAt(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return undefined;
  }
}

function hexAt(path: string): string | undefined {
  const bytes = bytesAt(path);
  return bytes && Buffer.from(bytes).toString('hex');
}

/** Only the lines that name code: data are not sampled, and are most of a module's symbols. */
export function textSymbols(kallsyms: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines = new TextDecoder('latin1').decode(kallsyms).match(/^[0-9a-f]+ [tTwW] .*\n?/gm) ?? [];
  return new Uint8Array(Buffer.from(lines.join(''), 'latin1'));
}
