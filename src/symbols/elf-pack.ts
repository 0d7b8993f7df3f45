// Which bytes of a program, library or debug file name its code or describe its unwinding, so that the others can be
// left out of a copy: headers stay and every place stays where it is, only that what lies there is nothing any more.
// openElf() reads the same from such a copy as from the file.

import type { Part, RandomAccess } from '../bytes/random-access.ts';
import { layoutOf, SectionFlag, SectionType, type ElfLayout, type ElfSection } from './elf-layout.ts';

/** What openElf() reads of a file by name. Others are read through the links of these: see linkedTo(). */
const KEPT = new Set([
  '.symtab',
  '.strtab',
  '.dynsym',
  '.dynstr',
  '.eh_frame',
  '.eh_frame_hdr',
  '.debug_frame',
  '.rela.plt',
  '.rela.dyn',
  // Its code tells which of .rela.dyn fills an entry; of .plt and .plt.sec only the place counts.
  '.plt.got',
  '.note.gnu.build-id',
  '.notes',
  '.note',
  '.gnu_debuglink',
  '.gnu_debugdata',
]);

const HEADER = { from: 0, to: 64 };

/** The parts to keep, in order and apart from each other. Throws as openElf() does. */
export async function partsToKeep(file: RandomAccess): Promise<Part[]> {
  return partsIn((await layoutOf(file)).layout, file.size);
}

/** All of it where sections are not told: then nothing says which bytes are what. */
export function partsIn(layout: ElfLayout, size: number): Part[] {
  const { names } = layout;
  if (!names) return [{ from: 0, to: size }];
  const kept = [names];
  for (let index = 0; index < layout.sectionCount; index++) {
    const section = layout.section(index);
    if (section && isNeeded(section, layout)) kept.push(section);
  }
  const linked = kept.flatMap((section) => linkedTo(section, layout));
  const sections = [...kept, ...linked].map(({ offset, size }) => ({ from: offset, to: offset + size }));
  return apart([HEADER, ...layout.tables, ...sections], size);
}

/** A section of a debug file that has no bytes, or one that is compressed and hence not read, is not kept. */
function isNeeded(section: ElfSection, layout: ElfLayout): boolean {
  const { type, flags } = section;
  const isHere = type !== SectionType.noBits && !(flags & SectionFlag.compressed);
  return isHere && KEPT.has(layout.nameOf(section));
}

/** The strings of symbols may have any name. */
function linkedTo({ type, link }: ElfSection, layout: ElfLayout): ElfSection[] {
  const strings =
    type === SectionType.symtab || type === SectionType.dynsym ? layout.section(link) : undefined;
  return strings ? [strings] : [];
}

function apart(parts: readonly Part[], size: number): Part[] {
  const ordered = parts
    .map(({ from, to }) => ({ from, to: Math.min(to, size) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const part of ordered) {
    const last = joined.at(-1);
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to);
    else joined.push({ ...part });
  }
  return joined;
}
