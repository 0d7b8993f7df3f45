// Recognizes the files that may accompany a recording, by their first bytes.

import { isElf } from '../bytes/is-elf.ts';

export type CompanionKind = 'elf' | 'jitdump' | 'perf map' | 'kallsyms';

/** File name of a perf map (symbols of JIT-compiled code), with the process ID. */
export const PERF_MAP_NAME = /(?:^|\/)perf-(\d+)\.map(?:\.(?:gz|zst|xz))?$/;
/** File name that perf inject gives to code from a jitdump, with the process ID and the code index. */
export const JITTED_FILE_NAME = /(?:^|\/)jitted-(\d+)-(\d+)\.so$/;
const MAP_LINE = /^(?:0x)?[0-9a-f]+ (?:0x)?[0-9a-f]+ \S/i;
const KALLSYMS_LINE = /^[0-9a-f]{8,16} [a-zA-Z?] \S/;

const CORE = 4;

/**
 * Path of the file with the symbols of a process's JIT-compiled code: its jitdump if that is among `dumps`, otherwise
 * its perf map.
 */
export function jitSymbolPath(pid: number, dumps: Iterable<string>): string {
  for (const path of dumps) if (path.endsWith(`/jit-${pid}.dump`)) return path;
  return `/tmp/perf-${pid}.map`;
}

/** The kind of a file; undefined if it is none of these. An empty perf map is recognized by its name. */
export function companionKind(name: string, head: Uint8Array): CompanionKind | undefined {
  // A core dump (ET_CORE) is the memory of a crashed program and has no symbols.
  if (isElf(head)) return head[16] === CORE ? undefined : 'elf';
  const magic = String.fromCharCode(...head.subarray(0, 4));
  if (magic === 'DTiJ' || magic === 'JiTD') return 'jitdump';
  // Checked before kallsyms lines: a perf map line for a function of 11 bytes (`b` in hex) looks like one.
  if (PERF_MAP_NAME.test(name)) return 'perf map';
  const start = String.fromCharCode(...head.subarray(0, 256));
  if (KALLSYMS_LINE.test(start)) return 'kallsyms';
  return MAP_LINE.test(start) ? 'perf map' : undefined;
}
