// Finds the byte ranges of a program, library or debug file that symbolizing and unwinding need. For a copy with only
// these ranges, at their original offsets, openElf() gives the same result.

import type { ByteRange, RandomAccess } from '../../bytes/random-access.ts';
import { readLayout, SectionFlag, SectionType, type ElfLayout, type ElfSection } from './elf-layout.ts';

/** Sections that openElf() reads by name; linkedTo() returns those that it finds through links. */
const KEPT_SECTIONS = new Set([
  '.symtab',
  '.strtab',
  '.dynsym',
  '.dynstr',
  '.eh_frame',
  '.eh_frame_hdr',
  '.debug_frame',
  '.rela.plt',
  '.rela.dyn',
  // Its code identifies the .rela.dyn entries. Of .plt and .plt.sec, only the position is needed.
  '.plt.got',
  '.note.gnu.build-id',
  '.notes',
  '.note',
  '.gnu_debuglink',
  '.gnu_debugdata',
]);

const HEADER_RANGE = { from: 0, to: 64 };

/** The needed parts, sorted and disjoint. Throws like openElf(). */
export async function neededParts(file: RandomAccess): Promise<ByteRange[]> {
  return neededPartsOf((await readLayout(file)).layout, file.size);
}

/** Like neededParts(). Returns the whole file if it has no section names. */
export function neededPartsOf(layout: ElfLayout, size: number): ByteRange[] {
  const { nameSection } = layout;
  if (!nameSection) return [{ from: 0, to: size }];
  const kept = [nameSection];
  for (let index = 0; index < layout.sectionCount; index++) {
    const section = layout.section(index);
    if (section && isNeeded(section, layout)) kept.push(section);
  }
  const linked = kept.flatMap((section) => linkedTo(section, layout));
  const sections = [...kept, ...linked].map(({ offset, size }) => ({ from: offset, to: offset + size }));
  return mergeRanges([HEADER_RANGE, ...layout.tables, ...sections], size);
}

/** False for sections without content, as in debug files, and for compressed ones, which are not read. */
function isNeeded(section: ElfSection, layout: ElfLayout): boolean {
  const { type, flags } = section;
  const hasContent = type !== SectionType.noBits && !(flags & SectionFlag.compressed);
  return hasContent && KEPT_SECTIONS.has(layout.nameOf(section));
}

/** Symbol tables link to their string tables, which may have any name. */
function linkedTo({ type, link }: ElfSection, layout: ElfLayout): ElfSection[] {
  const strings =
    type === SectionType.symtab || type === SectionType.dynsym ? layout.section(link) : undefined;
  return strings ? [strings] : [];
}

function mergeRanges(parts: readonly ByteRange[], size: number): ByteRange[] {
  const ordered = parts
    .map(({ from, to }) => ({ from, to: Math.min(to, size) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const part of ordered) {
    const last = merged.at(-1);
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to);
    else merged.push({ ...part });
  }
  return merged;
}
