// Which bytes of a program, library or debug file name its code or describe its unwinding, so that the others can be
// left out of a copy: headers stay and every place stays where it is, only that what lies there is nothing any more.
// openElf() reads the same from such a copy as from the file.

import { unsigned64 } from '../bytes/numbers.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { readLayout, SectionFlag, SectionType, viewOf, type ElfSection } from './elf-layout.ts';

/** Bytes of a file from `from` up to `to`. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

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
  '.shstrtab',
]);

const HEADER = 64;
const SECTION_HEADER = 64;
const SEGMENT_HEADER = 56;
/** Numbers that do not fit into the header are in the first section header: more parts than are counted here. */
const TOO_MANY = 0xffff;

/**
 * The parts to keep, in order and apart from each other. All of it where sections are not told: then nothing says which
 * bytes are what. Throws as openElf() does.
 */
export async function partsToKeep(file: RandomAccess): Promise<Part[]> {
  const { sections } = await readLayout(file);
  const whole = [{ from: 0, to: file.size }];
  const view = viewOf(await file.read(0, HEADER));
  const segmentCount = view.getUint16(56, true);
  const namesIn = view.getUint16(62, true);
  if (sections.length === 0 || segmentCount === TOO_MANY || namesIn === TOO_MANY) return whole;
  const segmentsAt = unsigned64(view, 32);
  const sectionsAt = unsigned64(view, 40);
  const kept = sections.filter((section, i) => i === namesIn || isNeeded(section));
  const linked = kept.flatMap((section) => linkedTo(section, sections));
  return apart(
    [
      { from: 0, to: HEADER },
      { from: segmentsAt, to: segmentsAt + segmentCount * SEGMENT_HEADER },
      { from: sectionsAt, to: sectionsAt + sections.length * SECTION_HEADER },
      ...[...kept, ...linked].map(({ offset, size }) => ({ from: offset, to: offset + size })),
    ],
    file.size,
  );
}

/** A section of a debug file that has no bytes, or one that is compressed and hence not read, is not kept. */
function isNeeded({ name, type, flags }: ElfSection): boolean {
  return KEPT.has(name) && type !== SectionType.noBits && !(flags & SectionFlag.compressed);
}

/** The strings of symbols may have any name. */
function linkedTo({ type, link }: ElfSection, sections: readonly ElfSection[]): ElfSection[] {
  const isTable = type === SectionType.symtab || type === SectionType.dynsym;
  return isTable && link < sections.length ? [sections[link]] : [];
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
