// Looks for a program or library that a recording maps, and for the debug file that has its names where it has none: in
// the places where perf looks, and only those of the same build (dso__load of tools/perf/util/symbol.c, Linux v6.12).
// perf prefers a debug file even to a program that has all names; their names are the same, and one file less is read.

import { dirname, basename } from 'node:path';
import { reasonOf } from '../src/model/reason.ts';
import { openElf, type ElfFile } from '../src/symbols/elf.ts';
import { isSameBuild } from './build-id.ts';
import { fileAt, type FoundSource, type Place } from './place.ts';
import type { Provenance, Verdict } from './provenance.ts';
import type { WantedImage } from './wanted.ts';

export interface FoundImage {
  /** The file itself, and its debug file; none when nothing was found. */
  readonly sources: readonly FoundSource[];
  /** Why files that are there were not taken, a sentence each. */
  readonly why: readonly string[];
  /** Of a file that is there and was not taken, since no build id tells whether it is the recorded one. */
  readonly verdict?: Exclude<Verdict, 'proven'>;
}

const VDSO = '[vdso]';
const DEBUG = '/usr/lib/debug';

export async function lookUpImage(
  { path, buildId, inodes }: WantedImage,
  place: Place,
  provenance: Provenance,
): Promise<FoundImage> {
  const why: string[] = [];
  for (const where of placesOf(path, buildId, place)) {
    const source = fileAt(where, path);
    if (!source) continue;
    const elf = await elfIn(source, where, why);
    if (!elf) continue;
    if (buildId !== '' && !isSameBuild(buildId, elf.buildId)) {
      why.push(`${where} is another build than the one that was recorded, and was not used`);
      continue;
    }
    const verdict = buildId === '' ? provenance.verdictOn(where, inodes) : 'proven';
    if (verdict !== 'proven') return { sources: [], why: [], verdict };
    const debug = elf.hasSymtab ? undefined : await debugFileOf(path, elf, place);
    return { sources: debug ? [source, debug] : [source], why: [] };
  }
  return { sources: [], why };
}

/** The vdso is in no file: perf writes that of its own kernel into its cache. Node cannot read the one of its own process. */
function placesOf(path: string, buildId: string, place: Place): string[] {
  const name = path === VDSO ? 'vdso' : 'elf';
  const cached =
    buildId === ''
      ? []
      : // An old perf linked the build id to a file, not to a folder.
        [place.ofBuild(buildId, name), place.inCache(path, buildId, name), place.ofBuild(buildId, '')];
  return path === VDSO ? cached : [place.at(path), ...cached];
}

async function elfIn(source: FoundSource, where: string, why: string[]): Promise<ElfFile | undefined> {
  try {
    return await openElf(source.file);
  } catch (error) {
    why.push(`${where} cannot be used: ${reasonOf(error)}`);
    return undefined;
  }
}

async function debugFileOf(path: string, elf: ElfFile, place: Place): Promise<FoundSource | undefined> {
  const { buildId, debugLink } = elf;
  // Without a build id nothing says that a debug file belongs to it.
  if (buildId === '' || path === VDSO) return undefined;
  const folder = dirname(path);
  const link = basename(debugLink);
  const byId = `${DEBUG}/.build-id/${buildId.slice(0, 2)}/${buildId.slice(2)}.debug`;
  const linked = link ? [`${folder}/${link}`, `${folder}/.debug/${link}`, `${DEBUG}${folder}/${link}`] : [];
  const places = [
    ...linked.map((each) => [each, place.at(each)]),
    [byId, place.ofBuild(buildId, 'debug')],
    ...[`${DEBUG}${path}.debug`, `${DEBUG}${path}`, byId].map((each) => [each, place.at(each)]),
  ];
  for (const [name, where] of places) {
    // Its name is not that of the program, and says what it is.
    const source = name === path ? undefined : fileAt(where, debugName(name));
    const debug = source && (await elfIn(source, where, []));
    if (debug?.hasSymtab && debug.buildId === buildId) return source;
  }
  return undefined;
}

function debugName(path: string): string {
  return path.endsWith('.debug') || path.startsWith(`${DEBUG}/`) ? path : `${path}.debug`;
}
