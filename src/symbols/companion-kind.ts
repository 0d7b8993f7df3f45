// Recognizes the kinds of files that may accompany a recording.

import { isElf } from '../bytes/magic.ts';
import { REQUEST_FILE } from '../model/recorded.ts';

export type CompanionKind = 'elf' | 'jitdump' | 'perf map' | 'kallsyms' | 'request' | 'line table' | 'source';
export type LibraryFileKind = Exclude<CompanionKind, 'line table' | 'source'>;

/** File name of a perf map (symbols of JIT-compiled code), with the process ID. */
export const PERF_MAP_NAME = /(?:^|\/)perf-(\d+)\.map(?:\.(?:gz|zst|xz))?$/;
/** File name of a jitdump, with the process ID. */
export const JITDUMP_NAME = /(?:^|\/)jit-(\d+)\.dump(?:\.(?:gz|zst|xz))?$/;
/** A table of the source lines of Python functions (python-lines/line-table.ts). */
export const LINE_TABLE_NAME = /\.lines(?:\.(?:gz|zst|xz))?$/;
/** Source text of Python, by its name or its first line. */
export const SOURCE_NAME = /\.pyw?(?:\.(?:gz|zst|xz))?$/;
const SOURCE_START = /^#!.*\bpython/;
const LINE_TABLE_START = /^# python \d+\.\d+ header /;
const MAP_LINE = /^(?:0x)?[0-9a-f]+ (?:0x)?[0-9a-f]+ \S/i;
const KALLSYMS_LINE = /^[0-9a-f]{8,16} [a-zA-Z?] \S/;

const ET_CORE = 4;

/**
 * Path of the file with the symbols of a process's JIT-compiled code: its jitdump if that is among `dumps`, otherwise
 * its perf map.
 */
export function jitSymbolPath(pid: number, dumps: Iterable<string>): string {
  for (const path of dumps) if (path.endsWith(`/jit-${pid}.dump`)) return path;
  return `/tmp/perf-${pid}.map`;
}

/** The kind of the file, by its first bytes and name; undefined if it is none of these kinds. */
export function companionKind(name: string, head: Uint8Array): CompanionKind | undefined {
  // A core dump contains the memory of a crashed program, but no symbols.
  if (isElf(head)) return head[16] === ET_CORE ? undefined : 'elf';
  const magic = String.fromCharCode(...head.subarray(0, 4));
  if (magic === 'DTiJ' || magic === 'JiTD' || (magic === '' && JITDUMP_NAME.test(name))) return 'jitdump';
  // Checked before kallsyms: a perf map line for a function of 11 bytes (`b` in hex) looks like a kallsyms line.
  if (PERF_MAP_NAME.test(name)) return 'perf map';
  if (name.endsWith(REQUEST_FILE)) return 'request';
  const start = String.fromCharCode(...head.subarray(0, 256));
  if (SOURCE_NAME.test(name) || SOURCE_START.test(start)) return 'source';
  if (LINE_TABLE_START.test(start) || LINE_TABLE_NAME.test(name)) return 'line table';
  if (KALLSYMS_LINE.test(start)) return 'kallsyms';
  return MAP_LINE.test(start) ? 'perf map' : undefined;
}
