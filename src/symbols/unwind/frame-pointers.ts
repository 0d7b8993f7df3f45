// Tells from a program's code whether its functions keep frame pointers, which `perf record -g` follows.

import { readInt64, viewOf } from '../../bytes/numbers.ts';
import type { RandomAccess } from '../../bytes/random-access.ts';
import type { Machine } from '../../model/code.ts';
import {
  readLayout,
  SectionType,
  SegmentType,
  type ElfLayout,
  fileOffsetOf,
  SYMBOL_SIZE,
} from '../elf/elf-layout.ts';

interface FramePointerUse {
  /** Number of exported functions that are long enough to judge. */
  readonly functions: number;
  /** Share of them that set up a frame pointer at the start, 0 to 1; NaN without functions. */
  readonly share: number;
}

/** Shorter functions often need no frame. */
const MIN_SIZE = 32;
/** Bytes after an endbr64 in which x86-64 code sets up its frame. */
const PROLOGUE = 12;
const ENDBR64 = [0xf3, 0x0f, 0x1e, 0xfa];
/** push %rbp; mov %rsp,%rbp */
const SETUP = [0x55, 0x48, 0x89, 0xe5];
/** `stp x29, x30, [sp, #…]`, and a mask that ignores the offset and the writeback (Arm ARM, C6.2.378). */
const STP_X29_X30 = 0xa9007bfd;
const STP_MASK = 0xff407fff;
/** Number of arm64 instructions in which code saves x29 and x30. */
const INSTRUCTIONS = 4;
/** Bytes to read of each function: an endbr64 and the prologue, or four instructions. */
const CODE_SIZE = 16;
const FUNCTION = 2;

/** Reads the exported functions (.dynsym) of an ELF file. Throws like openElf(). */
export async function framePointerUse(file: RandomAccess): Promise<FramePointerUse> {
  const { layout, cache } = await readLayout(file);
  const symbols = sectionOfType(layout, SectionType.dynsym);
  if (!symbols) return { functions: 0, share: NaN };
  await cache.load({ from: symbols.offset, to: symbols.offset + symbols.size });
  const offsets = functionOffsets(layout, layout.bytes(symbols) ?? new Uint8Array(0));
  if (offsets.length === 0) return { functions: 0, share: NaN };
  const from = Math.min(...offsets);
  const code = await file.read(from, Math.min(file.size, Math.max(...offsets) + CODE_SIZE));
  const sets = offsets.filter((offset) =>
    setsFramePointer(code.subarray(offset - from, offset - from + CODE_SIZE), layout.machine),
  );
  return { functions: offsets.length, share: sets.length / offsets.length };
}

function sectionOfType(layout: ElfLayout, type: number) {
  for (let index = 0; index < layout.sectionCount; index++) {
    const section = layout.section(index);
    if (section?.type === type) return section;
  }
  return undefined;
}

/** File offsets of the functions that the file defines (Elf64_Sym of man 5 elf). */
function functionOffsets(layout: ElfLayout, entries: Uint8Array): number[] {
  const loads = layout.segments.filter(({ type }) => type === SegmentType.load);
  const view = viewOf(entries);
  const offsets: number[] = [];
  for (let at = 0; at + SYMBOL_SIZE <= entries.length; at += SYMBOL_SIZE) {
    const isFunction = (entries[at + 4] & 0xf) === FUNCTION && view.getUint16(at + 6, true) !== 0;
    if (!isFunction || readInt64(view, at + 16) < MIN_SIZE) continue;
    const offset = fileOffsetOf(readInt64(view, at + 8), loads);
    if (offset !== undefined) offsets.push(offset);
  }
  return offsets;
}

/** True if the beginning of a function sets up a frame pointer. */
function setsFramePointer(code: Uint8Array, machine: Machine): boolean {
  if (machine === 'arm64') return savesFrameRecord(code);
  const from = startsWith(code, 0, ENDBR64) ? ENDBR64.length : 0;
  for (let at = from; at + SETUP.length <= from + PROLOGUE; at++)
    if (startsWith(code, at, SETUP)) return true;
  return false;
}

function savesFrameRecord(code: Uint8Array): boolean {
  const view = viewOf(code);
  for (let i = 0; i < INSTRUCTIONS && 4 * i + 4 <= code.length; i++) {
    if ((view.getUint32(4 * i, true) & STP_MASK) >>> 0 === STP_X29_X30) return true;
  }
  return false;
}

function startsWith(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, i) => bytes[at + i] === byte);
}
