// The open programs, libraries and debug files: found by build ID, then by path, then by file name.

import { groupBy } from '../model/lists.ts';
import { baseName } from '../model/paths.ts';
import { INJECTED_FILE } from '../model/code.ts';
import type { ElfFile } from './elf/elf.ts';

interface Image {
  readonly path: string;
  readonly elf: ElfFile;
}

export const VDSO = '[vdso]';
const VDSO_PATH = /(?:^|\/)(?:vdso\.so|\[vdso\])/;

export class Images {
  private readonly all: Image[] = [];
  /** Indexes by file name and by build ID, built on first use. */
  private byName: Map<string, Image[]> | undefined;
  private byBuildId: Map<string, Image[]> | undefined;

  add(path: string, elf: ElfFile): void {
    this.all.push({ path, elf });
    this.byName = this.byBuildId = undefined;
  }

  get length(): number {
    return this.all.length;
  }

  /** The program or library for a mapping. An empty build ID is unknown. Never a file that is known to be another build. */
  find(path: string, buildId: string): ElfFile | undefined {
    const named = this.programsNamed(path);
    const atPath = named.filter((each) => isSamePath(each.path, path));
    const hasBuildId = ({ elf }: Image) =>
      buildId !== '' && trimBuildId(elf.buildId) === trimBuildId(buildId);
    const mayBe = ({ elf }: Image) => !isOtherBuild(elf.buildId, buildId);
    const image =
      atPath.find(hasBuildId) ??
      named.find(hasBuildId) ??
      // Some versions of perf inject gave all their files the same build ID.
      (INJECTED_FILE.test(path) ? undefined : this.withBuildId(buildId).find(({ elf }) => !elf.isDebug)) ??
      atPath.find(mayBe) ??
      named.find(mayBe);
    return image?.elf;
  }

  /** The debug file with the names of a program or library. */
  debugFileOf(program: ElfFile): ElfFile | undefined {
    return this.withBuildId(program.buildId).find(({ elf }) => elf !== program && elf.hasSymtab)?.elf;
  }

  hasNamed(name: string): boolean {
    return this.named(name).length > 0;
  }

  /** True if there is a program or library with the same file name. */
  hasProgramNamed(path: string): boolean {
    return this.programsNamed(path).length > 0;
  }

  /** True if there is another build at the path, whether the right one is open, too, or not. */
  hasOtherBuildAt(path: string, buildId: string): boolean {
    return this.programsNamed(path).some(
      (each) => isSamePath(each.path, path) && isOtherBuild(each.elf.buildId, buildId),
    );
  }

  private programsNamed(path: string): readonly Image[] {
    return this.named(path === VDSO ? VDSO : baseName(path)).filter(({ elf }) => !elf.isDebug);
  }

  private named(name: string): readonly Image[] {
    this.byName ??= groupBy(this.all, ({ path }) => (VDSO_PATH.test(path) ? VDSO : baseName(path)));
    return this.byName.get(name) ?? [];
  }

  /** Nearly all files are found by name, so build IDs are read only when that fails. */
  private withBuildId(buildId: string): readonly Image[] {
    if (buildId === '') return [];
    this.byBuildId ??= groupBy(this.all, ({ elf }) => trimBuildId(elf.buildId));
    return this.byBuildId.get(trimBuildId(buildId)) ?? [];
  }
}

/** True if `stored`, a path in an archive or dropped folder, corresponds to the recorded `path`. */
function isSamePath(stored: string, path: string): boolean {
  return stored === path || path === `/${stored}` || stored.endsWith(path);
}

/** True if both build IDs are known and differ. */
export function isOtherBuild(a: string, b: string): boolean {
  return a !== '' && b !== '' && trimBuildId(a) !== trimBuildId(b);
}

/** Removes the zeros with which old versions of perf pad build IDs. */
function trimBuildId(buildId: string): string {
  return buildId.replace(/(?:00)+$/, '');
}
