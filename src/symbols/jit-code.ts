// The code that a jitdump tells of, as perf inject --jit would have put it into files of their own.

import type { CodeFile, MadeCode } from '../model/code.ts';
import type { JitCode, JitDump } from './jitdump.ts';
import { UnwindModule } from './cfi.ts';

const ALIGNMENT = 8;
/** Where in such a file the code begins: of perf until 2022, and since (GEN_ELF_TEXT_OFFSET). */
const TEXT_BEFORE = 0x40;
const TEXT = 0x80;

/** By time. `path` is where the dump was. */
export function jitCodeFiles(dump: JitDump, path: string): MadeCode[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const byIndex = new Map<number, JitCode>();
  const made: MadeCode[] = [];
  const add = (code: JitCode, time: number, address: number) =>
    made.push({
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
  return made.sort((a, b) => a.time - b.time);
}

/** What makes the file that perf inject made of a code, mapped from a path; by the number of the code. */
export function injectedFiles(dump: JitDump): Map<number, (path: string) => CodeFile> {
  return new Map(dump.codes.map((code) => [code.index, (path: string) => injectedFile(code, dump, path)]));
}

/** Of such a file only the code and what is behind it is mapped. */
function injectedFile(code: JitCode, dump: JitDump, path: string): CodeFile {
  const file = fileOf(code, dump, path);
  return {
    ...file,
    symbols: file.symbols && {
      ...file.symbols,
      find: (offset) => (offset >= TEXT_BEFORE && offset < TEXT + code.size ? 0 : -1),
    },
    addressOf: (offset) => offset - (offset < TEXT ? TEXT_BEFORE : TEXT),
  };
}

function fileOf({ name, size, unwind }: JitCode, { machine }: JitDump, path: string): CodeFile {
  return {
    name: path,
    symbols: { length: 1, find: (offset) => (offset >= 0 && offset < size ? 0 : -1), name: () => name },
    byAddress: false,
    unwinding: unwind && machine && new UnwindModule(unwind.sections, machine),
    addressOf: (offset) => offset,
  };
}
