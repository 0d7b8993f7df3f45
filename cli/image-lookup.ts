// Looks for a mapped program or library where perf does (dso__load in tools/perf/util/symbol.c, Linux v6.12), and
// rejects files with a different build ID. Also looks for the debug file if the file has no symbol table. (perf always
// prefers the debug file, but the names are the same, and this saves reading one file.)

import { dirname, basename } from 'node:path';
import { reasonOf } from '../src/text/format.ts';
import { openElf, type ElfFile } from '../src/symbols/elf/elf.ts';
import { fileAt, type LookupResult, type FoundSource, type SearchRoot, memorySource } from './search-root.ts';
import { isSameBuild, type Provenance } from './provenance.ts';
import type { RequiredImage } from './required-files.ts';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const VDSO = '[vdso]';
const DEBUG = '/usr/lib/debug';

export async function lookUpImage(
  { path, buildId, inodes }: RequiredImage,
  root: SearchRoot,
  provenance: Provenance,
): Promise<LookupResult> {
  const reasons: string[] = [];
  const otherBuilds: string[] = [];
  for (const localPath of candidatePaths(path, buildId, root)) {
    const source = fileAt(localPath, path);
    if (!source) continue;
    const elf = await tryOpenElf(source, localPath, reasons);
    if (!elf) continue;
    if (buildId !== '' && !isSameBuild(buildId, elf.buildId)) {
      otherBuilds.push(localPath);
      continue;
    }
    const verdict = buildId === '' ? provenance.verdictOn(localPath, inodes) : 'proven';
    if (verdict !== 'proven') return { sources: [], reasons: [], verdict };
    const debug = elf.hasSymtab ? undefined : await debugFileOf(path, elf, root);
    return { sources: debug ? [source, debug] : [source], reasons: [] };
  }
  const vdso = path === VDSO && root.isThisMachine ? await recordedVdso(buildId, provenance) : undefined;
  return { sources: vdso ? [vdso] : [], reasons, otherBuilds };
}

/** The vdso of this process if it is the recorded one; perf uses its own, too. */
async function recordedVdso(buildId: string, { isThisBoot }: Provenance): Promise<FoundSource | undefined> {
  const own = ownVdso(VDSO);
  const elf = own && (await tryOpenElf(own, VDSO, []));
  if (!elf) return undefined;
  return (buildId === '' ? isThisBoot : isSameBuild(buildId, elf.buildId)) ? own : undefined;
}

/** The vdso is not a file on disk, but perf keeps a copy. */
function candidatePaths(path: string, buildId: string, root: SearchRoot): string[] {
  const name = path === VDSO ? 'vdso' : 'elf';
  const cached =
    buildId === ''
      ? []
      : // Old versions of perf linked the build ID to a file, not to a folder.
        [root.buildIdPath(buildId, name), root.cachePath(path, buildId, name), root.buildIdPath(buildId, '')];
  return path === VDSO ? cached : [root.at(path), ...cached];
}

async function tryOpenElf(
  source: FoundSource,
  localPath: string,
  reasons: string[],
): Promise<ElfFile | undefined> {
  try {
    return await openElf(source.file);
  } catch (error) {
    reasons.push(`${localPath} cannot be used: ${reasonOf(error)}`);
    return undefined;
  }
}

async function debugFileOf(path: string, elf: ElfFile, root: SearchRoot): Promise<FoundSource | undefined> {
  const { buildId, debugLink } = elf;
  // Without a build ID, no debug file can be matched.
  if (buildId === '' || path === VDSO) return undefined;
  const folder = dirname(path);
  const link = basename(debugLink);
  const byId = `${DEBUG}/.build-id/${buildId.slice(0, 2)}/${buildId.slice(2)}.debug`;
  const linked = link ? [`${folder}/${link}`, `${folder}/.debug/${link}`, `${DEBUG}${folder}/${link}`] : [];
  const candidates = [
    ...linked.map((each) => [each, root.at(each)]),
    [byId, root.buildIdPath(buildId, 'debug')],
    ...[`${DEBUG}${path}.debug`, `${DEBUG}${path}`, byId].map((each) => [each, root.at(each)]),
  ];
  for (const [name, localPath] of candidates) {
    // The name identifies the file as a debug file.
    const source = name === path ? undefined : fileAt(localPath, debugName(name));
    const debug = source && (await tryOpenElf(source, localPath, []));
    if (debug?.hasSymtab && debug.buildId === buildId) return source;
  }
  return undefined;
}

function debugName(path: string): string {
  return path.endsWith('.debug') || path.startsWith(`${DEBUG}/`) ? path : `${path}.debug`;
}

/** Lines of /proc/self/maps. The kernel maps the same vdso into every process, and no file contains it. */
const MAPPED = /^([0-9a-f]+)-([0-9a-f]+) .* \[vdso\]$/m;

/** Undefined if there is none, or the system does not allow reading it. */
export function ownVdso(name: string): FoundSource | undefined {
  try {
    const [, start, end] = MAPPED.exec(readFileSync('/proc/self/maps', 'latin1')) ?? [];
    const from = parseInt(start, 16);
    const bytes = new Uint8Array(parseInt(end, 16) - from);
    const memory = openSync('/proc/self/mem', 'r');
    try {
      readSync(memory, bytes, 0, bytes.length, from);
    } finally {
      closeSync(memory);
    }
    return memorySource(name, bytes);
  } catch {
    return undefined;
  }
}
