// Represents the code in a jitdump as the files that perf inject --jit would write for it.

import type { CodeFile, JitCode } from '../../model/code.ts';
import type { JitCodeLoad, JitDump } from './jitdump.ts';
import { singleSymbol } from '../symbol-table.ts';
import { JitMemory } from '../jit-memory.ts';
import { UnwindModule } from '../unwind/unwind-module.ts';

const ALIGNMENT = 8;
/** File offset of the code in files from perf inject before 2022. */
const OLD_TEXT_OFFSET = 0x40;
/** The same since 2022 (GEN_ELF_TEXT_OFFSET). */
const TEXT_OFFSET = 0x80;

/** All code in a dump, ordered by time. `path` is the path of the dump. */
export function jitCodeFiles(dump: JitDump, path: string): JitCode[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const byIndex = new Map<number, JitCodeLoad>();
  const files: JitCode[] = [];
  const add = (code: JitCodeLoad, time: number, address: number) =>
    files.push({
      time,
      address,
      size: code.unwind ? Math.ceil(code.size / ALIGNMENT) * ALIGNMENT + code.unwind.mappedSize : code.size,
      file: fileOf(code, dump, `${folder}jitted-${dump.pid}-${code.index}.so`),
    });
  for (const code of dump.codes) {
    byIndex.set(code.index, code);
    add(code, code.time, code.address);
  }
  for (const { time, index, to } of dump.moves) {
    const code = byIndex.get(index);
    if (code) add(code, time, to);
  }
  return files.sort((a, b) => a.time - b.time);
}

/**
 * For each code index, a function that recreates the file that perf inject wrote for the code. `path` is the path at
 * which that file was mapped.
 */
export function injectedFiles(dump: JitDump): Map<number, (path: string) => CodeFile> {
  return new Map(dump.codes.map((code) => [code.index, (path: string) => injectedFile(code, dump, path)]));
}

/** Processes map only the code and the unwind data after it from such a file. */
function injectedFile(code: JitCodeLoad, dump: JitDump, path: string): CodeFile {
  return {
    ...fileOf(code, dump, path),
    symbols: singleSymbol(OLD_TEXT_OFFSET, TEXT_OFFSET + code.size, () => code.name),
    addressOf: (offset) => offset - (offset < TEXT_OFFSET ? OLD_TEXT_OFFSET : TEXT_OFFSET),
  };
}

function fileOf({ name, size, unwind }: JitCodeLoad, { machine }: JitDump, path: string): CodeFile {
  const symbols = singleSymbol(0, size, () => name);
  return {
    name: path,
    symbols,
    byAddress: false,
    unwinding: unwind && machine ? new UnwindModule(unwind.sections, machine) : new JitMemory(symbols),
    addressOf: (offset) => offset,
  };
}
