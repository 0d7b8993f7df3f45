// Finds the perf map of a process. In a PID namespace, as in a container, it is named after the ID which the process has there, and
// may be in a /tmp that only the running process shows.

import { readFileSync, statSync } from 'node:fs';
import type { Symbols } from '../src/model/code.ts';
import { fits } from '../src/symbols/jit/map-owners.ts';
import { readPerfMap } from '../src/symbols/jit/perf-maps.ts';
import type { Provenance } from './provenance.ts';
import type { RequiredFiles } from './required-files.ts';
import {
  lookUpFile,
  NOT_FOUND,
  type FoundSource,
  type LookupResult,
  type SearchRoot,
} from './search-root.ts';

/** The ID of the first process of a container. */
const FIRST = 1;

/** `path` is where the map is expected. A map that is found gets the name that perf expects. */
export async function lookUpPerfMap(
  pid: number,
  required: Pick<RequiredFiles, 'ownPids' | 'unnamed'>,
  root: SearchRoot,
  provenance: Provenance,
): Promise<{ readonly path: string; readonly found: LookupResult }> {
  const path = `/tmp/perf-${pid}.map`;
  const named = lookUpMap(path, path, root, provenance);
  if (named !== NOT_FOUND) return { path, found: named };
  const inside = provenance.isThisBoot ? namespacePid(pid, root) : undefined;
  const own = required.ownPids?.get(pid) ?? inside;
  const ownPath = own === undefined || own === pid ? path : `/tmp/perf-${own}.map`;
  const unnamed = required.unnamed?.get(pid) ?? new Set<number>();
  const inRoot = inside === undefined ? [] : [`/proc/${pid}/root/tmp/perf-${own}.map`];
  for (const each of new Set([...inRoot, ownPath, `/tmp/perf-${FIRST}.map`])) {
    const found = lookUpMap(each, path, root, provenance);
    const [source] = found.sources;
    // Programs in other containers may use the same name.
    const isCertain = inRoot.includes(each) && unnamed.size === 0;
    const hasNames = async () => source && unnamed.size > 0 && fits(await namesInMap(source), unnamed);
    if (source && (isCertain || (await hasNames()))) return { path, found };
  }
  return { path: inRoot[0] ?? ownPath, found: NOT_FOUND };
}

/** Why there is no map at the path of a process that ran in a container and has ended; undefined for other paths. */
export function whyMissing(path: string, { ownPids = new Map() }: Pick<RequiredFiles, 'ownPids'>) {
  const process = [...ownPids].find(([pid, own]) => pid !== own && path === `/tmp/perf-${own}.map`);
  return (
    process &&
    `Functions of process ${process[0]} have no names: it has ended, and its perf map, if it wrote one, was ${path} in its container`
  );
}

export async function namesInMap({ file, size }: FoundSource): Promise<Symbols> {
  return readPerfMap(await file.read(0, size)).symbols;
}

/** The ID of a running process in its innermost PID namespace; undefined if it has ended, or is in the same one. */
function namespacePid(pid: number, root: SearchRoot): number | undefined {
  try {
    const status = readFileSync(root.at(`/proc/${pid}/status`), 'latin1');
    const ids = /^NStgid:\t(.*)$/m.exec(status)?.[1].split('\t') ?? [];
    return ids.length > 1 ? Number(ids[ids.length - 1]) : undefined;
  } catch {
    return undefined;
  }
}

/** A map is named after a process ID, which other machines and later boots reuse. */
function lookUpMap(path: string, name: string, root: SearchRoot, provenance: Provenance): LookupResult {
  if (root.isThisMachine && isForeign(path))
    return { sources: [], reasons: [`${path} belongs to another user and was not used`] };
  return lookUpFile(path, root, () => (provenance.isThisBoot ? 'proven' : 'unproven'), name);
}

/**
 * True if the file belongs to another user (other than root). Any user can create a map in /tmp; perf ignores such maps, too.
 */
export function isForeign(path: string): boolean {
  const owner = ownerOf(path);
  const [running] = /^\/proc\/\d+(?=\/root\/)/.exec(path) ?? [];
  if (owner === undefined || owner === 0 || owner === process.geteuid?.()) return false;
  // In the file system of a process, that is its own file.
  return running === undefined || owner !== ownerOf(running);
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    // Missing or unreadable: it cannot be used anyway.
    return undefined;
  }
}
