// What a file that comes with a recording is, from its first bytes.

import { isElf } from '../bytes/is-elf.ts';

export type CompanionKind = 'elf' | 'jitdump' | 'perf map' | 'kallsyms';

/** What it names is code of the process with this number. */
export const MAP_NAME = /(?:^|\/)perf-(\d+)\.map(?:\.(?:gz|zst|xz))?$/;
/** What the name of a file says that perf inject makes of code in a dump: the process, and which code. */
export const JITTED_NAME = /(?:^|\/)jitted-(\d+)-(\d+)\.so$/;
const MAP_LINE = /^(?:0x)?[0-9a-f]+ (?:0x)?[0-9a-f]+ \S/i;
const KALLSYMS_LINE = /^[0-9a-f]{8,16} [a-zA-Z?] \S/;

const CORE = 4;

/** What names the code that a process made: of the `dumps` that programs write, by path, its own, else perf's map. */
export function namesMadeCode(pid: number, dumps: Iterable<string>): string {
  for (const path of dumps) if (path.endsWith(`/jit-${pid}.dump`)) return path;
  return `/tmp/perf-${pid}.map`;
}

/** Undefined when it is none of them. An empty map is known by its name. */
export function companionKind(name: string, head: Uint8Array): CompanionKind | undefined {
  // A core dump (ET_CORE) is the memory of a program that died, and names no code.
  if (isElf(head)) return head[16] === CORE ? undefined : 'elf';
  const magic = String.fromCharCode(...head.subarray(0, 4));
  if (magic === 'DTiJ' || magic === 'JiTD') return 'jitdump';
  // A map may have functions of 11 bytes, `b` in hex, and then looks like kallsyms.
  if (MAP_NAME.test(name)) return 'perf map';
  const start = String.fromCharCode(...head.subarray(0, 256));
  if (KALLSYMS_LINE.test(start)) return 'kallsyms';
  if (MAP_LINE.test(start)) return 'perf map';
  return undefined;
}
